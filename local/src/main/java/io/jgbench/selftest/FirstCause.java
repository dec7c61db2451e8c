package io.jgbench.selftest;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.Verdict;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a result tells its reader first as the reason of what was measured: the failure of a run that failed, and right
 * after it what held it until it ended, where its members had counted enough by then; else what makes it invalid; else
 * the bottleneck where that is a fault; else the first finding where that warns; else the bottleneck. A finding that
 * only informs stands before warnings where it fits the bottleneck ({@link Verdict#of}).
 */
public sealed interface FirstCause {
    /** What a run as short as that of a self-test brings about by itself. */
    Set<Reason> OF_THE_SHORT_RUN = Set.of(Reason.NOT_STEADY, Reason.RATE_VARIES, Reason.WARMUP_CUT_SHORT);

    /**
     * The run failed.
     *
     * @param held what held it until then, where that is known
     */
    record Failed(RunFailure failure, Optional<Bottleneck> held) implements FirstCause {
        @Override
        public String word() {
            return failure.reason()
                    + held.map(found -> ", " + new Held(found).word()).orElse("");
        }

        @Override
        public String evidence() {
            return failure.message() + held.map(found -> ". " + found.message()).orElse("");
        }
    }

    /** A finding stands first. */
    record Found(Finding finding) implements FirstCause {
        @Override
        public String word() {
            return finding.reason().label();
        }

        @Override
        public String evidence() {
            return finding.evidence();
        }
    }

    /** The bottleneck stands first. */
    record Held(Bottleneck bottleneck) implements FirstCause {
        @Override
        public String word() {
            return bottleneck.type().label()
                    + bottleneck.member().map(member -> " " + member).orElse("");
        }

        @Override
        public String evidence() {
            return bottleneck.message();
        }
    }

    /** One word for it, with the member where the result names one in a field of its own. */
    String word();

    /** The sentence with the evidence. */
    String evidence();

    /** What this result tells first, but for what a short run brings about. */
    static FirstCause of(RunResult run) {
        return of(run.failure(), run.verdict(), run.bottleneck(), FirstCause::countsAfterAShortWarmUp);
    }

    /** What this result tells first, where no warning is expected at all. */
    static FirstCause withAllWarnings(RunResult run) {
        return of(run.failure(), run.verdict(), run.bottleneck(), FirstCause::countsWhenSteady);
    }

    /** Not what the short run brings about. */
    static boolean countsAfterAShortWarmUp(Finding finding) {
        return !OF_THE_SHORT_RUN.contains(finding.reason());
    }

    /** Each warning. */
    static boolean countsWhenSteady(Finding finding) {
        return finding.severity() != Severity.INFO;
    }

    /** What a result with these parts tells first, of the findings that count. */
    static FirstCause of(
            Optional<RunFailure> failure, Verdict verdict, Optional<Bottleneck> bottleneck, Predicate<Finding> counts) {
        return failure.<FirstCause>map(failed -> new Failed(failed, bottleneck))
                .or(() -> verdict.firstInvalidating().map(Found::new))
                .or(() -> bottleneck.filter(Bottleneck::fault).map(Held::new))
                .or(() -> verdict.findings().stream()
                        .filter(counts)
                        .findFirst()
                        .filter(finding -> finding.severity() == Severity.WARNING)
                        .map(Found::new))
                .or(() -> bottleneck.map(Held::new))
                .orElseThrow(() -> new IllegalArgumentException("a run that is valid must have a bottleneck"));
    }
}
