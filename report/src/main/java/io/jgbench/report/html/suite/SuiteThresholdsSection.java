package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.ThresholdResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What figures must be at least or at most, against each cell; what is missed first. */
record SuiteThresholdsSection(List<ThresholdResult> thresholds) {

    /** Each cell may have several; the result has all. */
    private static final int MOST_ROWS = 1000;

    Optional<PageSection> section() {
        if (thresholds.isEmpty()) {
            return Optional.empty();
        }
        List<List<String>> rows = thresholds.stream()
                .sorted(Comparator.comparingInt(threshold -> order(threshold.outcome())))
                .limit(MOST_ROWS)
                .map(SuiteThresholdsSection::row)
                .toList();
        String which = rows.size() < thresholds.size() ? "The first " + MOST_ROWS + " of " + thresholds.size() : "All";
        return Optional.of(new PageSection(
                "thresholds",
                "Thresholds",
                List.of(new DataTable(
                                which + " thresholds, what is missed first",
                                List.of("CELL", "OUTCOME", "FIGURE", "MUST BE", "FOUND", "WHY"),
                                rows,
                                Kind.TEXTS)
                        .element())));
    }

    private static int order(ThresholdResult.ThresholdOutcome outcome) {
        return switch (outcome) {
            case MISSED -> 0;
            case INCONCLUSIVE -> 1;
            case MET -> 2;
        };
    }

    private static List<String> row(ThresholdResult threshold) {
        double limit = threshold.value();
        OptionalDouble found = threshold.found();
        return List.of(
                threshold.cell(),
                threshold.outcome().label(),
                threshold.of().inWords() + " of " + threshold.metric(),
                threshold.limit().inWords() + " " + Numbers.figureBeside(limit, found.orElse(limit)),
                found.isPresent() ? Numbers.figureBeside(found.getAsDouble(), limit) : "–",
                threshold.why().orElse(""));
    }
}
