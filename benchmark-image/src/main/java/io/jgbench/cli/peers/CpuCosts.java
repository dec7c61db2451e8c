package io.jgbench.cli.peers;

import io.jgbench.compare.CpuCost;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a message or request costs two programs, as comparisons print it. */
final class CpuCosts {
    /** Explains the columns of the table below it. */
    static final String HEADING = "lost: datagrams for which a receive buffer was full; resent: TCP segments;"
            + " us: CPU time of all members for each one sent";

    private CpuCosts() {}

    /** Microseconds with one decimal; a dash where they are not known. */
    static String micros(Optional<CpuCost> cost) {
        return cost.map(it -> String.format(Locale.ROOT, "%.1f", it.nanosEach() / 1000))
                .orElse("-");
    }

    /**
     * Prints the ratio of the costs and what went to the compilers of each; nothing where no pair knows it.
     *
     * @param other the name of the other program
     */
    static <T> void print(
            PrintStream out,
            MeasuredPairs<T> pairs,
            String other,
            Function<T, Optional<CpuCost>> ofOther,
            Function<T, Optional<CpuCost>> ofJgbench) {
        print(
                out,
                pairs,
                other,
                ofOther,
                ofJgbench,
                () -> pairs.text(pair -> ratio(ofJgbench.apply(pair), ofOther.apply(pair))));
    }

    /**
     * The same.
     *
     * @param ratio the ratio in words, where each pair knows the costs
     */
    static <T> void print(
            PrintStream out,
            MeasuredPairs<T> pairs,
            String other,
            Function<T, Optional<CpuCost>> ofOther,
            Function<T, Optional<CpuCost>> ofJgbench,
            Supplier<String> ratio) {
        OptionalDouble compilersOfOther = pairs.median(pair -> share(ofOther.apply(pair)));
        OptionalDouble compilersOfJgbench = pairs.median(pair -> share(ofJgbench.apply(pair)));
        if (compilersOfOther.isEmpty() || compilersOfJgbench.isEmpty()) {
            return;
        }
        out.println("CPU time each  " + ratio.get());
        out.printf(
                Locale.ROOT,
                "compilers      %.1f %% of the CPU time of %s, %.1f %% of jgbench's (medians)%n",
                compilersOfOther.getAsDouble() * 100,
                other,
                compilersOfJgbench.getAsDouble() * 100);
    }

    private static OptionalDouble ratio(Optional<CpuCost> jgbench, Optional<CpuCost> other) {
        return jgbench.isPresent() && other.isPresent()
                ? OptionalDouble.of(jgbench.orElseThrow().over(other.orElseThrow()))
                : OptionalDouble.empty();
    }

    private static OptionalDouble share(Optional<CpuCost> cost) {
        return cost.map(it -> OptionalDouble.of(it.compilerShare())).orElse(OptionalDouble.empty());
    }
}
