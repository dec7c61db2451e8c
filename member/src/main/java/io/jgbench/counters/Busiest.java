package io.jgbench.counters;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Keeps a report small where there is a counter for each of many threads or CPUs. */
public final class Busiest {
    private Busiest() {}

    /**
     * The same counters with the largest of a family only, and none of it that is 0.
     *
     * @param prefix what the names of the family begin with
     * @param most how many to keep
     */
    public static Map<String, Long> of(Map<String, Long> counters, String prefix, int most) {
        Map<String, Long> kept = new HashMap<>(counters);
        kept.keySet().removeIf(name -> name.startsWith(prefix));
        counters.entrySet().stream()
                .filter(counter -> counter.getKey().startsWith(prefix) && counter.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .forEach(counter -> kept.put(counter.getKey(), counter.getValue()));
        return kept;
    }
}
