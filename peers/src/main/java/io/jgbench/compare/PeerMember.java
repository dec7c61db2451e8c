package io.jgbench.compare;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.steady.WarmupHistory;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.coordination.steady.WarmupReading;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one member of MPerf or UPerf prints: how many threads it has, and ten times a test how many units of work it did
 * a second since the test began, which tells how warm it is. Tests follow one another.
 */
final class PeerMember {
    private static final Pattern RATE_SO_FAR =
            Pattern.compile("^(\\d+): (" + EnglishNumber.PATTERN + ") (?:msgs|reqs)/sec .*$");

    /** In the menu of keys of both programs, and in what MPerf prints when a test begins. */
    private static final Pattern THREADS = Pattern.compile(
            "^\\[1] Start test .* Threads \\((\\d+)\\).*|-- running test for \\d+ seconds with (\\d+) sender threads$");

    static final int LINES_OF_A_TEST = 10;

    private final long lineNanos;
    private final LongSupplier compilerNanos;

    @GuardedBy("this")
    private final WarmupHistory history = new WarmupHistory();

    @GuardedBy("this")
    private int lines;

    @GuardedBy("this")
    private double unitsBefore;

    @GuardedBy("this")
    private double unitsOfTest;

    @GuardedBy("this")
    private double lastRate;

    @GuardedBy("this")
    private OptionalInt threads = OptionalInt.empty();

    /**
     * One that has not begun.
     *
     * @param time how long a test lasts
     * @param compilerNanos CPU time of its just-in-time compilers
     */
    PeerMember(Duration time, LongSupplier compilerNanos) {
        this.lineNanos = time.toNanos() / LINES_OF_A_TEST;
        this.compilerNanos = compilerNanos;
    }

    /** Takes the next line that it printed. */
    synchronized void printed(String line) {
        Matcher threadsTold = THREADS.matcher(line);
        if (threadsTold.matches()) {
            String inMenu = threadsTold.group(1);
            threads = OptionalInt.of(Integer.parseInt(inMenu == null ? threadsTold.group(2) : inMenu));
            return;
        }
        Matcher matcher = RATE_SO_FAR.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        int number = Integer.parseInt(matcher.group(1));
        if (number == 1) {
            unitsBefore += unitsOfTest;
        }
        lines++;
        lastRate = Double.parseDouble(matcher.group(2).replace(",", ""));
        unitsOfTest = lastRate * number * lineNanos / 1e9;
        history.add(
                new WarmupReading(lines * lineNanos, Math.round(unitsBefore + unitsOfTest), compilerNanos.getAsLong()));
    }

    /** Whether a line says what it did since a test began. */
    static boolean isRate(String line) {
        return RATE_SO_FAR.matcher(line).matches();
    }

    /** How many rates it has printed so far. */
    synchronized long rates() {
        return lines;
    }

    /** Units of work a second since the test began that it printed last; 0 before the first. */
    synchronized double lastRate() {
        return lastRate;
    }

    /**
     * Checks that the number of threads that it printed last is the one that it was told.
     *
     * @param member its name in the message
     * @throws IOException if it is another one, or none was printed
     */
    synchronized void checkThreads(String member, int told) throws IOException {
        if (threads.isEmpty() || threads.getAsInt() != told) {
            throw new IOException(
                    member + " must print that it has the " + told + " threads that it was started with, got: "
                            + (threads.isEmpty() ? "nothing of threads" : threads.getAsInt() + " threads")
                            + "; did it join another cluster at the same addresses?");
        }
    }

    /** How far it has come in all its tests together. */
    synchronized WarmupProgress progress() {
        return history.progress();
    }
}
