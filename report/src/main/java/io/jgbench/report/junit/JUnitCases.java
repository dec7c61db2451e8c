package io.jgbench.report.junit;

import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.CellResult.VisitRun;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.ThresholdResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.console.BaselineReport.Measured;
import io.jgbench.report.console.ComparisonReport;
import io.jgbench.report.console.PaperReport;
import io.jgbench.report.console.Style;
import io.jgbench.report.console.SuiteReport;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.stored.MissingBaseline;
import io.jgbench.report.stored.OperatorJudgement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests that a suite stands for: one for each cell, each threshold and each comparison. A test that takes more
 * rounds to answer is skipped. Figures of a paper are tests that pass: nothing is claimed of other hardware.
 *
 * @param suite the suite
 * @param paper the figures that it stands beside; empty where it does beside none
 * @param missing why the suite is not compared with its baseline; empty where it is, or has none
 * @param slowerFails what fails that is slower than what it is compared with
 * @param isOfBaselineAlone whether only the comparison with the baseline is a question to the suite
 * @param measured what was measured, as in "suite lab": a suite, or a run that is read as one
 */
public record JUnitCases(
        SuiteResult suite,
        Optional<PaperShares> paper,
        Optional<MissingBaseline> missing,
        SlowerFails slowerFails,
        boolean isOfBaselineAlone,
        Measured measured) {
    private static final String NOTHING_CAN_BE_SAID = "NothingCanBeSaid";

    /** Where a cell fails that is slower. */
    public enum SlowerFails {
        /** Nowhere. */
        NEVER,
        /** Where it is slower than in the baseline. */
        IN_BASELINE,
        /** Where it is slower than another cell as well. */
        ALWAYS
    }

    /** Those of a suite that is compared with its baseline, if it has one. */
    public static JUnitCases of(SuiteResult suite) {
        return new JUnitCases(
                suite, Optional.empty(), Optional.empty(), SlowerFails.IN_BASELINE, false, Measured.SUITE);
    }

    /** The same beside the figures of a paper. */
    public JUnitCases beside(Optional<PaperShares> figures) {
        return new JUnitCases(suite, figures, missing, slowerFails, isOfBaselineAlone, measured);
    }

    /** The same where there may be no comparison with the baseline. */
    public JUnitCases without(Optional<MissingBaseline> baseline) {
        return new JUnitCases(suite, paper, baseline, slowerFails, isOfBaselineAlone, measured);
    }

    /** The same where something else fails that is slower. */
    public JUnitCases failing(SlowerFails where) {
        return new JUnitCases(suite, paper, missing, where, isOfBaselineAlone, measured);
    }

    /** The comparison with the baseline alone: what the suite itself was asked was answered when it was measured. */
    public JUnitCases ofBaselineAlone() {
        return new JUnitCases(suite, paper, missing, slowerFails, true, measured);
    }

    /** The same of something else that was measured. */
    public JUnitCases measuring(Measured what) {
        return new JUnitCases(suite, paper, missing, slowerFails, isOfBaselineAlone, what);
    }

    /** Tests of one kind. */
    record Group(String name, List<Case> cases) {}

    /**
     * A test.
     *
     * @param type one word for why it is not passed
     * @param message the same in a sentence
     * @param details what was found
     */
    record Case(String name, Outcome outcome, String type, String message, String details) {

        static Case passed(String name, String details) {
            return new Case(name, Outcome.PASSED, "", "", details);
        }
    }

    /** How a test ended. */
    enum Outcome {
        PASSED,
        /** What was measured is not what it must be. */
        FAILURE,
        /** It could not be measured. */
        ERROR,
        /** There is no answer yet. */
        SKIPPED
    }

    /** All of them, by kind; no kind is empty. */
    List<Group> groups() {
        Stream<Group> all = isOfBaselineAlone
                ? Stream.of(ofBaseline())
                : Stream.of(
                        new Group(
                                "cells", suite.cells().stream().map(this::cell).toList()),
                        new Group(
                                "thresholds",
                                suite.thresholds().stream()
                                        .map(JUnitCases::threshold)
                                        .toList()),
                        new Group(
                                "comparisons",
                                suite.comparisons().stream()
                                        .map(this::comparison)
                                        .toList()),
                        ofBaseline(),
                        new Group(
                                "paper",
                                paper.stream().flatMap(JUnitCases::beside).toList()));
        return all.filter(group -> !group.cases().isEmpty()).toList();
    }

    private Group ofBaseline() {
        return new Group(
                "baseline",
                Stream.concat(
                                suite.baseline().stream().flatMap(this::changes),
                                missing.stream().map(JUnitCases::missing))
                        .toList());
    }

    /** Missing rounds of a cell are an error: they were not measured. */
    private Case cell(CellResult cell) {
        String details = details(cell);
        if (cell.runs().isEmpty()) {
            String message = "no visit was made";
            return suite.phase().isOver()
                    ? new Case(cell.cell(), Outcome.ERROR, "NotMeasured", message, details)
                    : new Case(cell.cell(), Outcome.SKIPPED, "NotMeasured", message, details);
        }
        if (cell.mixture().isPresent()) {
            return new Case(
                    cell.cell(), Outcome.ERROR, "StackChanged", cell.mixture().get(), details);
        }
        if (isWhole(cell) && cell.validRounds() > 0) {
            return Case.passed(cell.cell(), details);
        }
        Set<Integer> valid = cell.runs().stream()
                .filter(run -> run.outcome() == VisitOutcome.VALID)
                .map(VisitRun::round)
                .collect(Collectors.toSet());
        String message = cell.validRounds() + " of " + cell.plannedRounds() + " rounds have valid figures"
                + cell.runs().stream()
                        .filter(run -> !valid.contains(run.round()))
                        .flatMap(run -> run.why().stream())
                        .findFirst()
                        .map(why -> "; the first that has none: " + why)
                        .orElse("");
        return new Case(cell.cell(), Outcome.ERROR, "NotValid", message, details);
    }

    /** As the exit status has it: only a suite that is cut off may lack rounds. */
    private boolean isWhole(CellResult cell) {
        return suite.phase() == SuitePhase.COMPLETED ? cell.hasAllRounds() : cell.hasAllVisitedRounds();
    }

    private static String details(CellResult cell) {
        Stream<String> figures = cell.figures().entrySet().stream()
                .map(each -> each.getKey() + ": median "
                        + SuiteReport.number(each.getValue().median())
                        + each.getValue().interval().map(JUnitCases::interval).orElse(""));
        Stream<String> runs = cell.runs().stream().flatMap(JUnitCases::sentence);
        return Stream.concat(figures, runs).collect(Collectors.joining("\n"));
    }

    private static String interval(Interval interval) {
        return ", 95 % interval " + SuiteReport.interval(interval);
    }

    private static Stream<String> sentence(VisitRun run) {
        return run.why().map(why -> run.run() + " " + run.outcome().inWords() + ": " + why).stream();
    }

    private static Case threshold(ThresholdResult threshold) {
        String name = threshold.cell() + ": " + threshold.of().inWords() + " of " + threshold.metric() + " "
                + threshold.limit().inWords() + " " + limit(threshold.value());
        String found = "found " + found(threshold);
        return switch (threshold.outcome()) {
            case MET -> Case.passed(name, found);
            case MISSED ->
                new Case(
                        name,
                        Outcome.FAILURE,
                        "ThresholdMissed",
                        found + threshold.why().map(why -> "; " + why).orElse(""),
                        "");
            case INCONCLUSIVE ->
                new Case(
                        name,
                        Outcome.SKIPPED,
                        threshold.outcome().label(),
                        threshold.why().orElse(""),
                        "");
        };
    }

    /** A test keeps its name from suite to suite, whatever is found. */
    private static String limit(double value) {
        return value == Math.rint(value) ? Numbers.rounded(value) : SuiteReport.plain(value);
    }

    private static String found(ThresholdResult threshold) {
        OptionalDouble found = threshold.found();
        return found.isPresent() ? Numbers.figureBeside(found.getAsDouble(), threshold.value()) : "nothing";
    }

    /** The operator's answer from the time when the baseline existed still counts. */
    private static Case missing(MissingBaseline missing) {
        String name = "against the baseline";
        String says = missing.sentence();
        return switch (missing.judgement()
                .map(OperatorJudgement::ofBaseline)
                .orElse(StatusJudgement.Verdict.NOT_VALID)) {
            case SLOWER_THAN_BASELINE -> new Case(name, Outcome.FAILURE, "SlowerThanBaseline", says, "");
            case NOT_VALID -> new Case(name, Outcome.ERROR, NOTHING_CAN_BE_SAID, says, "");
            case INCONCLUSIVE -> new Case(name, Outcome.SKIPPED, Claim.INCONCLUSIVE.label(), says, "");
            case PASSED, THRESHOLD_MISSED, FAILED -> Case.passed(name, says);
        };
    }

    private Stream<Case> changes(BaselineComparison baseline) {
        return baseline.cells().stream().map(cell -> change(baseline, cell));
    }

    /** Only what is slower than before fails. */
    private Case change(BaselineComparison baseline, CellChange cell) {
        String name = cell.cell() + " against " + measured.word() + " " + baseline.suite() + ": " + baseline.metric();
        if (cell.refusal().isPresent()) {
            return new Case(
                    name, Outcome.ERROR, NOTHING_CAN_BE_SAID, cell.refusal().get(), "");
        }
        ClaimRule.UnpairedVerdict verdict = cell.verdict().orElseThrow();
        String says = Numbers.change(verdict.effect().change())
                + verdict.effect()
                        .interval()
                        .map(interval -> " (" + ComparisonReport.confidence(baseline.rule()) + " interval "
                                + ComparisonReport.interval(interval) + ")")
                        .orElse("")
                + ", unpaired: "
                + ComparisonReport.says(baseline.rule(), verdict.claim(), measured.more(verdict.moreRounds()));
        String type = verdict.claim().label();
        return switch (verdict.claim()) {
            case SLOWER ->
                slowerFails == SlowerFails.NEVER
                        ? Case.passed(name, says)
                        : new Case(name, Outcome.FAILURE, type, says, "");
            case INCONCLUSIVE -> new Case(name, Outcome.SKIPPED, type, says, "");
            case FASTER, NO_DIFFERENCE_ABOVE -> Case.passed(name, says);
        };
    }

    private static Stream<Case> beside(PaperShares paper) {
        return paper.cells().stream()
                .map(cell -> Case.passed(
                        cell.cell() + " beside " + cell.label(), PaperReport.sentence(paper.paper(), cell)));
    }

    private Case comparison(ArmComparison comparison) {
        String name = comparison.b() + " against " + comparison.a() + ": " + comparison.metric();
        String text = ComparisonReport.text(comparison, Style.PLAIN);
        if (comparison.refusal().isPresent()) {
            return new Case(
                    name,
                    Outcome.ERROR,
                    NOTHING_CAN_BE_SAID,
                    comparison.refusal().get(),
                    text);
        }
        ClaimRule.Verdict verdict = comparison.verdict().orElseThrow();
        String type = verdict.claim().label();
        return switch (verdict.claim()) {
            case SLOWER ->
                slowerFails == SlowerFails.ALWAYS
                        ? new Case(name, Outcome.FAILURE, type, change(comparison, verdict), text)
                        : Case.passed(name, text);
            case INCONCLUSIVE ->
                new Case(
                        name,
                        Outcome.SKIPPED,
                        type,
                        "it would probably take " + ClaimRule.inWords(verdict.moreRounds()),
                        text);
            case FASTER, NO_DIFFERENCE_ABOVE -> Case.passed(name, text);
        };
    }

    private static String change(ArmComparison comparison, ClaimRule.Verdict verdict) {
        return comparison.metric() + ": B less A is "
                + Numbers.change(verdict.effect().change())
                + verdict.effect()
                        .interval()
                        .map(interval -> " (" + ComparisonReport.confidence(comparison.rule()) + " interval "
                                + ComparisonReport.interval(interval) + ")")
                        .orElse("");
    }
}
