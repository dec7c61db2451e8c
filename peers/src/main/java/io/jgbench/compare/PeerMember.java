package io.jgbench.compare;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.steady.WarmupHistory;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.coordination.steady.WarmupReading;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How warm one member of MPerf or UPerf is, read from what it prints: ten times a test how many units of work it did a
 * second since the test began. Tests follow one another.
 */
final class PeerMember {
    private static final Pattern RATE_SO_FAR =
            Pattern.compile("^(\\d+): (" + EnglishNumber.PATTERN + ") (?:msgs|reqs)/sec .*$");
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

    /** Units of work a second since the test began that it printed last; 0 before the first. */
    synchronized double lastRate() {
        return lastRate;
    }

    /** How far it has come in all its tests together. */
    synchronized WarmupProgress progress() {
        return history.progress();
    }
}
