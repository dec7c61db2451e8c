package io.jgbench.report.console;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** What the valid repetitions of a run come to. */
final class RepetitionLines {
    private RepetitionLines() {}

    static FigureLines of(RepetitionsResult result) {
        var lines = new FigureLines();
        var workload = result.representative().spec().workload();
        String of = " a " + Workloads.rate(workload).of();
        String unit = workload.unitOfWork() + "/s" + of;
        result.unitsPerSecond().ifPresent(spread -> lines.add("Rate", median(spread, Numbers::rounded, unit)));
        result.bytesPerSecond()
                .ifPresent(spread -> lines.add("Throughput", median(spread, Numbers::megabytes, "MB/s" + of)));
        lines.add(
                "Repetitions",
                result.validRuns() + " of " + result.runs().size() + " are valid; only these are counted above");
        return lines;
    }

    private static String median(Spread spread, DoubleFunction<String> number, String unit) {
        OptionalDouble apart = spread.permilleOfMedian();
        return "median %s %s (%s to %s%s)"
                .formatted(
                        number.apply(spread.median()),
                        unit,
                        number.apply(spread.min()),
                        number.apply(spread.max()),
                        apart.isPresent() ? ", " + Numbers.percent(apart.getAsDouble()) + " apart" : "");
    }
}
