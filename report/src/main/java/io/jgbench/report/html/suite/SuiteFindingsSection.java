package io.jgbench.report.html.suite;

import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.run.FindingsSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was found in the visits, the gravest first, and which visits are in no figure and why. */
record SuiteFindingsSection(StoredSuite suite) {
    private static final int MOST_ROWS = 500;

    /**
     * What was found in a visit.
     *
     * @param visit the visit
     * @param finding what was found
     */
    private record Found(VisitDigest visit, VisitDigest.Finding finding) {}

    PageSection section() {
        List<Node> parts = new ArrayList<>();
        uncounted().ifPresent(parts::add);
        List<Element> found = found();
        if (!found.isEmpty()) {
            parts.add(Element.of("ul").classed("findings").with(found));
        } else if (parts.isEmpty()) {
            parts.add(Element.of("p", "Nothing was found that speaks against the figures or explains them further."));
        }
        return new PageSection("findings", "Findings", parts);
    }

    private Optional<Element> uncounted() {
        List<List<String>> rows = new ArrayList<>();
        int all = 0;
        for (CellResult cell : suite.result().cells()) {
            for (CellResult.VisitRun run : cell.runs()) {
                if (run.why().isPresent() && all++ < MOST_ROWS) {
                    rows.add(List.of(
                            run.run(),
                            cell.cell(),
                            run.outcome().inWords(),
                            run.why().get()));
                }
            }
        }
        String which = rows.size() < all ? "The first " + rows.size() + " of " + all + " visits" : "Visits";
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new DataTable(
                                which + " that are not valid or failed. They are in no figure",
                                List.of("RUN", "CELL", "OUTCOME", "WHY"),
                                rows,
                                Kind.TEXTS)
                        .element());
    }

    /** By reason; without digests the result has at least how often each was found. */
    private List<Element> found() {
        if (suite.digests().isEmpty()) {
            Map<String, Integer> counts = new LinkedHashMap<>();
            suite.result()
                    .cells()
                    .forEach(cell ->
                            cell.findings().forEach((reason, count) -> counts.merge(reason, count, Integer::sum)));
            return counts.entrySet().stream()
                    .map(each -> Element.of("li", each.getKey() + ", visits: " + each.getValue()))
                    .toList();
        }
        Map<ReasonWord, List<Found>> byReason = new LinkedHashMap<>();
        for (VisitDigest visit : suite.digests()) {
            for (VisitDigest.Finding finding : visit.findings()) {
                byReason.computeIfAbsent(finding.reason(), _ -> new ArrayList<>())
                        .add(new Found(visit, finding));
            }
        }
        return byReason.values().stream()
                .sorted(Comparator.comparing(SuiteFindingsSection::gravest).thenComparingInt(found -> -found.size()))
                .map(this::item)
                .toList();
    }

    private static Severity gravest(List<Found> found) {
        return found.stream()
                .map(each -> each.finding().severity())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private Element item(List<Found> found) {
        Severity severity = gravest(found);
        Found example = found.stream()
                .filter(each -> each.finding().severity() == severity)
                .findFirst()
                .orElseThrow();
        long visits = found.stream().map(each -> each.visit().run()).distinct().count();
        long cells = found.stream().map(each -> each.visit().cell()).distinct().count();
        String evidence = "In " + Numbers.grouped(visits) + " of "
                + Numbers.grouped(suite.digests().size()) + " visits, " + cells
                + (cells == 1 ? " cell: " : " cells, such as ")
                + example.visit().cell() + " ("
                + example.visit().run() + "): "
                + example.finding().evidence();
        return FindingsSection.item(
                severity, example.finding().reason(), evidence, example.visit().workload());
    }
}
