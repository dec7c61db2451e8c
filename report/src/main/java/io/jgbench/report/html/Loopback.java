package io.jgbench.report.html;

import io.jgbench.coordination.protocol.WorkloadReport;

/** The one latency that tells nothing of the network. */
public final class Loopback {
    private Loopback() {}

    /** Whether that is what was timed. */
    public static boolean isIt(String timed) {
        return timed.equalsIgnoreCase(WorkloadReport.LOOPBACK);
    }

    /** What it is, in one sentence. */
    public static String meaning() {
        return "Loopback is the time until a message is back at its own sender: it crosses no wire.";
    }
}
