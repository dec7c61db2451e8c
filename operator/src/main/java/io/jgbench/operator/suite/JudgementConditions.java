package io.jgbench.operator.suite;

import static io.jgbench.api.v1alpha1.SuiteConditionType.BASELINE_HELD;
import static io.jgbench.api.v1alpha1.SuiteConditionType.COMPARED;
import static io.jgbench.api.v1alpha1.SuiteConditionType.THRESHOLDS_MET;

import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.SuiteAnswers;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a suite's status says of what the suite asks of its figures. */
final class JudgementConditions {
    private static final int MOST_QUOTED = 3;
    private static final String OPEN = "open";
    private static final String NOT_COMPARABLE = "not comparable";

    private JudgementConditions() {}

    /** Nothing is answered before the suite is over. */
    static void underWay(SuiteStatusDraft draft, SuiteSpec spec) {
        forgetOthers(draft, spec);
        asked(spec)
                .forEach(type -> draft.condition(
                        type,
                        Status.UNKNOWN,
                        SuiteConditionReason.UNDER_WAY,
                        "Figures are judged once the suite is over."));
    }

    /** The spec may have asked something else before. */
    private static void forgetOthers(SuiteStatusDraft draft, SuiteSpec spec) {
        draft.judgement(null);
        List<SuiteConditionType> asked = asked(spec);
        Stream.of(THRESHOLDS_MET, COMPARED, BASELINE_HELD)
                .filter(type -> !asked.contains(type))
                .forEach(draft::without);
    }

    private static List<SuiteConditionType> asked(SuiteSpec spec) {
        List<SuiteConditionType> asked = new ArrayList<>();
        if (!spec.thresholds().isEmpty()) {
            asked.add(THRESHOLDS_MET);
        }
        spec.comparison().ifPresent(_ -> asked.add(COMPARED));
        spec.baseline().ifPresent(_ -> asked.add(BASELINE_HELD));
        return asked;
    }

    /** The suite is over; where its baseline is another suite, the result has the comparison with it. */
    static void judged(SuiteStatusDraft draft, SuiteSpec spec, SuiteResult result) {
        forgetOthers(draft, spec);
        List<StatusAnswer> own = ownQuestions(draft, spec, result);
        List<StatusAnswer> changes = SuiteAnswers.baseline(result);
        result.baseline().ifPresent(baseline -> baseline(draft, baseline, changes));
        draft.judgement(judgement(result, own, changes));
    }

    /** The suite is over, and its baseline is a paper, beside which it is not judged. */
    static void judgedBeside(
            SuiteStatusDraft draft, SuiteSpec spec, SuiteResult result, String paper, List<StatusAnswer> shares) {
        forgetOthers(draft, spec);
        List<StatusAnswer> own = ownQuestions(draft, spec, result);
        draft.condition(
                BASELINE_HELD,
                Status.TRUE,
                SuiteConditionReason.BESIDE_PAPER,
                shares.isEmpty()
                        ? "No figure of " + paper + " stands beside a cell: it has none of a cell's workload, members,"
                                + " senders, message size and kind of stack, or the stack's ConfigMap is gone."
                        : "The figures stand beside " + shares.size() + " of " + paper
                                + ", of other hardware: nothing is claimed. " + quoted(shares));
        draft.judgement(judgement(result, own, shares));
    }

    /** The suite is over, and there is nothing to compare it with. It is judged again once there is. */
    static void withoutBaseline(SuiteStatusDraft draft, SuiteSpec spec, SuiteResult result, String message) {
        forgetOthers(draft, spec);
        ownQuestions(draft, spec, result);
        baselineUnusable(draft, message);
    }

    /** There is still nothing to compare it with; all else is known. */
    static void baselineUnusable(SuiteStatusDraft draft, String message) {
        draft.condition(
                BASELINE_HELD,
                Status.UNKNOWN,
                SuiteConditionReason.BASELINE_UNUSABLE,
                message + " The operator looks again.");
    }

    /** Says what the suite's thresholds and its comparison come to, and gives the answers. */
    private static List<StatusAnswer> ownQuestions(SuiteStatusDraft draft, SuiteSpec spec, SuiteResult result) {
        List<StatusAnswer> thresholds = SuiteAnswers.thresholds(result);
        if (!spec.thresholds().isEmpty()) {
            thresholds(draft, thresholds);
        }
        List<StatusAnswer> comparisons = SuiteAnswers.comparisons(result);
        if (spec.comparison().isPresent()) {
            comparisons(draft, comparisons);
        }
        return Stream.concat(thresholds.stream(), comparisons.stream()).toList();
    }

    private static void thresholds(SuiteStatusDraft draft, List<StatusAnswer> answers) {
        say(
                draft,
                THRESHOLDS_MET,
                answers,
                List.of(
                        new Rule(Outcome.MISSED, Status.FALSE, SuiteConditionReason.THRESHOLD_MISSED, "missed"),
                        new Rule(Outcome.INCONCLUSIVE, Status.UNKNOWN, SuiteConditionReason.INCONCLUSIVE, OPEN)),
                new Rule(Outcome.MET, Status.TRUE, SuiteConditionReason.ALL_MET, "met"),
                "");
    }

    private static void comparisons(SuiteStatusDraft draft, List<StatusAnswer> answers) {
        say(
                draft,
                COMPARED,
                answers,
                List.of(
                        new Rule(
                                Outcome.NOT_COMPARABLE,
                                Status.FALSE,
                                SuiteConditionReason.NOT_COMPARABLE,
                                NOT_COMPARABLE),
                        new Rule(Outcome.INCONCLUSIVE, Status.UNKNOWN, SuiteConditionReason.INCONCLUSIVE, OPEN)),
                new Rule(Outcome.NO_DIFFERENCE_ABOVE, Status.TRUE, SuiteConditionReason.ANSWERED, "answered"),
                "");
    }

    private static void baseline(SuiteStatusDraft draft, BaselineComparison baseline, List<StatusAnswer> answers) {
        say(
                draft,
                BASELINE_HELD,
                answers,
                List.of(
                        new Rule(Outcome.SLOWER, Status.FALSE, SuiteConditionReason.SLOWER_THAN_BASELINE, "slower"),
                        new Rule(
                                Outcome.NOT_COMPARABLE,
                                Status.UNKNOWN,
                                SuiteConditionReason.NOT_COMPARABLE,
                                NOT_COMPARABLE),
                        new Rule(Outcome.INCONCLUSIVE, Status.UNKNOWN, SuiteConditionReason.INCONCLUSIVE, OPEN)),
                new Rule(Outcome.NO_DIFFERENCE_ABOVE, Status.TRUE, SuiteConditionReason.NOT_SLOWER, "not slower"),
                baseline.others().isEmpty()
                        ? ""
                        : " Cells that the baseline does not have: "
                                + baseline.others().size() + ".");
    }

    /**
     * What follows where an answer has this outcome.
     *
     * @param word what is said of such answers
     */
    private record Rule(Outcome outcome, Status status, SuiteConditionReason reason, String word) {}

    /** By the first rule that an answer falls under; by the last one where none does, which speaks of all answers. */
    private static void say(
            SuiteStatusDraft draft,
            SuiteConditionType type,
            List<StatusAnswer> answers,
            List<Rule> rules,
            Rule last,
            String more) {
        for (Rule rule : rules) {
            List<StatusAnswer> those = with(rule.outcome(), answers);
            if (!those.isEmpty()) {
                draft.condition(
                        type, rule.status(), rule.reason(), of(those, answers, rule.word()) + quoted(those) + more);
                return;
            }
        }
        draft.condition(type, last.status(), last.reason(), of(answers, answers, last.word()) + quoted(answers) + more);
    }

    private static List<StatusAnswer> with(Outcome outcome, List<StatusAnswer> answers) {
        return answers.stream().filter(answer -> answer.outcome() == outcome).toList();
    }

    private static String of(List<StatusAnswer> some, List<StatusAnswer> all, String word) {
        return some.size() + " of " + all.size() + " " + word + ". ";
    }

    private static String quoted(List<StatusAnswer> answers) {
        return answers.stream().limit(MOST_QUOTED).map(StatusAnswer::message).collect(Collectors.joining(" "))
                + (answers.size() > MOST_QUOTED ? " And " + (answers.size() - MOST_QUOTED) + " more." : "");
    }

    private static StatusJudgement judgement(
            SuiteResult result, List<StatusAnswer> own, List<StatusAnswer> toBaseline) {
        List<StatusAnswer> all = Stream.concat(own.stream(), toBaseline.stream())
                .sorted(Comparator.comparing(StatusAnswer::outcome))
                .toList();
        return new StatusJudgement(
                SuiteVerdict.of(result),
                all.size(),
                all.stream().limit(StatusJudgement.MAX_ANSWERS).toList());
    }
}
