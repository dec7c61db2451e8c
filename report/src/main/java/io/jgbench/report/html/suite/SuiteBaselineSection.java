package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import io.jgbench.report.console.ComparisonReport;
import io.jgbench.report.console.VerdictCells;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
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
        var said = VerdictCells.unpaired(baseline.rule(), change.verdict(), NONE);
        return List.of(
                change.cell(),
                said.says(),
                String.valueOf(change.before().size()),
                String.valueOf(change.now().size()),
                said.change(),
                said.interval(),
                said.pValue(),
                change.refusal().orElse(""));
    }
}
