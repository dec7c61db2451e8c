package io.jgbench.report.html;

import io.jgbench.coordination.suite.BaselineComparison;
import io.jgbench.coordination.suite.BaselineComparison.CellChange;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
                        List.of("CELL", "SAYS", "CHANGE", "INTERVAL", "WHY"),
                        baseline.cells().stream().map(SuiteBaselineSection::row).toList(),
                        Kind.TEXTS)
                .element());
        if (!baseline.others().isEmpty()) {
            parts.add(Element.of("p", "Not in the baseline: " + String.join("; ", baseline.others()) + "."));
        }
        return new PageSection("baseline", "Baseline", parts);
    }

    private static List<String> row(CellChange change) {
        return List.of(
                change.cell(),
                change.verdict().map(said -> said.claim().label()).orElse(NONE),
                change.verdict().map(said -> percent(said.effect().change())).orElse(NONE),
                change.verdict()
                        .flatMap(said -> said.effect().interval())
                        .map(interval -> percent(interval.low()) + " to " + percent(interval.high()))
                        .orElse(NONE),
                change.refusal().orElse(""));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }
}
