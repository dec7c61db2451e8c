package io.jgbench.coordination.difference;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A figure of two runs.
 *
 * @param name its name in the result
 * @param first its value in the first run; empty where that has none
 * @param second its value in the second run
 */
public record FigureRatio(String name, OptionalDouble first, OptionalDouble second) {
    /** The main figure of each workload: the mean of the members' rates; of a search the rate that it has found. */
    private static final Set<String> MAIN =
            Set.of("messagesPerSecond", "requestsPerSecond", "packetsPerSecond", "highestBytesPerSecond");

    /** What belongs to it: the payload, and how long units took. */
    private static final String PAYLOAD = "bytesPerSecond";

    private static final String MEDIAN = ".p50Micros";
    private static final List<String> PERCENTILES = List.of(MEDIAN, ".p99Micros");

    /** Times from one member to another, of which the clocks' error is told beside them. */
    private static final String BETWEEN_CLOCKS = "delivery.latency";

    private static final String CLOCK_ERROR = "delivery.errorMicros";
    private static final String TIME = "Micros";

    /** How late a generator was is no figure of what was measured. */
    private static final String LATENESS = "lateness.";

    /** Whether it is a time between members whose clocks are known too badly to say more than a bound of it. */
    static boolean isOnlyBounded(String name, Map<String, Double> figures) {
        return name.startsWith(BETWEEN_CLOCKS)
                && name.endsWith(TIME)
                && figures.getOrDefault(CLOCK_ERROR, 0.0) >= figures.getOrDefault(BETWEEN_CLOCKS + MEDIAN, 0.0);
    }

    /** Whether it is one of the few that a reader looks for first. */
    public boolean isMain() {
        return MAIN.contains(name)
                || name.equals(PAYLOAD)
                || (!name.startsWith(LATENESS) && PERCENTILES.stream().anyMatch(name::endsWith));
    }

    /** The second divided by the first; empty where one is missing or the first is 0. */
    public OptionalDouble ratio() {
        boolean isDefined = first.isPresent() && second.isPresent() && first.getAsDouble() != 0;
        return isDefined ? OptionalDouble.of(second.getAsDouble() / first.getAsDouble()) : OptionalDouble.empty();
    }
}
