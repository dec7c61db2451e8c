package io.jgbench.report.stored;

import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a suite cannot be compared with its baseline, and what was said of the two when it could.
 *
 * @param why a sentence without its end
 * @param judgement what the suite's operator said then; empty where it has said nothing
 */
public record MissingBaseline(String why, Optional<OperatorJudgement> judgement) {

    /** Refuses nulls. */
    public MissingBaseline {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(judgement, "judgement");
    }

    /**
     * What the suite says as a whole: what nobody has compared is not known.
     *
     * @param ofFigures what its own figures say, as long as they are compared with nothing
     */
    public Verdict verdict(Verdict ofFigures) {
        boolean isOpen = ofFigures == Verdict.PASSED || ofFigures == Verdict.INCONCLUSIVE;
        return judgement.map(OperatorJudgement::verdict).orElse(isOpen ? Verdict.NOT_VALID : ofFigures);
    }

    /** All of it in words. */
    public String sentence() {
        return judgement.map(said -> said.sentence() + " ").orElse("")
                + "Here it cannot be compared with its baseline: " + why;
    }
}
