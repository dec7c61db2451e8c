package io.jgbench.transport.tcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.transport.SenderWaits;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * What is to be sent: to all members, once in memory however many there are, or to one of them. Senders append at the
 * head, one at a time; each connection has a {@link Cursor} and one thread that writes from there to the head, as much
 * at a time as there is; see {@link Outbox}. So messages are batched while the network is busy, and are sent at once
 * while it is not. A sender waits while the slowest connection is a whole ring behind.
 *
 * <p>Positions are counted in bytes from the beginning of the run; a byte's place in the ring is its position modulo
 * the capacity.
 */
final class SendRing {
    /** Each message has its length before it. */
    static final int LENGTH_BYTES = 4;

    /** A waiting thread looks again after this, so that a wake-up that was missed costs little. */
    private static final long RECHECK_NANOS = 1_000_000;

    private final ByteBuffer ring;
    private final int mask;
    private final ReentrantLock appending = new ReentrantLock();
    private final List<Cursor> cursors = new CopyOnWriteArrayList<>();
    private final SenderWaits waits = new SenderWaits();

    /** How long those who held the lock waited for space, without a wait that is under way; written by its holder. */
    private volatile long holdersWaitedNanos;

    /** All bytes before this may be sent; written by the appending thread only. */
    private volatile long head;

    /** The end of the last whole message before the head; as the head, but for messages that are published in parts. */
    private volatile long boundary;

    /** The slowest cursor when it was last looked at. */
    @GuardedBy("appending")
    private long knownTail;

    /** Who waits for space, if anybody. */
    private volatile Thread waitingForSpace;

    private volatile boolean closed;

    /**
     * An empty ring.
     *
     * @param capacityBytes a power of two
     */
    SendRing(int capacityBytes) {
        if (Integer.bitCount(capacityBytes) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two, got: " + capacityBytes);
        }
        ring = ByteBuffer.allocateDirect(capacityBytes);
        mask = capacityBytes - 1;
    }

    /** How often and how long senders waited for space, also behind another waiting sender. */
    SenderWaits waits() {
        return waits;
    }

    /** Appends a message that is to go at once; see {@link #append(byte[], int, int, boolean)}. */
    boolean append(byte[] message, int offset, int length) {
        return append(message, offset, length, true);
    }

    /**
     * Appends a message; a larger one than the ring goes through it in parts.
     *
     * @param atOnce whether who writes is woken for it
     * @return whether it was appended, false if the ring is closed
     */
    boolean append(byte[] message, int offset, int length, boolean atOnce) {
        awaitTurn();
        try {
            long at = head;
            if (!awaitSpace(at, LENGTH_BYTES)) {
                return false;
            }
            for (int shift = 24; shift >= 0; shift -= 8) {
                ring.put((int) (at++ & mask), (byte) (length >>> shift));
            }
            int done = 0;
            while (done < length) {
                int part = Math.min(length - done, ring.capacity() / 2);
                if (!awaitSpace(at, part)) {
                    return false;
                }
                copy(message, offset + done, part, at);
                done += part;
                at += part;
                if (done < length) {
                    publish(at);
                }
            }
            boundary = at;
            head = at;
            if (atOnce) {
                wake();
            }
            return true;
        } finally {
            appending.unlock();
        }
    }

    /**
     * Takes the lock. While its holder waits for space, all threads here wait too, and most of them arrived before the
     * space ran out. Only a thread that finds the holder waiting reads the clock.
     */
    private void awaitTurn() {
        if (appending.tryLock()) {
            return;
        }
        boolean isFull = waitingForSpace != null;
        long before = holdersWaitedNanos;
        long began = isFull ? System.nanoTime() : 0;
        appending.lock();
        long waited = isFull ? System.nanoTime() - began : holdersWaitedNanos - before;
        if (waited > 0) {
            waits.add(waited);
        }
    }

    private void copy(byte[] message, int offset, int length, long at) {
        int place = (int) (at & mask);
        int first = Math.min(length, ring.capacity() - place);
        ring.put(place, message, offset, first);
        ring.put(0, message, offset + first, length - first);
    }

    private void publish(long position) {
        head = position;
        wake();
    }

    private void wake() {
        for (Cursor cursor : cursors) {
            cursor.wakeup.wake();
        }
    }

    @GuardedBy("appending")
    private boolean awaitSpace(long at, int bytes) {
        if (at + bytes - knownTail <= ring.capacity()) {
            return !closed;
        }
        knownTail = tail();
        if (at + bytes - knownTail <= ring.capacity()) {
            return !closed;
        }
        publish(Math.max(at, head)); // what is written already must flow, or the space would never come
        long start = System.nanoTime();
        waitingForSpace = Thread.currentThread();
        try {
            knownTail = tail();
            while (!closed && at + bytes - knownTail > ring.capacity()) {
                LockSupport.parkNanos(this, RECHECK_NANOS);
                knownTail = tail();
            }
        } finally {
            long waited = System.nanoTime() - start;
            waits.add(waited);
            long allWaited = holdersWaitedNanos + waited; // in two steps, as only the holder of the lock adds
            holdersWaitedNanos = allWaited;
            waitingForSpace = null; // after that, as who comes now has not waited
        }
        return !closed;
    }

    private long tail() {
        long tail = head;
        for (Cursor cursor : cursors) {
            tail = Math.min(tail, cursor.position);
        }
        return tail;
    }

    /**
     * A new cursor, which reads the messages that are appended from now on. Never in the middle of a message.
     *
     * @param wakeup called when there is more, and when there will be no more
     */
    Cursor attach(Wakeup wakeup) {
        appending.lock();
        try {
            Cursor cursor = new Cursor(head, wakeup);
            cursors.add(cursor);
            return cursor;
        } finally {
            appending.unlock();
        }
    }

    /** Refuses further messages and wakes all waiting threads. */
    void close() {
        closed = true;
        Thread waiting = waitingForSpace;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
        cursors.forEach(cursor -> cursor.wakeup.wake());
    }

    /** Where one connection stands. Read and moved by its writing thread only. */
    final class Cursor {
        private final ByteBuffer view = ring.duplicate();
        private final Wakeup wakeup;
        private volatile long position;
        private volatile boolean detached;

        private Cursor(long position, Wakeup wakeup) {
            this.position = position;
            this.wakeup = wakeup;
        }

        long position() {
            return position;
        }

        /** Up to where there are bytes; may lie in the middle of a message. */
        long head() {
            return head;
        }

        /** Up to where there are whole messages; before the position while that is in the middle of one. */
        long boundary() {
            return boundary;
        }

        /** Whether nothing is to be sent any more beyond what there is. */
        boolean isClosed() {
            return closed || detached;
        }

        /** The bytes from the position on that lie together in the ring, up to two limits. */
        ByteBuffer bytes(long end, int limitBytes) {
            int place = (int) (position & mask);
            int length = (int) Math.min(Math.min(end - position, limitBytes), ring.capacity() - place);
            return view.limit(place + length).position(place);
        }

        /** Records bytes that were sent. */
        void advance(int bytes) {
            long sent = position + bytes; // in two steps, as only one thread moves it
            position = sent;
            releaseSpace();
        }

        /** The connection is gone: nobody waits for it any more. */
        void detach() {
            detached = true;
            cursors.remove(this);
            wakeup.wake();
            releaseSpace();
        }

        private void releaseSpace() {
            Thread waiting = waitingForSpace;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    /** Wakes the one thread that waits for bytes, if it does. */
    static final class Wakeup {
        private final Lock held;
        private volatile Thread idle;

        /** A lock that the waiting thread holds and lets go while it waits. */
        Wakeup(Lock held) {
            this.held = held;
        }

        /** Waits until woken, if the condition still holds once a wake-up can no longer be missed. */
        void await(BooleanSupplier nothingToDo) {
            idle = Thread.currentThread();
            if (nothingToDo.getAsBoolean()) {
                held.unlock();
                try {
                    LockSupport.park(this);
                } finally {
                    held.lock();
                }
            }
            idle = null;
        }

        void wake() {
            Thread sleeper = idle;
            if (sleeper != null) {
                LockSupport.unpark(sleeper);
            }
        }
    }
}
