package io.jgbench.operator.result;

import io.jgbench.coordination.control.ReportBudget;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for the reports of those repetitions of which something is being made, of all runs: as many at a time as fit.
 * Any thread may use it.
 */
public final class ReportMemory {
    private final long mostBytes;
    private final AtomicLong taken = new AtomicLong();

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
    public Optional<Turn> tryTake(Optional<Long> bytes) {
        long needed = Math.min(mostBytes, bytes.orElse(mostBytes));
        long before = taken.getAndUpdate(now -> now <= mostBytes - needed ? now + needed : now);
        return before <= mostBytes - needed ? Optional.of(new Turn(needed)) : Optional.empty();
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
                taken.addAndGet(-bytes);
            }
        }
    }
}
