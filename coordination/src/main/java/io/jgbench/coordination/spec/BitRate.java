package io.jgbench.coordination.spec;

import java.util.Map;

/** Reads what a link carries: a number and {@code kbit}, {@code Mbit} or {@code Gbit}, in steps of 1000. */
public final class BitRate {
    private static final NumberWithUnit TEXT = new NumberWithUnit(
            "a number with kbit, Mbit or Gbit, such as 100Mbit",
            "kbit, Mbit or Gbit, such as 100Mbit",
            Map.ofEntries(
                    Map.entry("bit", 1L),
                    Map.entry("bit/s", 1L),
                    Map.entry("bps", 1L),
                    Map.entry("kbit", 1_000L),
                    Map.entry("kbit/s", 1_000L),
                    Map.entry("kbps", 1_000L),
                    Map.entry("mbit", 1_000_000L),
                    Map.entry("mbit/s", 1_000_000L),
                    Map.entry("mbps", 1_000_000L),
                    Map.entry("gbit", 1_000_000_000L),
                    Map.entry("gbit/s", 1_000_000_000L),
                    Map.entry("gbps", 1_000_000_000L)));

    private BitRate() {}

    /**
     * Reads a rate.
     *
     * @param setting its name, for what is said of a text that is none
     * @return bits per second
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static long parse(String setting, String text) {
        return TEXT.parse(setting, text);
    }
}
