package io.jgbench.coordination.difference;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * In what two runs differ.
 *
 * @param spec paths of the spec
 * @param stack protocols and their attributes
 * @param environment facts about the members' hosts that should be equal
 * @param passing facts that differ although the runs may be equal; see {@link HostFact#whyItMayDiffer}
 * @param notCompared members whose hosts cannot be compared, one sentence each
 * @param figures the figures of both
 */
public record RunDifferences(
        List<Difference> spec,
        List<Difference> stack,
        List<Difference> environment,
        List<Difference> passing,
        List<String> notCompared,
        List<FigureRatio> figures) {

    /** Copies the lists. */
    public RunDifferences {
        spec = List.copyOf(spec);
        stack = List.copyOf(stack);
        environment = List.copyOf(environment);
        passing = List.copyOf(passing);
        notCompared = List.copyOf(notCompared);
        figures = List.copyOf(figures);
    }

    /** Whether the two were the same run, done twice, as far as is known: at most their figures differ. */
    public boolean areEqual() {
        return spec.isEmpty() && stack.isEmpty() && environment.isEmpty() && notCompared.isEmpty();
    }

    /** Compares two runs. */
    public static RunDifferences between(ComparedRun first, ComparedRun second) {
        List<Difference> lasting = new ArrayList<>();
        List<Difference> passing = new ArrayList<>();
        hosts(first, second)
                .forEach(difference -> (HostSnapshot.isLasting(difference.name()) ? lasting : passing).add(difference));
        return new RunDifferences(
                values(first.spec(), second.spec()),
                stack(first.stack(), second.stack()),
                lasting,
                passing,
                notCompared(first, second),
                figures(first.figures(), second.figures()));
    }

    private static List<Difference> values(SortedMap<String, String> first, SortedMap<String, String> second) {
        return union(first.keySet(), second.keySet()).stream()
                .map(name -> new Difference(
                        name, Optional.ofNullable(first.get(name)), Optional.ofNullable(second.get(name)), List.of()))
                .filter(difference -> !difference.first().equals(difference.second()))
                .toList();
    }

    /**
     * Differences of the stacks. If one stack lacks a protocol, its attributes and the order of protocols are left out.
     */
    private static List<Difference> stack(SortedMap<String, String> first, SortedMap<String, String> second) {
        List<Difference> all = values(first, second);
        List<String> alone = all.stream()
                .filter(RunDifferences::isProtocol)
                .map(Difference::name)
                .toList();
        return all.stream()
                .filter(difference -> alone.isEmpty() || !difference.name().equals(StackAttributes.ORDER))
                .filter(difference ->
                        alone.stream().noneMatch(name -> difference.name().startsWith(name + ".")))
                .toList();
    }

    /** Its name does not tell it: {@code pbcast.GMS} is a protocol, {@code UDP.bind_port} an attribute. */
    private static boolean isProtocol(Difference difference) {
        return difference
                .first()
                .or(difference::second)
                .filter(StackAttributes.IN_THE_STACK::equals)
                .isPresent();
    }

    private static List<Difference> hosts(ComparedRun first, ComparedRun second) {
        Map<String, HostSnapshot> firstHosts = new LinkedHashMap<>();
        Map<String, HostSnapshot> secondHosts = new LinkedHashMap<>();
        first.hosts().forEach((member, host) -> {
            Optional<HostSnapshot> other = second.hosts().getOrDefault(member, Optional.empty());
            if (host.isPresent() && other.isPresent()) {
                firstHosts.put(member, host.get());
                secondHosts.put(member, other.get());
            }
        });
        Set<String> facts = new TreeSet<>();
        Stream.of(firstHosts, secondHosts)
                .flatMap(hosts -> hosts.values().stream())
                .forEach(host -> facts.addAll(host.texts().keySet()));
        return facts.stream()
                .flatMap(fact -> fact(fact, firstHosts, secondHosts).stream())
                .toList();
    }

    /** A line for each two values that members have; one for all members where they have the same two. */
    private static List<Difference> fact(
            String fact, Map<String, HostSnapshot> first, Map<String, HostSnapshot> second) {
        record Pair(Optional<String> first, Optional<String> second) {}
        Map<Pair, List<String>> members = new LinkedHashMap<>();
        first.forEach((member, host) -> {
            var pair = new Pair(
                    Optional.ofNullable(host.texts().get(fact)),
                    Optional.ofNullable(second.get(member).texts().get(fact)));
            if (!isSame(pair.first(), pair.second())) {
                members.computeIfAbsent(pair, _ -> new ArrayList<>()).add(member);
            }
        });
        return members.entrySet().stream()
                .map(each -> new Difference(
                        fact,
                        each.getKey().first(),
                        each.getKey().second(),
                        each.getValue().size() == first.size() ? List.of() : each.getValue()))
                .toList();
    }

    /** What could not be read in either is the same, whatever the reasons. */
    private static boolean isSame(Optional<String> first, Optional<String> second) {
        return first.equals(second)
                || (first.filter(HostSnapshot::isKnown).isEmpty()
                        && second.filter(HostSnapshot::isKnown).isEmpty());
    }

    private static List<String> notCompared(ComparedRun first, ComparedRun second) {
        List<String> sentences = new ArrayList<>();
        for (String member : union(first.hosts().keySet(), second.hosts().keySet())) {
            lack(member, first, "A").or(() -> lack(member, second, "B")).ifPresent(sentences::add);
        }
        return sentences;
    }

    private static Optional<String> lack(String member, ComparedRun run, String name) {
        Optional<HostSnapshot> host = run.hosts().get(member);
        if (host == null) {
            return Optional.of(name + " has no " + member);
        }
        return host.isPresent() ? Optional.empty() : Optional.of(member + " left no report in " + name);
    }

    private static List<FigureRatio> figures(Map<String, Double> first, Map<String, Double> second) {
        return union(first.keySet(), second.keySet()).stream()
                .map(name -> new FigureRatio(name, figure(first, name), figure(second, name)))
                .filter(ratio -> ratio.first().isPresent() || ratio.second().isPresent())
                .toList();
    }

    private static OptionalDouble figure(Map<String, Double> figures, String name) {
        return figures.containsKey(name) && !FigureRatio.isOnlyBounded(name, figures)
                ? OptionalDouble.of(figures.get(name))
                : OptionalDouble.empty();
    }

    /** In the order of the first, then of what only the second has. */
    private static Set<String> union(Set<String> first, Set<String> second) {
        Set<String> all = new LinkedHashSet<>(first);
        all.addAll(second);
        return all;
    }
}
