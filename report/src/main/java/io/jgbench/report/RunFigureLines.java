package io.jgbench.report;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.registry.Workloads;

/** All figures of a run: its name, its value with the unit, what it means. */
public final class RunFigureLines {
    private RunFigureLines() {}

    /** The workload's own figures first, then those that all runs have. */
    public static FigureLines of(RunResult run) {
        var section = Workloads.section(run);
        var lines = new FigureLines();
        lines.addAll(section.figures());
        run.bottleneck().ifPresent(found -> lines.add("Bottleneck", found.type().label() + ": " + found.message()));
        run.spec()
                .transport()
                .window()
                .ifPresent(
                        window -> lines.add("Window", Numbers.grouped(window.bytes()) + " bytes: " + window.reason()));
        run.warmup()
                .ifPresent(
                        warmup -> lines.add("Warm-up", warmup(warmup, run.spec().workload())));
        run.startSkew()
                .ifPresent(skew -> lines.add(
                        "Start skew",
                        Numbers.millis(skew.skewNanos()) + " (+/- " + Numbers.millis(skew.errorNanos()) + ")"));
        lines.addAll(section.accounts());
        return lines;
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
}
