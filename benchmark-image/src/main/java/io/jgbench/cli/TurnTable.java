package io.jgbench.cli;

import io.jgbench.compare.TurnComparison.Outcome;
import io.jgbench.compare.TurnFigures;
import io.jgbench.compare.TurnPair;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * What two programs that took turns did, as a table with the ratios below it.
 *
 * @param out where it is printed
 * @param other the name of the program that jgbench is compared with
 * @param unit of its rate, such as {@code msg/s}
 */
record TurnTable(PrintStream out, String other, String unit) {

    /**
     * Prints it.
     *
     * @return whether the figures may be used
     */
    boolean print(Outcome outcome) {
        out.println(CpuCosts.HEADING);
        out.printf(
                "pair  %15s  %13s  %6s   %15s  %13s  %6s   ratio%n",
                other + " " + unit, "lost/resent", "us", "jgbench " + unit, "lost/resent", "us");
        int number = 0;
        for (TurnPair pair : outcome.pairs()) {
            number++;
            out.printf(
                    Locale.ROOT,
                    "%4d  %s   %s   %.3f%n",
                    number,
                    columns(pair.other()),
                    columns(pair.jgbench()),
                    pair.ratio());
        }
        out.println("ratio          " + ratios(outcome.pairs(), DoubleUnaryOperator.identity()));
        CpuCosts.print(
                out,
                measured(outcome.pairs()),
                other,
                pair -> pair.other().cpuCost(),
                pair -> pair.jgbench().cpuCost());
        if (!outcome.complete()) {
            out.println("messages of jgbench's run are missing: its figures must not be used");
        }
        out.flush();
        return outcome.complete();
    }

    /** The ratio of rates over all pairs, each of them changed first. */
    static String ratios(List<TurnPair> pairs, DoubleUnaryOperator change) {
        return measured(pairs).text(pair -> OptionalDouble.of(change.applyAsDouble(pair.ratio())));
    }

    private static MeasuredPairs<TurnPair> measured(List<TurnPair> pairs) {
        return new MeasuredPairs<>(pairs, _ -> true);
    }

    private static String columns(TurnFigures figures) {
        return String.format(
                Locale.ROOT,
                "%,15.0f  %13s  %6s",
                figures.perSecond(),
                figures.losses().receiveBufferDrops() + "/" + figures.losses().segmentsSentAgain(),
                CpuCosts.micros(figures.cpuCost()));
    }
}
