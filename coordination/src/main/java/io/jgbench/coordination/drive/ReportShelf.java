package io.jgbench.coordination.drive;

import io.jgbench.coordination.protocol.MemberReport;
import java.io.UncheckedIOException;

/** Where a controller keeps the reports of a run until its result is made of them. Any thread may use it. */
public interface ReportShelf {
    /** Keeps all of them in memory. */
    ReportShelf IN_MEMORY = new ReportShelf() {
        @Override
        public Kept keep(MemberReport report) {
            return () -> report;
        }

        @Override
        public int elsewhere(MemberReport report) {
            return 0;
        }
    };

    /**
     * Keeps a report.
     *
     * @throws UncheckedIOException if there is no room for it
     */
    Kept keep(MemberReport report);

    /** How many bytes of a report's JSON are not in memory either when the report is read again. */
    int elsewhere(MemberReport report);

    /** A report that is kept. */
    @FunctionalInterface
    interface Kept {

        /**
         * Reads it.
         *
         * @throws UncheckedIOException if it cannot be read any more
         */
        MemberReport read();
    }
}
