package io.jgbench.operator;

import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What the operator is told by its environment; {@code docs/OPERATOR.md} describes each variable.
 *
 * @param namespace where the operator itself is: its Leases are there
 * @param watchedNamespaces the namespaces whose runs it looks after, empty for all
 * @param members how members are made
 * @param ports their ports
 * @param leaderElection whether replicas elect one that acts
 * @param identity the name of this replica, another for each: its pod's, where it runs in one
 * @param httpPort where health and metrics are served, 0 for a free port
 */
public record OperatorSettings(
        String namespace,
        Set<String> watchedNamespaces,
        MemberSettings members,
        PortAssignment ports,
        boolean leaderElection,
        String identity,
        int httpPort) {
    private static final int MAX_PORT = 65_535;

    /** Copies the namespaces. */
    public OperatorSettings {
        watchedNamespaces = Set.copyOf(watchedNamespaces);
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException if a variable is missing or wrong, with a sentence that says which, what was
     *     found and what to set
     */
    public static OperatorSettings of(Map<String, String> environment) {
        var variables = new Variables(environment);
        return new OperatorSettings(
                variables.required("JGBENCH_NAMESPACE", "the namespace in which the operator runs"),
                Set.copyOf(variables.list("JGBENCH_WATCH_NAMESPACES")),
                new MemberSettings(
                        variables.required("JGBENCH_MEMBER_IMAGE", "the image of members"),
                        variables.text("JGBENCH_MEMBER_IMAGE_PULL_POLICY").orElse("IfNotPresent"),
                        variables.list("JGBENCH_MEMBER_IMAGE_PULL_SECRETS"),
                        variables.text("JGBENCH_MEMBER_SERVICE_ACCOUNT"),
                        variables.text("JGBENCH_MEMBER_CPU").orElse("1"),
                        variables.text("JGBENCH_MEMBER_CPU_LIMIT"),
                        variables.text("JGBENCH_MEMBER_MEMORY").orElse("1Gi"),
                        variables.text("JGBENCH_MEMBER_CLASS_PATH").orElse(MemberSettings.CLASS_PATH_OF_IMAGE)),
                new PortAssignment(
                        variables.number("JGBENCH_BIND_PORT", 1024, 7800),
                        variables.number("JGBENCH_CONTROL_PORT", 1024, 27_800)),
                variables.flag("JGBENCH_LEADER_ELECTION", true),
                variables.text("HOSTNAME").orElseGet(() -> UUID.randomUUID().toString()),
                variables.number("JGBENCH_HTTP_PORT", 0, 8080));
    }

    private record Variables(Map<String, String> environment) {

        Optional<String> text(String name) {
            return Optional.ofNullable(environment.get(name)).map(String::strip).filter(text -> !text.isEmpty());
        }

        String required(String name, String meaning) {
            return text(name)
                    .orElseThrow(() -> new IllegalArgumentException("the environment variable " + name
                            + " must be set: " + meaning + "; see docs/OPERATOR.md"));
        }

        List<String> list(String name) {
            return text(name).stream()
                    .flatMap(text -> Arrays.stream(text.split(",", -1)))
                    .map(String::strip)
                    .filter(item -> !item.isEmpty())
                    .collect(Collectors.toList());
        }

        boolean flag(String name, boolean otherwise) {
            return switch (text(name).orElse(Boolean.toString(otherwise))) {
                case "true" -> true;
                case "false" -> false;
                case String other -> throw new IllegalArgumentException(name + " must be true or false, got: " + other);
            };
        }

        int number(String name, int least, int otherwise) {
            String text = text(name).orElse(Integer.toString(otherwise));
            try {
                int number = Integer.parseInt(text);
                if (number >= least && number <= MAX_PORT) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // the message below says it
            }
            throw new IllegalArgumentException(
                    name + " must be a port between " + least + " and " + MAX_PORT + ", got: " + text);
        }
    }
}
