package io.jgbench.cli.peers;

import io.jgbench.compare.TurnComparison.TurnOutcome;
import io.jgbench.compare.TurnFigures;
import io.jgbench.compare.TurnPair;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

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
    boolean print(TurnOutcome outcome) {
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
        out.println("ratio          " + rates(outcome.pairs(), DoubleUnaryOperator.identity()));
        CpuCosts.print(
                out,
                new MeasuredPairs<>(outcome.pairs(), _ -> true),
                other,
                pair -> pair.other().cpuCost(),
                pair -> pair.jgbench().cpuCost(),
                () -> ratios(
                        outcome.pairs().stream().filter(TurnTable::knowsCosts).toList(), TurnTable::costRatio));
        if (!outcome.complete()) {
            out.println("messages of jgbench's run are missing: its figures must not be used");
        }
        out.flush();
        return outcome.complete();
    }

    /** The ratio of rates over all pairs, each of them changed first. */
    static String rates(List<TurnPair> pairs, DoubleUnaryOperator change) {
        return ratios(pairs, (jgbench, other) -> change.applyAsDouble(jgbench.perSecond() / other.perSecond()));
    }

    private static boolean knowsCosts(TurnPair pair) {
        return Stream.of(pair.before(), pair.jgbench(), pair.after())
                .allMatch(turn -> turn.cpuCost().isPresent());
    }

    private static double costRatio(TurnFigures jgbench, TurnFigures other) {
        return jgbench.cpuCost().orElseThrow().over(other.cpuCost().orElseThrow());
    }

    private static String ratios(List<TurnPair> pairs, ToDoubleBiFunction<TurnFigures, TurnFigures> ratio) {
        if (pairs.isEmpty()) {
            return MeasuredPairs.NO_RATIO;
        }
        return Ratios.ofTurns(
                        ratios(pairs, ratio, TurnPair::other),
                        ratios(pairs, ratio, TurnPair::before),
                        ratios(pairs, ratio, TurnPair::after))
                .text();
    }

    private static double[] ratios(
            List<TurnPair> pairs,
            ToDoubleBiFunction<TurnFigures, TurnFigures> ratio,
            Function<TurnPair, TurnFigures> other) {
        return pairs.stream()
                .mapToDouble(pair -> ratio.applyAsDouble(pair.jgbench(), other.apply(pair)))
                .toArray();
    }

    private static String columns(TurnFigures figures) {
        return String.format(
                Locale.ROOT,
                "%,15.0f  %13s  %6s",
                figures.perSecond(),
                figures.losses().text(),
                CpuCosts.micros(figures.cpuCost()));
    }
}
