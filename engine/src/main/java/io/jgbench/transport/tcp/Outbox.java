package io.jgbench.transport.tcp;

import io.jgbench.transport.tcp.SendRing.Cursor;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * What one connection has to send: the messages to all, from the ring that all connections share, and those to this
 * member alone, from a ring of its own, which is made when the first of them is sent. Both take turns, message by whole
 * message.
 */
final class Outbox {
    /** For one member; with hundreds of members these add up. */
    private static final int DIRECT_RING_BYTES = 1024 * 1024;

    /** Held by the thread that writes. The writing thread releases it only while it waits for bytes. */
    private final ReentrantLock writing = new ReentrantLock();

    private final SendRing.Wakeup wakeup = new SendRing.Wakeup(writing);
    private final BooleanSupplier nothingToSend = this::hasNothing;
    private final Cursor toAll;

    /** Null until it is needed. Made once, under the lock of this outbox, and read without it. */
    private volatile Direct direct;

    /** The cursor that is being written, and the end of what was found there. */
    private Cursor current;

    private long end;

    /** Whether that is known to be the end of a message. */
    private boolean endsWhole = true;

    /** For a connection that gets what is appended to the shared ring from now on. */
    Outbox(SendRing shared) {
        toAll = shared.attach(wakeup);
        current = toAll;
        end = current.position();
    }

    private record Direct(SendRing ring, Cursor cursor) {}

    /**
     * Appends a message for this member alone; false if the connection is closed.
     *
     * @param atOnce whether it is to go at once, or may wait for {@link #flush}
     */
    boolean append(byte[] message, int offset, int length, boolean atOnce) {
        Direct own = direct;
        return (own == null ? makeDirect() : own).ring.append(message, offset, length, atOnce);
    }

    /** Wakes the thread that writes the messages of this outbox. */
    void flush() {
        wakeup.wake();
    }

    private synchronized Direct makeDirect() {
        if (direct == null) {
            SendRing ring = new SendRing(DIRECT_RING_BYTES);
            direct = new Direct(ring, ring.attach(wakeup));
            if (toAll.isClosed()) {
                ring.close();
            }
        }
        return direct;
    }

    /** How often senders to this member alone had to wait. */
    long blocks() {
        Direct own = direct;
        return own == null ? 0 : own.ring.waits().count();
    }

    /** How long they waited in all. */
    long blockedNanos() {
        Direct own = direct;
        return own == null ? 0 : own.ring.waits().nanos();
    }

    /** Waits for the exclusive right to write; only its holder may take bytes and call {@link #advance}. */
    void take() {
        writing.lock();
    }

    /** The same without waiting; false if another thread writes. */
    boolean tryTake() {
        return writing.tryLock();
    }

    /** Lets another thread write. */
    void giveBack() {
        writing.unlock();
    }

    /** The only message in the outbox; null unless it has this length and is contiguous. */
    ByteBuffer onlyMessage(int bytes) {
        Direct own = direct;
        boolean isNothingElse = toAll.head() == toAll.position() && toAll.boundary() == toAll.position();
        if (own == null || !isNothingElse) {
            return null;
        }
        long whole = own.cursor.boundary();
        if (own.cursor.head() != whole || whole - own.cursor.position() != bytes) {
            return null;
        }
        current = own.cursor;
        end = whole;
        endsWhole = true;
        ByteBuffer found = current.bytes(end, bytes);
        return found.remaining() == bytes ? found : null;
    }

    /**
     * Waits for bytes and gives those that lie together, up to a limit.
     *
     * @return null if all was sent and there will be no more
     */
    ByteBuffer next(int limitBytes) {
        while (current.position() == end) {
            // asked for before looking: what is appended before the end must be found
            boolean closed = toAll.isClosed();
            if (findMore()) {
                break;
            }
            if (closed) {
                return null;
            }
            wakeup.await(nothingToSend);
        }
        return current.bytes(end, limitBytes);
    }

    /** Records bytes that were sent. */
    void advance(int bytes) {
        current.advance(bytes);
    }

    private boolean findMore() {
        Cursor other = other();
        if (!inMidstOfMessage() && other != null && other.head() > other.position()) {
            current = other;
        }
        // A message that is larger than its ring has no end yet: what there is of it must go, so that there is room.
        long whole = current.boundary();
        endsWhole = whole > current.position();
        // The boundary is moved before the head: who has written up to the one may be past the other.
        end = endsWhole ? whole : Math.max(current.position(), current.head());
        return end > current.position();
    }

    private boolean inMidstOfMessage() {
        return !endsWhole && current.boundary() != current.position();
    }

    private Cursor other() {
        Direct own = direct;
        if (!current.equals(toAll)) {
            return toAll;
        }
        return own == null ? null : own.cursor;
    }

    private boolean hasNothing() {
        Cursor other = inMidstOfMessage() ? null : other();
        return !toAll.isClosed()
                && current.head() == current.position()
                && (other == null || other.head() == other.position());
    }

    /** Refuses more messages to this member alone; those that there are can still be sent. */
    synchronized void close() {
        if (direct != null) {
            direct.ring.close();
        }
    }

    /** The connection is gone: nobody waits for it any more. */
    void detach() {
        toAll.detach();
        close();
        Direct own = direct;
        if (own != null) {
            own.cursor.detach();
        }
    }
}
