package io.jgbench.coordination.control;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Memory for reports on their way from members, of all runs of a controller. What a member announces is waited for
 * before it is allocated, so that many small reports come at once and few large ones. Any thread may use it.
 */
public final class ReportRoom {
    /** The rest of the memory is for what is made of reports. */
    private static final int PERCENT_OF_MEMORY = 20;

    /** A report in memory: its JSON, what is read of it, and what is written of it again. */
    private static final int TIMES_ITS_JSON = 3;

    /** What reading and checking takes, however small a report is: its samples in full, ten minutes of them. */
    private static final int EACH_KIBIBYTES = 1024;

    private static final int KIBIBYTE = 1024;

    private final int kibibytes;
    private final Semaphore free;

    /**
     * With nothing taken yet.
     *
     * @param mostBytes what all reports on their way may take; one alone is taken in any case
     */
    public ReportRoom(long mostBytes) {
        this.kibibytes = Math.clamp(mostBytes / KIBIBYTE, 1, Integer.MAX_VALUE);
        this.free = new Semaphore(kibibytes, true);
    }

    /** A part of the memory that this process may use. */
    public static ReportRoom ofMemory() {
        return new ReportRoom(Runtime.getRuntime().maxMemory() / 100 * PERCENT_OF_MEMORY);
    }

    /**
     * For one report, which takes nothing yet.
     *
     * @param turns one is taken with the room, before it
     */
    Claim claim(Semaphore turns) {
        return new Claim(turns);
    }

    /** Reports of others kept this one waiting for too long. */
    static final class NoRoomException extends SocketTimeoutException {
        private static final long serialVersionUID = 1L;

        private NoRoomException() {
            super("others that are on their way left no room for it in time");
        }
    }

    /** What one report takes of the room, until it is closed. For one thread. */
    final class Claim implements MemberConnection.BodyRoom, AutoCloseable {
        private final Semaphore turns;
        private boolean hasTurn;
        private int taken;

        private Claim(Semaphore turns) {
            this.turns = turns;
        }

        @Override
        public void take(int bytes, int mostMillis) throws IOException {
            int needed = Math.min(kibibytes, EACH_KIBIBYTES + TIMES_ITS_JSON * Math.ceilDiv(bytes, KIBIBYTE));
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
            try {
                hasTurn = hasTurn || turns.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (!hasTurn || !free.tryAcquire(needed, until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new NoRoomException();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("nobody waits for the report any more");
            }
            taken += needed;
        }

        @Override
        public void close() {
            free.release(taken);
            taken = 0;
            if (hasTurn) {
                turns.release();
                hasTurn = false;
            }
        }
    }
}
