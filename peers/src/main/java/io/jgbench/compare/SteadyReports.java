package io.jgbench.compare;

import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.WarmupHistory;
import io.jgbench.coordination.steady.WarmupOutcome;
import io.jgbench.coordination.steady.WarmupReading;
import io.jgbench.counters.CompilerThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The reports of a program that goes on until it is ended: the first ones say when it is steady, by the rule that holds
 * for jgbench's own members, and those after them what it does then.
 */
final class SteadyReports {
    private final Warmup.Steady warmup;
    private final long measuredNanos;
    private final Begun begun;

    private final List<Jvm> jvms = new ArrayList<>();
    private long elapsedNanos;
    private double units;
    private Optional<Begin> begin = Optional.empty();

    /**
     * Of a program that has not begun.
     *
     * @param time how long it is measured
     * @param begun called when the measured part begins
     */
    SteadyReports(Warmup.Steady warmup, Duration time, Begun begun) {
        this.warmup = warmup;
        this.measuredNanos = time.toNanos();
        this.begun = begun;
    }

    /**
     * What it does when it is warm.
     *
     * @param unitsPerSecond of the measured time
     * @param steady whether it was when that began
     */
    record Rate(double unitsPerSecond, boolean steady) {}

    /** Is told when the measured part begins. */
    @FunctionalInterface
    interface Begun {

        /**
         * It begins.
         *
         * @throws IOException if what is noted then cannot be read
         */
        void begun() throws IOException;
    }

    /** Where the measured part begins. */
    private record Begin(long elapsedNanos, double units, boolean steady) {}

    private record Jvm(LongSupplier compilerNanos, WarmupHistory history) {}

    /** Adds one of the processes that the program consists of, before its first report. */
    void ofProcess(long pid) {
        ofCompilers(CompilerThreads.of(pid)::cpuNanos);
    }

    /**
     * The same.
     *
     * @param compilerNanos CPU time of the process' just-in-time compilers
     */
    void ofCompilers(LongSupplier compilerNanos) {
        jvms.add(new Jvm(compilerNanos, new WarmupHistory()));
    }

    /**
     * Takes the next report.
     *
     * @param spanNanos the time that it covers, more than 0
     * @param unitsMeanwhile units of work in that time
     * @throws IOException if what is noted at the start of the measured part cannot be read
     */
    void add(long spanNanos, double unitsMeanwhile) throws IOException {
        elapsedNanos += spanNanos;
        units += unitsMeanwhile;
        if (begin.isEmpty()) {
            for (Jvm jvm : jvms) {
                jvm.history()
                        .add(new WarmupReading(
                                elapsedNanos,
                                Math.round(units),
                                jvm.compilerNanos().getAsLong()));
            }
            beginIfWarm();
        }
    }

    private void beginIfWarm() throws IOException {
        Optional<WarmupOutcome> ended = SteadyRule.end(
                warmup.atLeast(),
                warmup.atMost(),
                jvms.stream().map(jvm -> jvm.history().progress()).toList());
        if (ended.isPresent()) {
            begin = Optional.of(new Begin(elapsedNanos, units, ended.get().steady()));
            begun.begun();
        }
    }

    /** What it does when it is warm; empty until it has been measured for long enough. */
    Optional<Rate> rate() {
        return begin.filter(from -> elapsedNanos - from.elapsedNanos() >= measuredNanos)
                .map(from ->
                        new Rate((units - from.units()) * 1e9 / (elapsedNanos - from.elapsedNanos()), from.steady()));
    }
}
