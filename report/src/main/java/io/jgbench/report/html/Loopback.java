package io.jgbench.report.html;

import io.jgbench.coordination.workload.multicast.MulticastReport;

/** The one latency that tells nothing of the network. */
final class Loopback {
    private Loopback() {}

    /** Whether that is what was timed. */
    static boolean isIt(String timed) {
        return timed.equalsIgnoreCase(MulticastReport.LOOPBACK);
    }

    /** What it is, in one sentence. */
    static String meaning() {
        return "Loopback is the time until a message is back at its own sender: it crosses no wire.";
    }
}
