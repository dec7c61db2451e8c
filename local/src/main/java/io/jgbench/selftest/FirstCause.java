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

/**
 * What a result tells its reader first as the reason of what was measured: the failure of a run that failed; else what
 * makes it invalid; else the bottleneck where that is a fault; else the first warning; else the bottleneck.
 */
public sealed interface FirstCause {
    /** What a run as short as that of a self-test brings about by itself. */
    Set<Reason> OF_THE_SHORT_RUN = Set.of(Reason.NOT_STEADY, Reason.RATE_VARIES, Reason.WARMUP_CUT_SHORT);

    /** The run failed. */
    record Failed(RunFailure failure) implements FirstCause {
        @Override
        public String word() {
            return failure.reason().toString();
        }

        @Override
        public String evidence() {
            return failure.message();
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
        return of(run.failure(), run.verdict(), run.bottleneck(), OF_THE_SHORT_RUN);
    }

    /** What this result tells first. */
    static FirstCause withAllWarnings(RunResult run) {
        return of(run.failure(), run.verdict(), run.bottleneck(), Set.of());
    }

    /** What a result with these parts tells first, but for warnings of some reasons. */
    static FirstCause of(
            Optional<RunFailure> failure, Verdict verdict, Optional<Bottleneck> bottleneck, Set<Reason> leftOut) {
        return failure.<FirstCause>map(Failed::new)
                .or(() -> verdict.firstInvalidating().map(Found::new))
                .or(() -> bottleneck.filter(Bottleneck::fault).map(Held::new))
                .or(() -> verdict.findings().stream()
                        .filter(finding -> finding.severity() == Severity.WARNING)
                        .filter(finding -> !leftOut.contains(finding.reason()))
                        .findFirst()
                        .map(Found::new))
                .or(() -> bottleneck.map(Held::new))
                .orElseThrow(() -> new IllegalArgumentException("a run that is valid must have a bottleneck"));
    }
}
