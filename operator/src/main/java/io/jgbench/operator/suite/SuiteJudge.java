package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.suite.Baselines.Found;
import io.jgbench.report.console.PaperReport;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PublishedFigures;
import java.time.Duration;
import java.util.Optional;

/**
 * Judges suites by the digests of their visits: thresholds, cells against each other, and the baseline. What follows
 * stands in the status, so that a suite that is judged is not judged again before it asks something else or goes on.
 */
final class SuiteJudge {
    private static final Duration AGAIN_IF_UNUSABLE = Duration.ofSeconds(30);

    private final DigestStore digests;
    private final Baselines baselines;
    private final PublishedFigures published;

    SuiteJudge(DigestStore digests, Baselines baselines, PublishedFigures published) {
        this.digests = digests;
        this.baselines = baselines;
        this.published = published;
    }

    /**
     * Says what came of what the suite asks, or that it is under way.
     *
     * @param draft takes what is found, and has what was found before
     * @return when to look again; empty for not at all
     * @throws SuiteFormatException if a digest of the suite cannot be read
     */
    Optional<Duration> judge(SuiteRef ref, SuiteSpec spec, SuiteStatus status, SuiteStatusDraft draft)
            throws SuiteFormatException {
        if (!status.phase().isOver()) {
            JudgementConditions.underWay(draft, spec);
            return Optional.empty();
        }
        if (draft.isJudged()) {
            return Optional.empty();
        }
        if (spec.baseline().isEmpty()) {
            JudgementConditions.judged(draft, spec, result(ref, spec, status));
            return Optional.empty();
        }
        return judge(ref, spec, status, spec.baseline().get(), draft);
    }

    private Optional<Duration> judge(
            SuiteRef ref, SuiteSpec spec, SuiteStatus status, BaselineRequest request, SuiteStatusDraft draft)
            throws SuiteFormatException {
        return switch (baselines.find(ref, spec, request)) {
            case Found.Suite(var before) -> {
                SuiteResult result = result(ref, spec, status).against(before, request.metric(), request.rule());
                JudgementConditions.judged(draft, spec, result);
                yield Optional.empty();
            }
            case Found.Paper(var name) -> {
                SuiteResult result = result(ref, spec, status);
                var shares = PaperReport.answers(PaperShares.of(published, name, spec.cells(), result));
                JudgementConditions.judgedBeside(draft, spec, result, name, shares);
                yield Optional.empty();
            }
            case Found.Unusable(var message) -> {
                if (draft.hasReason(SuiteConditionType.BASELINE_HELD, SuiteConditionReason.BASELINE_UNUSABLE)) {
                    JudgementConditions.baselineUnusable(draft, message);
                } else {
                    JudgementConditions.withoutBaseline(draft, spec, result(ref, spec, status), message);
                }
                yield Optional.of(AGAIN_IF_UNUSABLE);
            }
        };
    }

    /**
     * A result, and what may be said of it against its baseline.
     *
     * @param result has the comparison where the baseline is another suite, and the figures of a paper
     * @param obstacle why it is not compared; empty where it is, and where that is not asked
     */
    record Judged(SuiteResult result, Optional<String> obstacle) {}

    /** Compares a result with its baseline. */
    Judged judged(SuiteRef ref, SuiteSpec spec, SuiteResult result) {
        return spec.baseline()
                .map(request -> judged(spec, result, request, baselines.find(ref, spec, request)))
                .orElseGet(() -> new Judged(result, Optional.empty()));
    }

    private Judged judged(SuiteSpec spec, SuiteResult result, BaselineRequest request, Found baseline) {
        return switch (baseline) {
            case Found.Suite(var before) ->
                new Judged(result.against(before, request.metric(), request.rule()), Optional.empty());
            case Found.Paper(var name) ->
                new Judged(beside(PaperShares.of(published, name, spec.cells(), result), result), Optional.empty());
            case Found.Unusable(var message) -> new Judged(result, Optional.of(message));
        };
    }

    private static SuiteResult beside(PaperShares shares, SuiteResult result) {
        return SuiteResultBuilder.builder(result)
                .paper(Optional.of(shares.comparison()))
                .build();
    }

    private SuiteResult result(SuiteRef ref, SuiteSpec spec, SuiteStatus status) throws SuiteFormatException {
        return SuiteResult.of(spec, status, digests.figures(ref, spec.figures()));
    }
}
