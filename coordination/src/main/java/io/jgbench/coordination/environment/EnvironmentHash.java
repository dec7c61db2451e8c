package io.jgbench.coordination.environment;

import io.jgbench.coordination.ShortHash;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One short text for all that should be equal between runs whose figures are compared: the first 16 digits of a SHA-256
 * of {@link HostSnapshot#lasting}.
 *
 * <p>Hosts that are all equal count once, so that runs of four and of eight members on such hosts have the same hash.
 * Where they differ, it counts which member stands on which. The order of facts has no say in it, and what could not be
 * read none either: its reason is a sentence that the next kernel may word otherwise.
 */
public final class EnvironmentHash {
    private EnvironmentHash() {}

    /**
     * The hash of a run's environment.
     *
     * @param members the hosts of all members, by the members' index
     * @return empty where the members' hosts say nothing that should last
     */
    public static Optional<String> of(List<HostSnapshot> members) {
        List<String> hosts = members.stream().map(EnvironmentHash::text).toList();
        if (hosts.stream().allMatch(String::isEmpty)) {
            return Optional.empty();
        }
        List<String> counted = hosts.stream().distinct().count() == 1 ? hosts.subList(0, 1) : hosts;
        return Optional.of(ShortHash.of(String.join("\n", counted)));
    }

    /** Lines of name and value; a line break within a value would make two of them. */
    private static String text(HostSnapshot host) {
        return host.lasting().entrySet().stream()
                .map(fact -> fact.getKey() + "="
                        + fact.getValue().replace("\\", "\\\\").replace("\n", "\\n") + "\n")
                .collect(Collectors.joining());
    }
}
