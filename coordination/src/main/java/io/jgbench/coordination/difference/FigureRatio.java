package io.jgbench.coordination.difference;

import java.util.List;
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

    private static final List<String> PERCENTILES = List.of(".p50Micros", ".p99Micros");

    /** How late a generator was is no figure of what was measured. */
    private static final String LATENESS = "lateness.";

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
