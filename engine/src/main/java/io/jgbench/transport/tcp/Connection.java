package io.jgbench.transport.tcp;

import io.jgbench.transport.TransportListener;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The connection to one other member, with a reading and a writing thread. Messages whose answers somebody waits for
 * are written by the caller. The reading thread waits for nothing but the listener. So members still receive while all
 * their send buffers are full, and no two of them block each other.
 */
final class Connection implements AutoCloseable {
    /** The most that is written at a time. */
    static final int WRITE_BYTES = 256 * 1024;

    /** How long its threads are waited for. */
    private static final Duration END = Duration.ofSeconds(5);

    private static final int READ_BYTES = 256 * 1024;
    private static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

    private final SocketChannel channel;
    private final Handshake peer;
    private final Outbox outbox;
    private final TransportListener listener;
    private final Consumer<Connection> broken;
    private final AtomicBoolean gone = new AtomicBoolean();
    private final LongAdder writes = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();
    private final Thread reading;
    private final Thread writing;

    Connection(
            SocketChannel channel,
            Handshake peer,
            Outbox outbox,
            TransportListener listener,
            Consumer<Connection> broken) {
        this.channel = channel;
        this.peer = peer;
        this.outbox = outbox;
        this.listener = listener;
        this.broken = broken;
        this.reading =
                Thread.ofPlatform().daemon().name("tcp-read-" + peer.name()).unstarted(this::read);
        this.writing =
                Thread.ofPlatform().daemon().name("tcp-write-" + peer.name()).unstarted(this::write);
    }

    /** Starts its threads. */
    void start() {
        reading.start();
        writing.start();
    }

    /** Sends to this member alone; false if the connection is closed. */
    boolean send(byte[] message, int offset, int length, SendMode sendMode) {
        boolean isAppended = outbox.append(message, offset, length, sendMode == SendMode.AT_ONCE);
        if (isAppended && sendMode == SendMode.AWAITED && !writeAlone(SendRing.LENGTH_BYTES + length)) {
            outbox.flush();
        }
        return isAppended;
    }

    /**
     * Writes what was just appended if there is nothing else and nobody writes.
     *
     * @return whether nothing is left to be written by the writing thread
     */
    private boolean writeAlone(int bytes) {
        if (!outbox.tryTake()) {
            return false;
        }
        try {
            ByteBuffer alone = outbox.onlyMessage(bytes);
            if (alone == null) {
                return false;
            }
            write(alone);
            return !alone.hasRemaining();
        } catch (IOException _) {
            breakOff();
            return true;
        } finally {
            outbox.giveBack();
        }
    }

    Outbox outbox() {
        return outbox;
    }

    Handshake peer() {
        return peer;
    }

    long writes() {
        return writes.sum();
    }

    long writtenBytes() {
        return writtenBytes.sum();
    }

    private void write() {
        outbox.take();
        try {
            ByteBuffer bytes = outbox.next(WRITE_BYTES);
            while (bytes != null) {
                write(bytes);
                bytes = outbox.next(WRITE_BYTES);
            }
            channel.shutdownOutput();
        } catch (IOException _) {
            breakOff();
        } finally {
            outbox.giveBack();
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        int written = channel.write(bytes);
        writes.increment();
        writtenBytes.add(written);
        outbox.advance(written);
    }

    private void read() {
        try {
            ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
            while (channel.read(buffer) >= 0) {
                buffer = deliver(buffer.flip());
            }
        } catch (IOException _) {
            // told below, as is an orderly end: either way the member is not there any more
        } catch (RuntimeException | Error e) {
            // this member's own failure: the connection stays, because closing it would look as if the other member had
            // left
            listener.failed(e);
            throw e;
        }
        breakOff();
    }

    /** Delivers the whole messages in the buffer; returns one that has room for the rest of the next. */
    private ByteBuffer deliver(ByteBuffer buffer) throws IOException {
        int needed = SendRing.LENGTH_BYTES;
        // a buffer holds hundreds of messages, and a listener may take long with each
        while (!gone.get() && buffer.remaining() >= SendRing.LENGTH_BYTES) {
            int length = buffer.getInt(buffer.position());
            if (length < 0 || length > MAX_MESSAGE_BYTES) {
                throw new EOFException("a message of " + length + " bytes");
            }
            needed = SendRing.LENGTH_BYTES + length;
            if (buffer.remaining() < needed) {
                break;
            }
            int offset = buffer.arrayOffset() + buffer.position() + SendRing.LENGTH_BYTES;
            listener.receive(buffer.array(), offset, length);
            buffer.position(buffer.position() + needed);
        }
        if (needed > buffer.capacity()) {
            return ByteBuffer.allocate(needed).put(buffer);
        }
        return buffer.compact();
    }

    /** Ends it without waiting for its threads; once, however many find out. */
    void breakOff() {
        if (gone.compareAndSet(false, true)) {
            outbox.detach();
            broken.accept(this);
            try {
                channel.close();
            } catch (IOException _) {
                // it was broken before
            }
        }
    }

    /** Waits until all was sent, but no longer than the limit. */
    void drain(long limitMillis) throws InterruptedException {
        outbox.close();
        writing.join(limitMillis);
    }

    /** Ends it, and waits for its threads, though not for long: the listener may be at work on a message. */
    @Override
    public void close() {
        breakOff();
        try {
            for (Thread thread : new Thread[] {reading, writing}) {
                // a thread that was never started must not be joined
                if (thread.isAlive() && !thread.equals(Thread.currentThread())) {
                    thread.join(END);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
