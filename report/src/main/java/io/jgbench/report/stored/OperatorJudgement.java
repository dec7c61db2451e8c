package io.jgbench.report.stored;

import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What an operator said of a suite that has a baseline.
 *
 * @param verdict of all of the suite
 * @param ofBaseline of its comparison with the baseline; of all of the suite where the status does not tell of that
 * @param sentence what it said of the baseline
 */
public record OperatorJudgement(Verdict verdict, Verdict ofBaseline, String sentence) {
    private static final Map<String, Verdict> OF_REASON = Map.of(
            SuiteConditionReason.NOT_SLOWER.label(), Verdict.PASSED,
            SuiteConditionReason.SLOWER_THAN_BASELINE.label(), Verdict.SLOWER_THAN_BASELINE,
            SuiteConditionReason.NOT_COMPARABLE.label(), Verdict.NOT_VALID,
            SuiteConditionReason.INCONCLUSIVE.label(), Verdict.INCONCLUSIVE);

    /** Refuses nulls. */
    public OperatorJudgement {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(ofBaseline, "ofBaseline");
        Objects.requireNonNull(sentence, "sentence");
    }

    /** That of a suite's status; empty where nothing is said yet. */
    static Optional<OperatorJudgement> of(BenchmarkSuiteStatus status) {
        return Optional.ofNullable(status.judgement())
                .map(StatusJudgement::verdict)
                .map(verdict -> status.condition(SuiteConditionType.BASELINE_HELD)
                        .filter(held -> OF_REASON.containsKey(held.reason()))
                        .map(held -> new OperatorJudgement(verdict, OF_REASON.get(held.reason()), sentence(held)))
                        .orElseGet(() -> new OperatorJudgement(
                                verdict, verdict, "Its operator found the suite to be " + label(verdict) + ".")));
    }

    private static String sentence(StatusCondition held) {
        return "Against the baseline its operator found it to be " + held.reason() + ": " + held.message();
    }

    private static String label(Verdict verdict) {
        return RunDocument.json().convertValue(verdict, String.class);
    }
}
