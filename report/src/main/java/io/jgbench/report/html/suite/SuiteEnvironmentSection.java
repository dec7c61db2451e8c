package io.jgbench.report.html.suite;

import io.jgbench.coordination.difference.Difference;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.SuiteDetails.EnvironmentChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** In which environments the visits were made, and in what these differ. */
record SuiteEnvironmentSection(StoredSuite suite) {
    private static final int MOST_CELLS_NAMED = 6;
    private static final int MOST_ROWS = 40;
    private static final int MOST_DIFFERENCES = 60;
    private static final int MOST_FACTS = 30;
    private static final String NONE = "–";

    PageSection section() {
        Map<String, Set<String>> hashes = hashes();
        SequencedMap<String, List<CellResult>> cells = new LinkedHashMap<>();
        suite.result()
                .cells()
                .forEach(cell -> hashes.getOrDefault(cell.cell(), Set.of())
                        .forEach(hash -> cells.computeIfAbsent(hash, _ -> new ArrayList<>())
                                .add(cell)));
        // a visit may be of a cell that the result does not have
        hashes.values().forEach(ofCell -> ofCell.forEach(hash -> cells.putIfAbsent(hash, new ArrayList<>())));
        List<Node> parts = new ArrayList<>();
        parts.add(sentence(cells));
        suite.result()
                .cells()
                .forEach(cell -> cell.mixture()
                        .ifPresent(why -> parts.add(
                                Element.of("p", cell.cell() + ": " + why + ", so that it has no figure of either."))));
        if (cells.size() > 1) {
            parts.add(changed(hashes));
            parts.add(table(cells));
            suite.details().changes().forEach(change -> parts.addAll(difference(change)));
            factsByName(cells.keySet()).ifPresent(parts::add);
        }
        return new PageSection("environment", "Environment", parts);
    }

    /** Those of all visits of each cell, by the cell's key. A result has those of its valid visits alone. */
    private SequencedMap<String, Set<String>> hashes() {
        SequencedMap<String, Set<String>> hashes = new LinkedHashMap<>();
        suite.result()
                .cells()
                .forEach(cell -> hashes.computeIfAbsent(cell.cell(), _ -> new TreeSet<>())
                        .addAll(cell.environmentHashes()));
        suite.digests()
                .forEach(digest -> digest.environmentHash()
                        .ifPresent(hash -> hashes.computeIfAbsent(digest.cell(), _ -> new TreeSet<>())
                                .add(hash)));
        return hashes;
    }

    /** Nothing is known of a visit whose members did not all report. */
    private String visits() {
        boolean areKnown = !suite.digests().isEmpty()
                && suite.digests().stream()
                        .allMatch(digest -> digest.environmentHash().isPresent());
        return areKnown ? "visits" : "visits whose hosts are known";
    }

    private Element sentence(SequencedMap<String, List<CellResult>> cells) {
        return switch (cells.size()) {
            case 0 -> Element.of("p", "Hosts and JVMs are not known of any visit.");
            case 1 ->
                Element.of("p", "All " + visits() + " ran on hosts and JVMs that were equal: environment ")
                        .with(Element.of("code", cells.firstEntry().getKey()))
                        .text(".");
            default ->
                Element.of(
                        "p",
                        "The visits ran in " + cells.size()
                                + " environments. Cells that differ in members, JVM options,"
                                + " JGroups or tuning have environments of their own.");
        };
    }

    /** What matters: whether figures of one cell are of different environments. */
    private Element changed(Map<String, Set<String>> hashes) {
        List<String> changed = hashes.entrySet().stream()
                .filter(cell -> cell.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
        return Element.of(
                "p",
                changed.isEmpty()
                        ? "Within each cell all " + visits() + " were made in the same one."
                        : "Hosts or JVMs changed between the visits of "
                                + new CellNames(changed, MOST_CELLS_NAMED).text()
                                + " (counting those that are not valid): their rounds are not alike.");
    }

    private Element table(Map<String, List<CellResult>> cells) {
        return new DataTable(
                        "Environments" + (cells.size() > MOST_ROWS ? ", the first " + MOST_ROWS : ""),
                        List.of("ENVIRONMENT", "VISITS", "ROUNDS", "FIRST RUN", "ALONE HAS", "CELLS"),
                        cells.entrySet().stream()
                                .limit(MOST_ROWS)
                                .map(each -> row(each.getKey(), each.getValue()))
                                .toList(),
                        Kind.TEXTS)
                .element();
    }

    private List<String> row(String hash, List<CellResult> cells) {
        List<VisitDigest> visits = suite.digests().stream()
                .filter(digest -> digest.environmentHash().filter(hash::equals).isPresent())
                .toList();
        return List.of(
                hash,
                visits.isEmpty() ? NONE : String.valueOf(visits.size()),
                visits.isEmpty() ? NONE : rounds(visits),
                visits.stream().map(VisitDigest::run).findFirst().orElse(NONE),
                common(cells),
                cells.isEmpty()
                        ? NONE
                        : new CellNames(cells.stream().map(CellResult::cell).toList(), MOST_CELLS_NAMED).text());
    }

    /** Such as "1 to 3, 5". */
    private static String rounds(List<VisitDigest> visits) {
        var rounds = new TreeSet<Integer>();
        visits.forEach(visit -> rounds.add(visit.visit().round()));
        List<String> spans = new ArrayList<>();
        while (!rounds.isEmpty()) {
            int from = rounds.pollFirst();
            int to = from;
            while (rounds.remove(to + 1)) {
                to++;
            }
            spans.add(from == to ? String.valueOf(from) : from + " to " + to);
        }
        return String.join(", ", spans);
    }

    /** Values that all these cells have on an axis, and no other cell has. */
    private String common(List<CellResult> cells) {
        if (cells.isEmpty()) {
            return NONE;
        }
        List<CellResult> others = suite.result().cells().stream()
                .filter(cell -> !cells.contains(cell))
                .toList();
        String common = cells.getFirst().coordinates().entrySet().stream()
                .filter(value -> cells.stream().allMatch(cell -> has(cell, value))
                        && others.stream().noneMatch(cell -> has(cell, value)))
                .filter(_ -> !others.isEmpty())
                .map(value -> value.getKey() + " " + value.getValue())
                .collect(Collectors.joining(", "));
        return common.isEmpty() ? NONE : common;
    }

    private static boolean has(CellResult cell, Map.Entry<String, String> value) {
        return value.getValue().equals(cell.coordinates().get(value.getKey()));
    }

    /** Of environments whose full results are not at hand, digests tell which facts differ, and not their values. */
    private Optional<Element> factsByName(Set<String> hashes) {
        Map<String, EnvironmentFacts> known = suite.result().environments();
        String first = suite.digests().stream()
                .flatMap(digest -> digest.environmentHash().stream())
                .findFirst()
                .orElse(hashes.iterator().next());
        Set<String> told =
                suite.details().changes().stream().map(EnvironmentChange::hash).collect(Collectors.toSet());
        List<String> open = hashes.stream()
                .filter(hash -> !hash.equals(first) && !told.contains(hash))
                .toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Element advice = Element.of(
                "p",
                "The full results that tell the values are not at hand. Where they are still there, ./jgbench diff of"
                        + " two runs tells them.");
        if (!known.containsKey(first)) {
            return Optional.of(advice);
        }
        return Optional.of(Element.of("div")
                .with(new DataTable(
                                "Facts in which environments differ from that of the first visit, " + first
                                        + (open.size() > MOST_ROWS ? ", the first " + MOST_ROWS : ""),
                                List.of("ENVIRONMENT", "DIFFERS IN"),
                                open.stream()
                                        .limit(MOST_ROWS)
                                        .map(hash -> List.of(hash, facts(known.get(first), known.get(hash))))
                                        .toList(),
                                Kind.TEXTS)
                        .element())
                .with(advice));
    }

    private static String facts(EnvironmentFacts first, EnvironmentFacts other) {
        if (other == null) {
            return NONE;
        }
        List<String> names = first.differences(other).stream()
                .map(each -> each.name() + (each.mixed() ? " (of some members)" : ""))
                .toList();
        int more = names.size() - MOST_FACTS;
        return names.stream().limit(MOST_FACTS).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static List<Node> difference(EnvironmentChange change) {
        String title = "In what " + change.hash() + " differs from the environment of the first visit";
        List<Difference> differences = change.differences();
        return List.of(
                Element.of("h3", title),
                differences.isEmpty()
                        ? Element.of(
                                "p",
                                "Members that both have are alike (" + change.firstRun() + ", " + change.run()
                                        + "); they differ in how many there are.")
                        : new DataTable(
                                        title
                                                + (differences.size() > MOST_DIFFERENCES
                                                        ? ", the first " + MOST_DIFFERENCES
                                                        : ""),
                                        List.of("FACT", change.firstRun(), change.run(), "MEMBERS"),
                                        differences.stream()
                                                .limit(MOST_DIFFERENCES)
                                                .map(each -> List.of(
                                                        each.name(),
                                                        each.first().orElse("–"),
                                                        each.second().orElse("–"),
                                                        each.members().isEmpty()
                                                                ? "all"
                                                                : String.join(", ", each.members())))
                                                .toList(),
                                        Kind.TEXTS)
                                .element());
    }
}
