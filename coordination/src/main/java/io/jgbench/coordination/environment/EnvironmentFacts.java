package io.jgbench.coordination.environment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.jgbench.coordination.ShortHash;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an {@link EnvironmentHash} is made of, fact by fact, so that one can tell in which facts two of them differ. A
 * hash stands for each value, as ten thousand of these may be held at once.
 *
 * @param text entries such as {@code kernel=3f2a91c0}, separated by blanks; the hash of a fact in which the hosts of
 *     one run differ among themselves begins with {@code ~}
 */
public record EnvironmentFacts(@JsonValue String text) {
    private static final int HASH_DIGITS = 8;
    private static final String MIXED = "~";

    /** Refuses null. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public EnvironmentFacts {
        Objects.requireNonNull(text, "text");
    }

    /**
     * A fact in which two environments differ.
     *
     * @param name see {@link HostFact#label()}
     * @param mixed whether the hosts of one of the two runs differ in it among themselves
     * @param oneSided whether one of the two does not have it at all
     */
    public record Difference(String name, boolean mixed, boolean oneSided) {}

    /**
     * The facts of a run's environment.
     *
     * @param members the hosts of all members, by the members' index
     */
    public static EnvironmentFacts of(List<HostSnapshot> members) {
        List<Map<HostFact, String>> hosts =
                members.stream().map(EnvironmentFacts::values).toList();
        return new EnvironmentFacts(Stream.of(HostFact.values())
                .flatMap(fact -> entry(
                        fact,
                        hosts.stream().map(host -> host.getOrDefault(fact, "")).toList())
                        .stream())
                .collect(Collectors.joining(" ")));
    }

    /** The values of each fact of a host, with their names as a fact may have several. */
    private static Map<HostFact, String> values(HostSnapshot host) {
        Map<HostFact, String> values = new EnumMap<>(HostFact.class);
        host.lasting()
                .forEach((name, value) -> HostFact.of(name)
                        .ifPresent(fact -> values.merge(fact, name + "=" + value, (one, next) -> one + "\n" + next)));
        return values;
    }

    private static Optional<String> entry(HostFact fact, List<String> ofMembers) {
        if (ofMembers.stream().allMatch(String::isEmpty)) {
            return Optional.empty();
        }
        boolean isMixed = ofMembers.stream().distinct().count() > 1;
        return Optional.of(fact.label() + "="
                + (isMixed ? MIXED + hash(String.join("\0", ofMembers)) : hash(ofMembers.getFirst())));
    }

    private static String hash(String text) {
        return ShortHash.of(text).substring(0, HASH_DIGITS);
    }

    /** In what this environment differs from another one, by name. */
    public List<Difference> differences(EnvironmentFacts other) {
        Map<String, String> here = hashes();
        Map<String, String> there = other.hashes();
        var names = new TreeSet<>(here.keySet());
        names.addAll(there.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(here.get(name), there.get(name)))
                .map(name -> new Difference(
                        name,
                        isMixed(here.get(name)) || isMixed(there.get(name)),
                        !here.containsKey(name) || !there.containsKey(name)))
                .toList();
    }

    private static boolean isMixed(String hash) {
        return hash != null && hash.startsWith(MIXED);
    }

    private Map<String, String> hashes() {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (String entry : text.split(" ", -1)) {
            int end = entry.lastIndexOf('=');
            if (end > 0) {
                hashes.put(entry.substring(0, end), entry.substring(end + 1));
            }
        }
        return hashes;
    }
}
