package io.jgbench.workload.messagebus;

import io.jgbench.measure.LentBuffers;
import io.jgbench.transport.AnsweringThread;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.KindedLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers messages. A receiving thread must not wait for room: two members that stream to each other would wait for
 * ever, each with the thread that would make it. So a thread of its own sends the answers, out of a queue that holds
 * their headers; but a request's response, of which few are under way, is sent at once.
 *
 * <p>The queue is a ring of slots, each with the number of the entry that it holds or waits for, so that receiving
 * threads take slots without a lock (Vyukov's bounded queue).
 */
final class Responder {
    /** Answers that wait to be sent. */
    static final int CAPACITY = 1 << 16;

    private static final int MASK = CAPACITY - 1;

    private final DirectSender paced;
    private final DirectSender unpaced;
    private final DirectSender awaited;
    private final LentBuffers<byte[]> buffers;
    private final LongAdder failed = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicLongArray numbers = new AtomicLongArray(CAPACITY);
    private final long[] headers = new long[CAPACITY];
    private final long[] stamps = new long[CAPACITY];
    private final int[] receivers = new int[CAPACITY];
    private final int[] lengths = new int[CAPACITY];
    private final TrafficCount[] counts = new TrafficCount[CAPACITY];
    private final AtomicLong tail = new AtomicLong();
    private final Thread thread;
    private volatile boolean idle;
    private volatile boolean closed;

    /**
     * Starts its thread.
     *
     * @param largestBytes the size of most answers; a larger one costs an allocation
     */
    Responder(DirectSender transport, int largestBytes) {
        this.paced = transport;
        this.unpaced = transport::sendToUnpaced;
        this.awaited = transport::sendToAwaited;
        this.buffers = new LentBuffers<>(() -> new byte[largestBytes]);
        for (int i = 0; i < CAPACITY; i++) {
            numbers.setPlain(i, i);
        }
        thread = new AnsweringThread("bus-responder", this::run);
        thread.start();
    }

    /** Responses not sent because the requester was not connected. */
    long failed() {
        return failed.sum();
    }

    /** Answers that there was no room for. */
    long dropped() {
        return dropped.sum();
    }

    /** Sends the response to a message, at once if it is a request; any thread, which waits for nothing else. */
    void respond(int to, long message, long stamp, int length, TrafficCount count) {
        switch (KindedLong.kind(message)) {
            case BusHeader.REQUEST, BusHeader.AWAITED_REQUEST -> now(to, message, stamp, length, count);
            default -> later(to, KindedLong.withKind(message, BusHeader.RESPONSE), stamp, length, count);
        }
    }

    /** Sends the response to a message at once; any thread, which may wait. */
    void now(int to, long message, long stamp, int length, TrafficCount count) {
        DirectSender way = KindedLong.kind(message) == BusHeader.AWAITED_REQUEST ? awaited : unpaced;
        byte[] buffer = buffers.borrow();
        try {
            send(to, KindedLong.withKind(message, BusHeader.RESPONSE), stamp, length, buffer, count, way);
        } finally {
            buffers.giveBack(buffer);
        }
    }

    /** Sends an answer some time later; any thread, which does not wait. */
    void later(int to, long header, long stamp, int length, TrafficCount count) {
        long number = tail.get();
        while (true) {
            int slot = (int) number & MASK;
            long found = numbers.get(slot);
            if (found == number && tail.compareAndSet(number, number + 1)) {
                receivers[slot] = to;
                headers[slot] = header;
                stamps[slot] = stamp;
                lengths[slot] = length;
                counts[slot] = count;
                numbers.set(slot, number + 1);
                break;
            }
            if (found < number) {
                dropped.increment();
                return;
            }
            number = tail.get();
        }
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        byte[] buffer = buffers.borrow();
        for (long number = 0; !closed; number++) {
            int slot = (int) number & MASK;
            while (numbers.get(slot) != number + 1 && !closed) {
                idle = true;
                if (numbers.get(slot) != number + 1 && !closed) {
                    LockSupport.park(this);
                }
                idle = false;
            }
            if (!closed) {
                send(receivers[slot], headers[slot], stamps[slot], lengths[slot], buffer, counts[slot], paced);
                numbers.set(slot, number + CAPACITY);
            }
        }
    }

    private void send(
            int to, long header, long stamp, int length, byte[] buffer, TrafficCount count, DirectSender way) {
        byte[] answer = length <= buffer.length ? buffer : new byte[length];
        BusHeader.write(answer, 0, header, stamp);
        try {
            way.sendTo(to, answer, 0, length);
            if (KindedLong.kind(header) == BusHeader.RESPONSE) {
                count.add(length);
            }
        } catch (TransportException _) {
            // Counted here, and missed by the requester. The transport reports a peer that is gone.
            failed.increment();
        }
    }

    /** Ends the thread; open requests get no response. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
