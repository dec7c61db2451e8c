package io.jgbench.operator.result;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.control.ReportBudget;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory for the reports of those repetitions of which something is being made, of all runs: as many at a time as fit.
 * Any thread may use it.
 */
public final class ReportMemory {
    private final long mostBytes;

    @GuardedBy("this")
    private long taken;

    /**
     * With nothing taken yet.
     *
     * @param mostBytes what all reports together may take, as {@link ReportBudget} counts them; a run alone may take
     *     all
     */
    public ReportMemory(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** As much of the memory of this process as a run may take. */
    public static ReportMemory ofProcess() {
        return new ReportMemory(ReportBudget.ofMemory(1).mostBytes());
    }

    /**
     * Takes memory, if there is so much left.
     *
     * @param bytes what the reports take; all there is where it is not known
     */
    public synchronized Optional<Turn> tryTake(Optional<Long> bytes) {
        long needed = Math.min(mostBytes, bytes.orElse(mostBytes));
        if (taken > mostBytes - needed) {
            return Optional.empty();
        }
        taken += needed;
        return Optional.of(new Turn(needed));
    }

    /**
     * Takes all there is, as soon as nobody has any of it: those that try it meanwhile are served first.
     *
     * @throws InterruptedException if nobody waits for it any more; nothing is taken
     */
    public synchronized Turn takeAll() throws InterruptedException {
        while (taken > 0) {
            wait();
        }
        taken = mostBytes;
        return new Turn(mostBytes);
    }

    private synchronized void giveBack(long bytes) {
        taken -= bytes;
        notifyAll();
    }

    /** Memory that is taken until this is closed. */
    public final class Turn implements AutoCloseable {
        private final long bytes;
        private final AtomicBoolean isOpen = new AtomicBoolean(true);

        private Turn(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public void close() {
            if (isOpen.compareAndSet(true, false)) {
                giveBack(bytes);
            }
        }
    }
}
