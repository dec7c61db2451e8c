package io.jgbench.local.host;

import io.jgbench.coordination.spec.BitRate;
import io.jgbench.coordination.spec.NumberWithUnit;
import java.time.Duration;
import java.util.Map;

/** Reads the options that describe a link, as they are written on the command line. */
public final class LinkOptions {

    private static final NumberWithUnit QUEUE = new NumberWithUnit(
            "a time such as 50ms",
            "us, ms or s, such as 50ms",
            Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L));

    private LinkOptions() {}

    /**
     * Reads a line rate: a number and {@code kbit}, {@code Mbit} or {@code Gbit}, in steps of 1000.
     *
     * @return bits per second
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static long rateBitsPerSecond(String text) {
        return BitRate.parse("link-rate", text);
    }

    /**
     * Reads the depth of a switch port's queue: a number and {@code us}, {@code ms} or {@code s}.
     *
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static Duration queue(String text) {
        return Duration.ofNanos(QUEUE.parse("link-queue", text));
    }
}
