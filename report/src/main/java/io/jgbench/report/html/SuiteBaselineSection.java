package io.jgbench.report.html;

import io.jgbench.coordination.suite.BaselineComparison;
import io.jgbench.coordination.suite.BaselineComparison.CellChange;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.ComparisonReport;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;

/** The cells against the same ones of a suite that was measured before. */
record SuiteBaselineSection(BaselineComparison baseline) {
    private static final String NONE = "–";

    PageSection section() {
        List<Node> parts = new ArrayList<>();
        parts.add(Element.of(
                "p",
                "Against the suite " + baseline.suite()
                        + baseline.completionTime().map(over -> " of " + over).orElse("")
                        + ". Unpaired: what changed about the machine meanwhile is part of the difference."));
        parts.add(new DataTable(
                        "The change of " + baseline.metric(),
                        List.of(
                                "CELL",
                                "SAYS",
                                "ROUNDS THEN",
                                "ROUNDS NOW",
                                "CHANGE",
                                ComparisonReport.confidence(baseline.rule()) + " INTERVAL",
                                "P",
                                "WHY"),
                        baseline.cells().stream().map(this::row).toList(),
                        Kind.TEXTS)
                .element());
        if (!baseline.others().isEmpty()) {
            parts.add(Element.of("p", "Not in the baseline: " + String.join("; ", baseline.others()) + "."));
        }
        return new PageSection("baseline", "Baseline", parts);
    }

    private List<String> row(CellChange change) {
        return List.of(
                change.cell(),
                change.verdict()
                        .map(said -> ComparisonReport.says(baseline.rule(), said.claim(), said.moreRounds()))
                        .orElse(NONE),
                String.valueOf(change.before().size()),
                String.valueOf(change.now().size()),
                change.verdict()
                        .map(said -> Numbers.change(said.effect().change()))
                        .orElse(NONE),
                change.verdict()
                        .flatMap(said -> said.effect().interval())
                        .map(interval -> Numbers.change(interval.low()) + " to " + Numbers.change(interval.high()))
                        .orElse(NONE),
                change.verdict()
                        .map(said -> ComparisonReport.pValue(said.adjustedPValue()))
                        .orElse(NONE),
                change.refusal().orElse(""));
    }
}
