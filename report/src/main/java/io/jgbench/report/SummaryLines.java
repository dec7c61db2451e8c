package io.jgbench.report;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** A line for each figure of a run: its name, its value with the unit, what it means. */
final class SummaryLines {
    private SummaryLines() {}

    static List<String> of(RunResult run) {
        var section = Workloads.section(run);
        var skewLine = new FigureLines();
        run.startSkew()
                .ifPresent(skew -> skewLine.add(
                        "Start skew",
                        Numbers.millis(skew.skewNanos()) + " (+/- " + Numbers.millis(skew.errorNanos()) + ")"));
        var warmupLine = new FigureLines();
        run.warmup()
                .ifPresent(warmup ->
                        warmupLine.add("Warm-up", warmup(warmup, run.spec().workload())));
        var windowLine = new FigureLines();
        run.spec()
                .transport()
                .window()
                .ifPresent(window -> windowLine.wrapped(
                        "Window", Numbers.grouped(window.bytes()) + " bytes: " + window.reason(), ConsoleReport.WIDTH));
        var bottleneckLine = new FigureLines();
        run.bottleneck()
                .ifPresent(found -> bottleneckLine.wrapped(
                        "Bottleneck", found.type().label() + ": " + found.message(), ConsoleReport.WIDTH));
        var all = new ArrayList<>(section.figures());
        all.addAll(bottleneckLine.lines());
        all.addAll(windowLine.lines());
        all.addAll(warmupLine.lines());
        all.addAll(skewLine.lines());
        all.addAll(section.accounts());
        return all;
    }

    private static String warmup(WarmupResult warmup, WorkloadSpec workload) {
        var took = "%s s, %s %s a member"
                .formatted(
                        Numbers.tenths(warmup.durationNanos() / 1e9),
                        Numbers.grouped(warmup.unitsPerMember()),
                        workload.unitOfWork());
        return switch (warmup.end()) {
            case FIXED -> took + ", as many as were asked for";
            case STEADY -> took + ", until all members were steady";
            case AT_MOST -> took + ", the most that was allowed; not steady by then";
        };
    }

    static List<String> ofRepetitions(RepetitionsResult result) {
        var lines = new FigureLines();
        var unit = result.representative().spec().workload().unitOfWork();
        result.unitsPerSecond().ifPresent(spread -> lines.add("Rate", median(spread, Numbers::rounded, unit + "/s")));
        result.bytesPerSecond()
                .ifPresent(spread -> lines.add("Throughput", median(spread, Numbers::megabytes, "MB/s")));
        lines.add(
                "Repetitions",
                result.validRuns() + " of " + result.runs().size() + " are valid; only these are counted above");
        return lines.lines();
    }

    private static String median(Spread spread, DoubleFunction<String> number, String unit) {
        OptionalDouble apart = spread.permilleOfMedian();
        return "median %s %s a member (%s to %s%s)"
                .formatted(
                        number.apply(spread.median()),
                        unit,
                        number.apply(spread.min()),
                        number.apply(spread.max()),
                        apart.isPresent() ? ", " + Numbers.percent(apart.getAsDouble()) + " apart" : "");
    }
}
