package io.jgbench.counters;

import java.util.HashMap;
import java.util.Map;

/** One counter in the place of those that it is the sum of, such as one for each CPU. */
public final class Sums {
    private Sums() {}

    /** The name of one of the counters of which there is to be a sum. */
    public static String part(String sum, String of) {
        return sum + "." + of;
    }

    /** The same counters with the sums of these names instead of their parts; without a sum that has none. */
    public static Map<String, Long> of(Map<String, Long> counters, String... sums) {
        Map<String, Long> summed = new HashMap<>(counters);
        for (String sum : sums) {
            counters.forEach((name, value) -> {
                if (name.startsWith(part(sum, ""))) {
                    summed.remove(name);
                    summed.merge(sum, value, Long::sum);
                }
            });
        }
        return summed;
    }
}
