package io.jgbench.messagebustest;

import io.jgbench.naming.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command line of Coherence's message bus test: options that begin with a hyphen, each with as many values as stand
 * before the next one; one without any is a switch that is on, and one that is given again has the values of both. A
 * negative number is a value.
 */
final class CommandLineOptions {
    private static final List<String> KNOWN = List.of(
            "-bind",
            "-peer",
            "-rxThreads",
            "-txThreads",
            "-msgSize",
            "-chunkSize",
            "-cached",
            "-txRate",
            "-txMaxBacklog",
            "-rxRate",
            "-flushFreq",
            "-latencyFreq",
            "-noReceipts",
            "-manager",
            "-depotFactory",
            "-reportInterval",
            "-polite",
            "-block",
            "-relay",
            "-ignoreFlowControl",
            "-poll",
            "-prompt",
            "-tabular",
            "-warmup",
            "-verbose",
            "-duration");

    private final Map<String, List<String>> given = new LinkedHashMap<>();

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException if there is an unknown option, or a value without one
     */
    CommandLineOptions(List<String> arguments) {
        String option = null;
        for (String argument : arguments) {
            if (argument.startsWith("-") && !argument.matches("-\\d+")) {
                option = argument;
                if (!KNOWN.contains(option)) {
                    throw new IllegalArgumentException(
                            "unknown parameter " + option + "; did you mean " + NearestName.of(option, KNOWN) + "?");
                }
                given.computeIfAbsent(option, _ -> new ArrayList<>());
            } else if (option == null) {
                throw new IllegalArgumentException("unexpected parameter " + argument + "; options begin with -");
            } else {
                given.get(option).add(argument);
            }
        }
    }

    /** All values of an option; none if it is not given. */
    List<String> values(String option) {
        return List.copyOf(given.getOrDefault(option, List.of()));
    }

    /** Its value, {@code true} if it has none; empty if it is not given. */
    Optional<String> value(String option) {
        List<String> values = given.get(option);
        if (values == null) {
            return Optional.empty();
        }
        if (values.size() > 1) {
            throw BusUnits.bad(option, "one value", String.join(" ", values));
        }
        return Optional.of(values.isEmpty() ? "true" : values.getFirst());
    }

    /** Whether it is given, and not as {@code false}. */
    boolean flag(String option) {
        return value(option).filter(text -> !text.equals("false")).isPresent();
    }
}
