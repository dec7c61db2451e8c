package io.jgbench.perftest;

import java.io.PrintWriter;

/**
 * Where a member writes what the user follows it by.
 *
 * @param out standard output
 * @param verbose whether details are written, too
 */
public record Console(PrintWriter out, boolean verbose) {

    /** Writes a line. */
    public void line(String text) {
        out.println(text);
        out.flush();
    }

    void detail(String text) {
        if (verbose) {
            line("   " + text);
        }
    }
}
