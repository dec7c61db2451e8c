package io.jgbench.report.html.run;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the members' hosts and JVMs are like, and in what they differ from each other. */
record EnvironmentSection(RunResult run) {
    private static final List<HostFact> FIRST = List.of(
            HostFact.CPU_MODEL,
            HostFact.HOST_CPUS,
            HostFact.MEMORY_BYTES,
            HostFact.KERNEL,
            HostFact.DISTRIBUTION,
            HostFact.INTERFACE,
            HostFact.MTU,
            HostFact.LINE_RATE_BITS_PER_SECOND,
            HostFact.JDK,
            HostFact.GC,
            HostFact.JGROUPS,
            HostFact.JGBENCH);
    private static final String NOT_TOLD = "not told";

    /**
     * The values of a fact.
     *
     * @param name its name
     * @param members the members that have each of them
     */
    private record Values(String name, Map<String, List<String>> members) {

        boolean differ() {
            return members.size() > 1;
        }

        /** The same with one value for all that could not be read, whatever the reasons. */
        Values withoutReasons() {
            Map<String, List<String>> known = new LinkedHashMap<>();
            members.forEach((value, having) -> known.computeIfAbsent(
                            isKnown(value) ? value : "not known", _ -> new ArrayList<>())
                    .addAll(having));
            return new Values(name, known);
        }

        private static boolean isKnown(String value) {
            return HostSnapshot.isKnown(value) && !value.equals(NOT_TOLD);
        }

        String text() {
            if (members.size() == 1) {
                return members.keySet().iterator().next();
            }
            return members.entrySet().stream()
                    .map(value -> value.getKey() + " (" + String.join(", ", value.getValue()) + ")")
                    .collect(Collectors.joining("; "));
        }

        List<String> cells() {
            return List.of(
                    name,
                    text(),
                    HostFact.of(name)
                            .map(fact -> fact.meaning().replace("`", ""))
                            .orElse(""));
        }
    }

    Optional<PageSection> section() {
        Map<String, HostSnapshot> hosts = new LinkedHashMap<>();
        for (MemberResult member : run.members()) {
            member.report()
                    .filter(report -> !report.host().isEmpty())
                    .ifPresent(report -> hosts.put(member.name(), HostSnapshot.of(report.host())));
        }
        return hosts.isEmpty()
                ? Optional.empty()
                : Optional.of(new PageSection("environment", "Environment", parts(hosts)));
    }

    private List<Node> parts(Map<String, HostSnapshot> hosts) {
        List<Values> facts = facts(hosts);
        List<Node> parts = new ArrayList<>();
        run.environmentHash()
                .ifPresent(hash -> parts.add(Element.of(
                                "p", "One text for all that should be equal between runs whose figures are compared: ")
                        .with(Element.of("code", hash))
                        .text(".")));
        parts.add(table(
                "The hosts and JVMs of " + hosts.size() + " members",
                FIRST.stream()
                        .flatMap(first ->
                                facts.stream().filter(fact -> fact.name().equals(first.label())))
                        .toList()));
        List<Values> differing = facts.stream()
                .filter(fact -> HostSnapshot.isLasting(fact.name()))
                .map(Values::withoutReasons)
                .filter(Values::differ)
                .toList();
        parts.add(Element.of("h3", "What differs between the hosts"));
        parts.add(
                differing.isEmpty()
                        ? Element.of("p", "Nothing that should be equal.")
                        : table("What should be equal and is not", differing));
        parts.add(Element.of(
                "details",
                Element.of("summary", "All " + facts.size() + " facts"),
                table("All facts, as the members read them when they joined", facts)));
        return parts;
    }

    private static Element table(String caption, List<Values> facts) {
        return new DataTable(
                        caption,
                        List.of("FACT", "VALUE", "MEANING"),
                        facts.stream().map(Values::cells).toList(),
                        Kind.TEXTS)
                .element();
    }

    private static List<Values> facts(Map<String, HostSnapshot> hosts) {
        var names = new TreeSet<>(Comparator.comparing(
                        (String name) -> HostFact.of(name).orElse(null),
                        Comparator.nullsLast(Comparator.<HostFact>naturalOrder()))
                .thenComparing(Comparator.naturalOrder()));
        hosts.values().forEach(host -> names.addAll(host.texts().keySet()));
        return names.stream()
                .map(name -> {
                    Map<String, List<String>> values = new LinkedHashMap<>();
                    hosts.forEach((member, host) -> values.computeIfAbsent(
                                    host.texts().getOrDefault(name, NOT_TOLD), _ -> new ArrayList<>())
                            .add(member));
                    return new Values(name, values);
                })
                .toList();
    }
}
