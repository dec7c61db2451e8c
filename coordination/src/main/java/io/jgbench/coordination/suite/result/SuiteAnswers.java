package io.jgbench.coordination.suite.result;

import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusAnswer.Question;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import io.jgbench.coordination.words.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a suite's figures answer to what it asks, a sentence for each cell that is asked. */
public final class SuiteAnswers {
    private SuiteAnswers() {}

    /** To its thresholds, in their order. */
    public static List<StatusAnswer> thresholds(SuiteResult suite) {
        Map<String, CellResult> cells =
                suite.cells().stream().collect(Collectors.toMap(CellResult::cell, Function.identity()));
        return suite.thresholds().stream()
                .map(threshold -> answer(
                        Question.THRESHOLD,
                        threshold.cell(),
                        threshold.metric(),
                        outcome(threshold.outcome()),
                        sentence(
                                threshold,
                                Optional.ofNullable(
                                        cells.get(threshold.cell()).figures().get(threshold.metric())))))
                .toList();
    }

    private static Outcome outcome(ThresholdResult.ThresholdOutcome outcome) {
        return switch (outcome) {
            case MET -> Outcome.MET;
            case MISSED -> Outcome.MISSED;
            case INCONCLUSIVE -> Outcome.INCONCLUSIVE;
        };
    }

    private static String sentence(ThresholdResult threshold, Optional<FigureSummary> figure) {
        double limit = threshold.value();
        String wanted = threshold.limit().inWords() + " "
                + Numbers.figureBeside(limit, threshold.found().orElse(limit));
        if (threshold.found().isEmpty()) {
            return "Cell " + threshold.cell() + ": the " + threshold.of().inWords() + " of " + threshold.metric()
                    + " must be " + wanted + ", and is not known: "
                    + threshold.why().orElse("no reason is given") + ".";
        }
        return "Cell " + threshold.cell() + ": the " + threshold.of().inWords() + " of " + threshold.metric() + " is "
                + Numbers.figureBeside(threshold.found().getAsDouble(), limit) + ", and must be " + wanted
                + inBrackets(Stream.concat(figure.map(SuiteAnswers::circumstances).stream(), threshold.why().stream())
                        .collect(Collectors.joining("; ")))
                + ".";
    }

    private static String inBrackets(String text) {
        return text.isEmpty() ? "" : " (" + text + ")";
    }

    private static String circumstances(FigureSummary figure) {
        return "median " + Numbers.figure(figure.median())
                + figure.interval()
                        .map(interval -> ", 95 % interval " + Numbers.figure(interval.low()) + " to "
                                + Numbers.figure(interval.high()))
                        .orElse("")
                + ", " + rounds(figure.values().size());
    }

    /** To the comparison of its cells, in the order of the pairs. */
    public static List<StatusAnswer> comparisons(SuiteResult suite) {
        return suite.comparisons().stream().map(SuiteAnswers::comparison).toList();
    }

    private static StatusAnswer comparison(ArmComparison comparison) {
        String pair = "Cell " + comparison.b() + " against " + comparison.a() + ": ";
        return answer(
                Question.COMPARISON,
                comparison.b(),
                comparison.metric(),
                outcome(comparison.verdict().map(ClaimRule.Verdict::claim)),
                pair
                        + comparison
                                .verdict()
                                .map(verdict -> changed(
                                                comparison.metric(),
                                                comparison.rule(),
                                                verdict.effect().change(),
                                                verdict.effect().interval(),
                                                verdict.adjustedPValue())
                                        + ", " + rounds(comparison.figuresOfA().size()) + ")"
                                        + said(comparison.rule(), verdict.claim(), verdict.moreRounds()))
                                .orElseGet(() -> nothing(comparison.refusal())));
    }

    /** To the comparison with its baseline, in the order of the cells; none where that is no suite. */
    public static List<StatusAnswer> baseline(SuiteResult suite) {
        return suite.baseline()
                .map(baseline -> baseline.cells().stream()
                        .map(change -> change(baseline, change))
                        .toList())
                .orElse(List.of());
    }

    private static StatusAnswer change(BaselineComparison baseline, CellChange change) {
        return answer(
                Question.BASELINE,
                change.cell(),
                baseline.metric(),
                outcome(change.verdict().map(ClaimRule.UnpairedVerdict::claim)),
                "Cell " + change.cell() + " against suite " + baseline.suite() + ": "
                        + change.verdict()
                                .map(verdict -> changed(
                                                baseline.metric(),
                                                baseline.rule(),
                                                verdict.effect().change(),
                                                verdict.effect().interval(),
                                                verdict.adjustedPValue())
                                        + ", unpaired, "
                                        + rounds(change.before().size()) + " then, "
                                        + change.now().size() + " now)"
                                        + said(baseline.rule(), verdict.claim(), verdict.moreRounds()))
                                .orElseGet(() -> nothing(change.refusal())));
    }

    private static Outcome outcome(Optional<Claim> claim) {
        return claim.map(said -> switch (said) {
                    case FASTER -> Outcome.FASTER;
                    case SLOWER -> Outcome.SLOWER;
                    case NO_DIFFERENCE_ABOVE -> Outcome.NO_DIFFERENCE_ABOVE;
                    case INCONCLUSIVE -> Outcome.INCONCLUSIVE;
                })
                .orElse(Outcome.NOT_COMPARABLE);
    }

    private static String changed(
            String metric, ClaimRule rule, double change, Optional<Interval> interval, double probability) {
        return metric + " " + Numbers.change(change) + " ("
                + interval.map(bounds -> Math.round(rule.confidence() * 100) + " % interval "
                                + Numbers.change(bounds.low()) + " to " + Numbers.change(bounds.high()))
                        .orElse("no interval")
                + ", " + Numbers.pValue(probability);
    }

    private static String said(ClaimRule rule, Claim claim, int moreRounds) {
        return switch (claim) {
            case FASTER, SLOWER -> ".";
            case NO_DIFFERENCE_ABOVE ->
                ". A difference of " + Numbers.percent(rule.minChange() * 1000) + " or more is ruled out.";
            case INCONCLUSIVE -> ". It would probably take " + ClaimRule.inWords(moreRounds) + ".";
        };
    }

    private static String nothing(Optional<String> refusal) {
        return "nothing can be said: " + refusal.orElse("no reason is given") + ".";
    }

    private static String rounds(int count) {
        return count + (count == 1 ? " round" : " rounds");
    }

    /**
     * With no more text than a status has room for.
     *
     * @param sentence a whole sentence
     */
    public static StatusAnswer answer(Question question, String cell, String metric, Outcome outcome, String sentence) {
        return new StatusAnswer(
                question,
                BoundedText.of(cell, StatusCell.MAX_NAME),
                metric,
                outcome,
                BoundedText.of(sentence, StatusAnswer.MAX_MESSAGE));
    }
}
