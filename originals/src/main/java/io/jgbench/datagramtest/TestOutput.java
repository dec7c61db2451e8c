package io.jgbench.datagramtest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.PrintWriter;
import java.util.List;

/** Where marks and reports of publisher and listener go, one whole report after the other. */
final class TestOutput {
    /** Every tenth mark is a capital. */
    private static final int CAPITAL = 10;

    private final PrintWriter out;

    @GuardedBy("this")
    private boolean marked;

    TestOutput(PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints a tick mark.
     *
     * @param mark 'i' or 'o'
     * @param number how many of these there have been with this one
     */
    synchronized void tick(char mark, long number) {
        out.print(number % CAPITAL == 0 ? Character.toUpperCase(mark) : mark);
        out.flush();
        marked = true;
    }

    /** Prints lines, and an empty one after several. */
    synchronized void lines(List<String> lines) {
        if (marked) {
            out.println();
            marked = false;
        }
        lines.forEach(out::println);
        if (lines.size() > 1) {
            out.println();
        }
        out.flush();
    }
}
