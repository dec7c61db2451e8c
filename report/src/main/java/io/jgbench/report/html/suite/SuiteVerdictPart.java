package io.jgbench.report.html.suite;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.coordination.suite.result.SuiteVerdict;
import io.jgbench.coordination.suite.result.ThresholdResult.ThresholdOutcome;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.console.SuiteReport;
import io.jgbench.report.html.KeyFigure;
import io.jgbench.report.markup.Element;
import io.jgbench.report.stored.MissingBaseline;
import io.jgbench.report.stored.StoredSuite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one reads first: whether all cells have their figures, what is missing, and what held the rate of each.
 *
 * @param suite the suite
 * @param baseline why it is not compared with its baseline; empty where it is, or has none
 */
record SuiteVerdictPart(StoredSuite suite, Optional<MissingBaseline> baseline) {
    private static final int MOST_CELLS_NAMED = 12;
    private static final String NOT_KNOWN = "not known";

    Element element() {
        var verdict = Element.of("section")
                .classed("verdict " + style())
                .attribute("id", "verdict")
                .attribute("aria-labelledby", "verdict-heading")
                .with(
                        Element.of("h2", label()).attribute("id", "verdict-heading"),
                        Element.of("p", sentence()).classed("lead"));
        mixed().ifPresent(text -> verdict.with(Element.of("p", text)));
        refused().ifPresent(text -> verdict.with(Element.of("p", text)));
        baseline.ifPresent(
                _ -> verdict.with(Element.of("p", "It cannot be compared with its baseline here; why stands below.")));
        thresholds().ifPresent(text -> verdict.with(Element.of("p", text)));
        missing().ifPresent(text -> verdict.with(Element.of("p", text)));
        later().ifPresent(text -> verdict.with(Element.of("p", text)));
        ofMoreRounds().ifPresent(text -> verdict.with(Element.of("p", text)));
        held().ifPresent(verdict::with);
        return Element.of(
                "div",
                verdict,
                Element.of("dl").classed("key").with(keys().stream().map(KeyFigure::element)));
    }

    private SuiteResult result() {
        return suite.result();
    }

    /** Arms that were measured in turns have theirs in a file of its own. */
    private Stream<ArmComparison> comparisons() {
        return Stream.concat(result().comparisons().stream(), suite.comparisons().stream());
    }

    private StatusJudgement.Verdict verdict() {
        StatusJudgement.Verdict ofFigures = SuiteVerdict.of(SuiteResultBuilder.builder(result())
                .comparisons(comparisons().toList())
                .build());
        return baseline.map(missing -> missing.verdict(ofFigures)).orElse(ofFigures);
    }

    private List<CellResult> cells() {
        return result().cells();
    }

    private String label() {
        return switch (verdict()) {
            case THRESHOLD_MISSED -> "THRESHOLD MISSED";
            case SLOWER_THAN_BASELINE -> "SLOWER THAN THE BASELINE";
            case INCONCLUSIVE -> "INCONCLUSIVE";
            case NOT_VALID -> cells().stream().allMatch(CellResult::hasAllRounds) ? "NOTHING CAN BE SAID" : phase();
            case PASSED, FAILED -> phase();
        };
    }

    private String phase() {
        return switch (result().phase()) {
            case COMPLETED -> "COMPLETED";
            case BUDGET_SPENT -> "BUDGET SPENT";
            case PENDING, RUNNING, SUSPENDED -> "NOT OVER";
        };
    }

    private String style() {
        return switch (verdict()) {
            case PASSED -> "valid";
            case NOT_VALID, INCONCLUSIVE -> "not-valid";
            case FAILED, THRESHOLD_MISSED, SLOWER_THAN_BASELINE -> "failed";
        };
    }

    private Optional<String> mixed() {
        List<String> mixed = cells().stream()
                .filter(cell -> cell.mixture().isPresent())
                .map(CellResult::cell)
                .toList();
        return mixed.isEmpty()
                ? Optional.empty()
                : Optional.of("Their stack was changed while they were measured: "
                        + new CellNames(mixed, MOST_CELLS_NAMED).text() + ".");
    }

    private Optional<String> refused() {
        long comparisons = comparisons()
                .filter(comparison -> comparison.refusal().isPresent())
                .count();
        long changes = result().baseline().stream()
                .flatMap(baseline -> baseline.cells().stream())
                .filter(change -> change.refusal().isPresent())
                .count();
        return comparisons + changes == 0
                ? Optional.empty()
                : Optional.of("Nothing can be said of " + Numbers.counted(comparisons + changes, "comparison")
                        + "; why stands beside each.");
    }

    private Optional<String> thresholds() {
        List<String> counts = Arrays.stream(ThresholdOutcome.values())
                .filter(result()::hasThreshold)
                .map(outcome -> result().thresholds().stream()
                                .filter(threshold -> threshold.outcome() == outcome)
                                .count()
                        + " " + outcome.label().toLowerCase(Locale.ROOT))
                .toList();
        return counts.isEmpty() ? Optional.empty() : Optional.of("Thresholds: " + String.join(", ", counts) + ".");
    }

    private String sentence() {
        long whole = cells().stream()
                .filter(cell -> cell.hasAllRounds() && cell.mixture().isEmpty())
                .count();
        int rounds = result().rounds();
        return whole == cells().size()
                ? "Each of " + Numbers.counted(cells().size(), "cell") + " has valid figures of "
                        + (rounds == 1 ? "its one round." : "all " + rounds + " rounds.")
                : whole + " of " + Numbers.counted(cells().size(), "cell") + (whole == 1 ? " has" : " have")
                        + " valid figures of all " + Numbers.counted(rounds, "round")
                        + ". What is missing is shown and counted, and averaged nowhere.";
    }

    private Optional<String> missing() {
        List<String> none = cells().stream()
                .filter(cell -> cell.validRounds() == 0)
                .map(CellResult::cell)
                .toList();
        return none.isEmpty()
                ? Optional.empty()
                : Optional.of("No valid figure at all: " + new CellNames(none, MOST_CELLS_NAMED).text() + ".");
    }

    /** A suite that was continued and then killed has visits that are not in its result. */
    private Optional<String> later() {
        Set<String> told = cells().stream()
                .flatMap(cell -> cell.runs().stream())
                .map(CellResult.VisitRun::run)
                .collect(Collectors.toSet());
        long later = suite.digests().stream()
                .filter(digest -> !told.contains(digest.run()))
                .count();
        return later == 0
                ? Optional.empty()
                : Optional.of(Numbers.counted(later, "visit") + (later == 1 ? " was" : " were")
                        + " made since this result was written. It is written again when ./jgbench suite ends or is"
                        + " interrupted.");
    }

    /**
     * Visits beyond the rounds of the result: the suite was continued with more rounds and killed, or its rounds were
     * reduced.
     */
    private Optional<String> ofMoreRounds() {
        int visits = suite.allDigests().size() - suite.digests().size();
        return visits == 0
                ? Optional.empty()
                : Optional.of(Numbers.counted(visits, "visit") + " of rounds after round "
                        + result().rounds() + (visits == 1 ? " is" : " are")
                        + " stored as well, and" + (visits == 1 ? " is" : " are")
                        + " in no figure: the suite was continued after this result was written, or had more rounds"
                        + " before.");
    }

    /** By what held it, with its cells. */
    private Optional<Element> held() {
        Map<Optional<BottleneckType>, List<String>> byType = new LinkedHashMap<>();
        for (CellResult cell : cells()) {
            if (cell.validRounds() > 0) {
                Optional<BottleneckType> type = cell.bottlenecks().entrySet().stream()
                        .max(Comparator.comparingInt(Map.Entry::getValue))
                        .map(Map.Entry::getKey);
                int visits = type.map(cell.bottlenecks()::get).orElse(0);
                byType.computeIfAbsent(type, _ -> new ArrayList<>())
                        .add(cell.cell()
                                + (visits == cell.validRounds() || visits == 0
                                        ? ""
                                        : " (" + visits + " of " + Numbers.counted(cell.validRounds(), "visit") + ")"));
            }
        }
        if (byType.isEmpty()) {
            return Optional.empty();
        }
        List<Element> items = byType.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .map(each -> Element.of("li", Element.of("strong", word(each.getKey())))
                        .text(where(each.getKey(), each.getValue()) + "."
                                + each.getKey().map(this::example).orElse("")))
                .toList();
        return Optional.of(Element.of(
                "div",
                Element.of("p", Element.of("strong", "Bottleneck of each cell, by most of its valid visits:")),
                Element.of("ul").with(items)));
    }

    private String where(Optional<BottleneckType> type, List<String> cells) {
        return type.filter(this::hasHeldAll).isPresent()
                ? " in all " + cells.size() + " cells"
                : " in " + Numbers.counted(cells.size(), "cell") + ": " + new CellNames(cells, MOST_CELLS_NAMED).text();
    }

    /** Whether it has held each valid visit of several cells; their names would say nothing then. */
    private boolean hasHeldAll(BottleneckType type) {
        return cells().size() > 1
                && cells().stream()
                        .allMatch(cell -> cell.validRounds() > 0
                                && cell.bottlenecks().getOrDefault(type, 0) == cell.validRounds());
    }

    private static String word(Optional<BottleneckType> type) {
        return type.map(BottleneckType::label).orElse(NOT_KNOWN);
    }

    private String example(BottleneckType type) {
        return suite.digests().stream()
                .filter(digest -> digest.outcome() == VisitOutcome.VALID)
                .flatMap(digest -> digest.bottleneck().stream()
                        .filter(found -> found.type() == type)
                        .map(VisitDigest.Bottleneck::message))
                .findFirst()
                .map(message -> " For example: " + message)
                .orElse("");
    }

    private List<KeyFigure> keys() {
        long visits = cells().stream().mapToLong(cell -> cell.runs().size()).sum();
        int valid = cells().stream().mapToInt(CellResult::validRounds).sum();
        return List.of(
                new KeyFigure("Cells", Numbers.grouped(cells().size()), ""),
                new KeyFigure("Rounds", Numbers.grouped(result().rounds()), ""),
                new KeyFigure("Valid visits", Numbers.grouped(valid), "of " + Numbers.grouped(visits) + " made"),
                new KeyFigure("Not valid", Numbers.grouped(sum(CellResult::invalidVisits)), "visits, in no figure"),
                new KeyFigure("Failed", Numbers.grouped(sum(CellResult::failedVisits)), "visits, in no figure"),
                new KeyFigure("Measured for", SuiteReport.duration(Duration.ofNanos(result().measuredNanos())), ""));
    }

    private int sum(ToIntFunction<CellResult> of) {
        return cells().stream().mapToInt(of).sum();
    }
}
