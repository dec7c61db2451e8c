package io.jgbench.transport;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads a transport's options; each error names the transport, the option, the rule and the value found. */
public final class TransportOptions {
    private final String transport;
    private final Map<String, String> values;

    /**
     * Refuses options that the transport does not have.
     *
     * @param transport the transport's name, for the messages
     * @param values the options as given
     * @param known the names of the options that there are
     * @throws IllegalArgumentException if there is another one
     */
    public TransportOptions(String transport, Map<String, String> values, String... known) {
        this.transport = transport;
        this.values = Map.copyOf(values);
        TreeSet<String> unknown = new TreeSet<>(values.keySet());
        TreeSet<String> names = new TreeSet<>(List.of(known));
        unknown.removeAll(names);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("transport " + transport + " has no option " + unknown.first()
                    + (names.isEmpty() ? "; it has none" : "; it has " + String.join(", ", names)));
        }
    }

    /** The text of an option. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** True or false. */
    public boolean flag(String name, boolean otherwise) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(name, "true or false", value);
        };
    }

    /** A whole number between two bounds, both included. */
    public int number(String name, int least, int most, int otherwise) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // falls through to the message below, which is the same for both
        }
        throw bad(name, "a whole number between " + least + " and " + most, value);
    }

    /** What an option that breaks its rule is answered with. */
    public IllegalArgumentException bad(String name, String rule, String found) {
        return new IllegalArgumentException(
                "option " + name + " of transport " + transport + " must be " + rule + ", got: " + found);
    }
}
