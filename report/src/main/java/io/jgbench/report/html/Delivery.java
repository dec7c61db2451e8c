package io.jgbench.report.html;

import io.jgbench.coordination.result.OneWayLatency;
import io.jgbench.coordination.words.Numbers;

/** The latency that tells of the network. It is taken on two clocks, so that it has an error. */
public final class Delivery {
    private static final long NANOS_PER_MICRO = 1000;

    private Delivery() {}

    /** Whether that is what was timed. */
    public static boolean isIt(String timed) {
        return timed.equalsIgnoreCase(OneWayLatency.DELIVERY);
    }

    /** What it is, in one sentence. */
    public static String meaning() {
        return "Delivery is the time until a message was at another member, those of all pairs of members together.";
    }

    /**
     * A name with what the clocks allow to know.
     *
     * @param errorMicros each sample is right within this; 0 where all members follow one clock
     */
    public static String label(String name, long errorMicros) {
        return errorMicros == 0 ? name : name + " ± " + error(errorMicros);
    }

    /** That error with its unit. */
    public static String error(long micros) {
        return Numbers.millis(micros * NANOS_PER_MICRO);
    }
}
