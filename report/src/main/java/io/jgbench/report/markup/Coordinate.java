package io.jgbench.report.markup;

/** Numbers of a drawing as short text. */
final class Coordinate {
    private static final double MOST = 1e9;

    private Coordinate() {}

    /** With one digit after the point at the most, which is a tenth of a pixel. */
    static String text(double value) {
        if (!(Math.abs(value) <= MOST)) {
            throw new IllegalArgumentException("a coordinate must be a number of at most 10^9, got: " + value);
        }
        long tenths = Math.round(value * 10);
        long size = Math.abs(tenths);
        return (tenths < 0 ? "-" : "") + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
    }
}
