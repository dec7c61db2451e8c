package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * A thread that processes what receiving threads hand to it, in that order, at a rate if one is asked for. Messages are
 * copied into slots that are made once; where all are full the receiving thread waits, and so in the end the sender.
 *
 * <p>The slots are a ring, as those of {@link Responder}.
 */
final class RxThread {
    private static final int ROOM_BYTES = 4 * 1024 * 1024;
    private static final int FEWEST_SLOTS = 4;
    private static final int MOST_SLOTS = 1024;
    private static final long RECHECK_NANOS = 50_000;

    /** The length of a message that could not be copied. */
    private static final int NONE = -1;

    /** Instead of a length: the member is gone. */
    private static final int GONE = -2;

    private final Action action;
    private final IntConsumer forget;
    private final EpochClock clock;
    private final Backpressure backpressure;
    private final boolean poll;
    private final Optional<ProcessingPace> pace;
    private final int messageBytes;
    private final int capacity;
    private final AtomicLongArray numbers;
    private final byte[][] slots;
    private final int[] lengths;
    private final int[] peers;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong addedBytes = new AtomicLong();
    private final AtomicLong doneBytes = new AtomicLong();
    private final Thread thread;
    private final BooleanSupplier ended = this::isClosed;
    private volatile boolean idle;
    private volatile boolean started;
    private volatile boolean closed;

    /** What is done with each message. */
    interface Action {
        /** See {@link BusPhase#process}. */
        void process(int from, byte[] buffer, int offset, int length);
    }

    /**
     * One that is not started.
     *
     * @param number its number, from 0
     * @param pace of all such threads together, where a rate is asked for
     * @param messageBytes the size of most messages; a larger one makes its slot grow
     * @param forget called with a member that is gone, when all that it has sent is processed
     */
    RxThread(
            int number,
            Processing processing,
            Optional<ProcessingPace> pace,
            int messageBytes,
            Action action,
            IntConsumer forget,
            Backpressure backpressure,
            EpochClock clock) {
        this.action = action;
        this.forget = forget;
        this.clock = clock;
        this.backpressure = backpressure;
        this.poll = processing.poll();
        this.pace = pace;
        this.messageBytes = messageBytes;
        this.capacity = Integer.highestOneBit(Math.clamp(ROOM_BYTES / messageBytes, FEWEST_SLOTS, MOST_SLOTS));
        this.numbers = new AtomicLongArray(capacity);
        this.slots = new byte[capacity][];
        this.lengths = new int[capacity];
        this.peers = new int[capacity];
        for (int i = 0; i < capacity; i++) {
            numbers.setPlain(i, i);
        }
        thread = Thread.ofPlatform().daemon().name("bus-rx-" + number).unstarted(this::run);
    }

    /** Makes its room, and begins to process. What comes before that waits. */
    void start() {
        for (int i = 0; i < capacity; i++) {
            slots[i] = new byte[messageBytes];
        }
        started = true;
        thread.start();
    }

    /** Takes a message of another member; waits while there is no room. */
    void add(int from, byte[] buffer, int offset, int length) {
        long number = tail.getAndIncrement();
        int slot = (int) number & (capacity - 1);
        awaitRoom(slot, number);
        if (closed) {
            return;
        }
        lengths[slot] = NONE;
        try {
            // the thread may end meanwhile, and gives its room back
            byte[] room = slots[slot];
            if (room == null || room.length < length) {
                room = new byte[length];
                slots[slot] = room;
            }
            System.arraycopy(buffer, offset, room, 0, length);
            lengths[slot] = length;
            peers[slot] = from;
            addedBytes.addAndGet(length);
        } finally {
            // whatever happens, such as a full heap: nobody else could fill this slot, and all would wait for it
            filled(slot, number);
        }
    }

    /** A member is gone: what it has sent is processed before another one at its place is known. */
    void forget(int peer) {
        long number = tail.getAndIncrement();
        int slot = (int) number & (capacity - 1);
        awaitRoom(slot, number);
        lengths[slot] = GONE;
        peers[slot] = peer;
        filled(slot, number);
    }

    private void awaitRoom(int slot, long number) {
        if (numbers.get(slot) != number || !started) {
            long began = clock.epochNanos();
            while ((numbers.get(slot) != number || !started) && !closed) {
                LockSupport.parkNanos(this, RECHECK_NANOS);
            }
            backpressure.took(clock.epochNanos() - began);
        }
    }

    private void filled(int slot, long number) {
        numbers.set(slot, number + 1);
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    /** Bytes of messages that were taken and are not processed yet. */
    long waitingBytes() {
        return Math.max(0, addedBytes.get() - doneBytes.get());
    }

    private void run() {
        try {
            boolean working = false;
            for (long number = 0; !closed; number++) {
                int slot = (int) number & (capacity - 1);
                if (pace.isPresent() && working && numbers.get(slot) != number + 1) {
                    pace.get().rests();
                    working = false;
                }
                await(slot, number + 1);
                if (!closed) {
                    if (pace.isPresent()) {
                        if (!working) {
                            pace.get().begins();
                            working = true;
                        }
                        pace.get().await(pace.get().claim(Math.max(0, lengths[slot])), ended);
                    }
                    int length = lengths[slot];
                    if (length == GONE) {
                        forget.accept(peers[slot]);
                    } else if (length != NONE) {
                        action.process(peers[slot], slots[slot], 0, length);
                        doneBytes.setRelease(doneBytes.getPlain() + length);
                    }
                    numbers.set(slot, number + capacity);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Arrays.fill(slots, null);
        }
    }

    private boolean isClosed() {
        return closed;
    }

    private void await(int slot, long number) {
        while (numbers.get(slot) != number && !closed) {
            if (poll) {
                Thread.onSpinWait();
                continue;
            }
            idle = true;
            if (numbers.get(slot) != number && !closed) {
                LockSupport.park(this);
            }
            idle = false;
        }
    }

    /** Ends the thread and gives its room back; what waits, and what still comes, is not processed. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
