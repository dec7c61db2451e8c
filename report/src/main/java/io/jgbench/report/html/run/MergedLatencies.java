package io.jgbench.report.html.run;

import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.OneWayLatency;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.report.html.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The latencies of all members of a run in one histogram for each thing that was timed, in nanoseconds. */
record MergedLatencies(RunResult run) {

    /** First those from one member to another, by their names with the clocks' error, then {@link #ofOneClock}. */
    SequencedMap<String, Histogram> byName() {
        var merged = new LinkedHashMap<String, Histogram>();
        oneWay().forEach((name, latency) ->
                merged.put(Delivery.label(title(name), latency.errorMicros()), latency.merged()));
        merged.putAll(ofOneClock());
        return merged;
    }

    /** Those from one member to another, by what was timed. */
    Map<String, OneWayLatency> oneWay() {
        return run.figures().map(RunFigures::oneWay).orElse(Map.of());
    }

    /** Those that a member timed on its own clock, by the name of what was timed; nothing of what was never timed. */
    SequencedMap<String, Histogram> ofOneClock() {
        var texts = new TreeMap<String, List<String>>();
        for (var member : run.members()) {
            member.report()
                    .ifPresent(report -> report.workload().histograms().forEach((name, text) -> {
                        if (!text.isEmpty()) {
                            texts.computeIfAbsent(title(name), _ -> new ArrayList<>())
                                    .add(text);
                        }
                    }));
        }
        var merged = new TreeMap<String, Histogram>();
        texts.forEach((name, each) -> merged.put(name, Latency.mergedOf(each.stream())));
        return merged;
    }

    private static String title(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
