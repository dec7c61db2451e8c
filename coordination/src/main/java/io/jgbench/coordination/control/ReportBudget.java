package io.jgbench.coordination.control;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the reports of a run may take in all, as JSON, without what of them is kept elsewhere than in memory. The rest
 * of all of them is in memory at once when its result is made of them, so that a run of many members with long reports
 * could end its controller, and with it the runs beside it. Any thread may use it.
 */
public final class ReportBudget {
    /** The rest of the memory is for what is made of the reports, and for other runs. */
    private static final int PERCENT_OF_MEMORY = 40;

    private final long mostBytes;
    private final AtomicLong taken = new AtomicLong();

    /**
     * With nothing taken yet.
     *
     * @param mostBytes what all reports together may take
     */
    public ReportBudget(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * For one repetition of a run, of the memory that this process may use.
     *
     * @param repetitions how many the run has; the reports of all are in memory when its result is made, at least 1
     */
    public static ReportBudget ofMemory(int repetitions) {
        return new ReportBudget(Runtime.getRuntime().maxMemory() / 100 * PERCENT_OF_MEMORY / repetitions);
    }

    /** What all reports together may take, in bytes. */
    public long mostBytes() {
        return mostBytes;
    }

    /** Takes the bytes of a report; false, with nothing taken, if fewer are left. */
    public boolean take(int bytes) {
        return taken.getAndUpdate(before -> fits(before, bytes) ? before + bytes : before) <= mostBytes - bytes;
    }

    /** What they take, in bytes. */
    public long takenBytes() {
        return taken.get();
    }

    private boolean fits(long before, int bytes) {
        return before <= mostBytes - bytes;
    }
}
