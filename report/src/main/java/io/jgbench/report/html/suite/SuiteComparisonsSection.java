package io.jgbench.report.html.suite;

import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.console.ComparisonReport;
import io.jgbench.report.console.VerdictCells;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two cells against each other, with the word that is said of it. */
record SuiteComparisonsSection(List<ArmComparison> comparisons) {
    private static final String NONE = "–";

    Optional<PageSection> section() {
        if (comparisons.isEmpty()) {
            return Optional.empty();
        }
        List<Node> parts = new ArrayList<>();
        comparisons.forEach(comparison -> parts.add(sentence(comparison)));
        parts.add(new DataTable(
                        "Rounds in which both have a valid visit are pairs; the change is of B against A",
                        List.of(
                                "B AGAINST A",
                                "FIGURE",
                                "PAIRS",
                                "MEDIAN OF A",
                                "MEDIAN OF B",
                                "CHANGE",
                                ComparisonReport.confidence(
                                                comparisons.getFirst().rule())
                                        + " INTERVAL",
                                "P"),
                        comparisons.stream().map(SuiteComparisonsSection::row).toList(),
                        Kind.NUMBERS)
                .element());
        return Optional.of(new PageSection("comparisons", "Comparisons", parts));
    }

    private static Element sentence(ArmComparison comparison) {
        String arms = comparison.b() + " against " + comparison.a() + ". ";
        return comparison
                .verdict()
                .map(verdict -> Element.of(
                                "p", Element.of("strong", verdict.claim().label()))
                        .text(": " + arms + meaning(verdict, comparison.rule())))
                .orElseGet(() -> Element.of("p", Element.of("strong", "Nothing can be said"))
                        .text(": " + arms + comparison.refusal().orElse("No reason is given.")));
    }

    private static String meaning(ClaimRule.Verdict verdict, ClaimRule rule) {
        Claim claim = verdict.claim();
        return switch (claim) {
            case FASTER -> "B is faster than A.";
            case SLOWER -> "B is slower than A.";
            case NO_DIFFERENCE_ABOVE ->
                "If they differ, it is by less than " + ComparisonReport.share(rule.minChange()) + ".";
            case INCONCLUSIVE -> "It would probably take " + ClaimRule.inWords(verdict.moreRounds()) + " to say more.";
        };
    }

    private static List<String> row(ArmComparison comparison) {
        var said = VerdictCells.paired(comparison.rule(), comparison.verdict(), NONE);
        return List.of(
                comparison.b() + " / " + comparison.a(),
                comparison.metric(),
                String.valueOf(comparison.figuresOfA().size()),
                median(comparison.numbersOfA()),
                median(comparison.numbersOfB()),
                said.change(),
                said.interval(),
                said.pValue());
    }

    private static String median(double... figures) {
        if (figures.length == 0) {
            return NONE;
        }
        return Numbers.figure(Spread.of(figures).median());
    }
}
