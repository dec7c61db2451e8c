package io.jgbench.report.html.run;

import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The latencies of all members of a run in one histogram for each thing that was timed. */
record MergedLatencies(RunResult run) {

    /** In nanoseconds, by the name of what was timed; nothing of what was never timed. */
    SequencedMap<String, Histogram> byName() {
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
