package io.jgbench.report.console;

import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.ThresholdResult;
import io.jgbench.coordination.suite.result.ThresholdResult.ThresholdOutcome;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What was asked of a suite's figures and what they answer: thresholds, and cells against each other. */
final class SuiteJudgement {
    private static final String NONE = "-";

    private final SuiteResult suite;
    private final List<String> lines = new ArrayList<>();

    private SuiteJudgement(SuiteResult suite) {
        this.suite = suite;
    }

    /** An empty line, tables and sentences; nothing where nothing was asked. */
    static List<String> lines(SuiteResult suite) {
        var judgement = new SuiteJudgement(suite);
        judgement.thresholds();
        judgement.comparisons();
        judgement.baseline();
        return judgement.lines;
    }

    private void thresholds() {
        if (suite.thresholds().isEmpty()) {
            return;
        }
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of("THRESHOLD", "", "", "FOUND", "OUTCOME"));
        suite.thresholds().forEach(threshold -> table.row(cells(threshold)));
        lines.add("");
        lines.addAll(table.lines());
        suite.thresholds()
                .forEach(threshold -> threshold
                        .why()
                        .ifPresent(why -> sentence("  ", threshold.cell() + ": of " + threshold.metric() + " " + why)));
    }

    private static List<String> cells(ThresholdResult threshold) {
        double limit = threshold.value();
        OptionalDouble found = threshold.found();
        return List.of(
                threshold.cell(),
                threshold.of().inWords() + " of " + threshold.metric(),
                threshold.limit().inWords() + " " + Numbers.figureBeside(limit, found.orElse(limit)),
                found.isPresent() ? Numbers.figureBeside(found.getAsDouble(), limit) : NONE,
                threshold.outcome().label());
    }

    private void comparisons() {
        if (suite.comparisons().isEmpty()) {
            return;
        }
        var first = suite.comparisons().getFirst();
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of(
                "COMPARED: " + first.metric(),
                "ROUNDS",
                "CHANGE",
                ComparisonReport.confidence(first.rule()) + " INTERVAL",
                "p",
                "SAYS"));
        suite.comparisons().forEach(comparison -> table.row(row(comparison)));
        lines.add("");
        lines.addAll(table.lines());
        suite.comparisons()
                .forEach(comparison -> comparison
                        .refusal()
                        .ifPresent(why -> sentence("  ", pair(comparison) + ": nothing can be said: " + why)));
    }

    private void baseline() {
        suite.baseline().ifPresent(baseline -> {
            lines.add("");
            lines.addAll(BaselineReport.lines(baseline, BaselineReport.Measured.SUITE));
        });
    }

    private static List<String> row(ArmComparison comparison) {
        List<String> row = new ArrayList<>(List.of(
                pair(comparison), Integer.toString(comparison.figuresOfA().size())));
        row.addAll(VerdictCells.paired(comparison.rule(), comparison.verdict(), NONE)
                .all());
        return row;
    }

    private static String pair(ArmComparison comparison) {
        return comparison.b() + " against " + comparison.a();
    }

    /** What follows of it all, in one sentence each, for the end of a report. */
    static List<String> verdicts(SuiteResult suite, Style style) {
        List<String> verdicts = new ArrayList<>();
        long missed = count(suite, ThresholdOutcome.MISSED);
        long open = count(suite, ThresholdOutcome.INCONCLUSIVE);
        if (missed > 0) {
            verdicts.add(style.bad("THRESHOLD MISSED") + ": " + missed + " of "
                    + suite.thresholds().size() + " are missed.");
        } else if (open == 0 && !suite.thresholds().isEmpty()) {
            verdicts.add(
                    style.good("THRESHOLDS MET") + ": all " + suite.thresholds().size() + ".");
        }
        if (open > 0) {
            verdicts.add(style.doubtful("INCONCLUSIVE") + ": " + open + " of "
                    + suite.thresholds().size() + " thresholds cannot be answered; the reasons stand above.");
        }
        long undecided = suite.comparisons().stream()
                .filter(comparison -> comparison
                        .verdict()
                        .filter(verdict -> verdict.claim() == Claim.INCONCLUSIVE)
                        .isPresent())
                .count();
        if (undecided > 0) {
            verdicts.add(style.doubtful("INCONCLUSIVE") + ": " + undecided + " of "
                    + suite.comparisons().size() + " comparisons take more rounds.");
        }
        refused(suite.comparisons().stream().map(ArmComparison::refusal), "comparisons", style)
                .ifPresent(verdicts::add);
        suite.baseline().ifPresent(baseline -> verdicts.addAll(verdicts(baseline, style)));
        return verdicts;
    }

    private static List<String> verdicts(BaselineComparison baseline, Style style) {
        List<String> verdicts = new ArrayList<>();
        long slower = baseline.cells().stream()
                .filter(cell -> cell.says(Claim.SLOWER))
                .count();
        long open = baseline.cells().stream()
                .filter(cell -> cell.says(Claim.INCONCLUSIVE))
                .count();
        if (slower > 0) {
            verdicts.add(style.bad("SLOWER THAN THE BASELINE") + ": " + slower + " of "
                    + baseline.cells().size() + " cells.");
        }
        if (open > 0) {
            verdicts.add(style.doubtful("INCONCLUSIVE") + ": " + open + " of "
                    + baseline.cells().size() + " cells take more rounds to be compared with the baseline.");
        }
        refused(baseline.cells().stream().map(CellChange::refusal), "cells against the baseline", style)
                .ifPresent(verdicts::add);
        return verdicts;
    }

    private static Optional<String> refused(Stream<Optional<String>> refusals, String what, Style style) {
        List<Optional<String>> all = refusals.toList();
        long refused = all.stream().filter(Optional::isPresent).count();
        return refused == 0
                ? Optional.empty()
                : Optional.of(style.bad("NOTHING CAN BE SAID") + " of " + refused + " of " + all.size() + " " + what
                        + "; why stands above.");
    }

    private static long count(SuiteResult suite, ThresholdOutcome outcome) {
        return suite.thresholds().stream()
                .filter(threshold -> threshold.outcome() == outcome)
                .count();
    }

    private void sentence(String indent, String text) {
        lines.addAll(Paragraph.wrap(indent, text, ConsoleReport.WIDTH));
    }
}
