package io.jgbench.selftest;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of a planted run.
 *
 * @param run which
 * @param verdict whether the fault was named
 * @param cause what the result told first; empty where nothing was planted for want of something
 * @param evidence the sentence that the result told first, or why nothing was planted
 * @param warnings findings that warn or invalidate; those of a short run included
 */
public record PlantedOutcome(PlantedRun run, Verdict verdict, Optional<String> cause, String evidence, int warnings) {

    /** How a run is judged. */
    public enum Verdict {
        /** The result tells the fault first, with the right member. */
        RIGHT("right"),
        /** The result tells something else first. */
        WRONG("wrong"),
        /** Programs beside the run took the host's CPUs, and the result tells that first. Neither right nor wrong. */
        DISTURBED("disturbed"),
        /** The machine or the stack has not what the fault needs, or the run was over before the fault was due. */
        NOT_PLANTED("not planted");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        /** The word for it in tables. */
        public String label() {
            return label;
        }
    }

    /** Refuses nulls. */
    public PlantedOutcome {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(evidence, "evidence");
    }

    /** Judges what a result tells. */
    static PlantedOutcome of(PlantedRun run, RunResult result) {
        long warnings = result.verdict().findings().stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .count();
        return judged(run, run.fault().firstCause(result), Math.toIntExact(warnings));
    }

    /** Judges what a result told first. */
    static PlantedOutcome judged(PlantedRun run, FirstCause cause, int warnings) {
        Verdict verdict = run.fault().isNamedBy(cause, run.at())
                ? Verdict.RIGHT
                : isOfOthers(cause) ? Verdict.DISTURBED : Verdict.WRONG;
        return new PlantedOutcome(run, verdict, Optional.of(cause.word()), cause.evidence(), warnings);
    }

    /** Nothing was planted, for this reason. */
    static PlantedOutcome notPlanted(PlantedRun run, String why) {
        return new PlantedOutcome(run, Verdict.NOT_PLANTED, Optional.empty(), why, 0);
    }

    private static boolean isOfOthers(FirstCause cause) {
        return cause instanceof FirstCause.Found(var finding) && finding.reason() == Reason.HOST_BUSY;
    }
}
