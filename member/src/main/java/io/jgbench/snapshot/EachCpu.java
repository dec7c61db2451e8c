package io.jgbench.snapshot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A value that each of several CPUs or queues has, in one text. */
final class EachCpu {
    private EachCpu() {}

    /** The value where all have the same, {@code performance (60), powersave (4)} where they differ. */
    static String text(List<String> values) {
        Map<String, Long> counts = values.stream()
                .collect(Collectors.groupingBy(value -> value, LinkedHashMap::new, Collectors.counting()));
        return counts.size() == 1
                ? values.getFirst()
                : counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> each.getKey() + " (" + each.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }
}
