package io.jgbench.coordination.judge;

import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.bottleneck.RunLoad;
import io.jgbench.coordination.bottleneck.UnfinishedRun;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What held a run that did not finish, by the reports that its members gave until then.
 *
 * @param evidence of that run
 * @param members all that were planned
 * @param arrivals what the samples of those that left a report tell
 * @param loads where the time of these went
 */
record UnfinishedBottleneck(RunEvidence evidence, List<MemberResult> members, SampledTraffic arrivals, Loads loads) {
    /** Of another failure the others counted mostly what it did to them: they waited for the member that failed. */
    private static final Set<FailureReason> ENDS_ALL_ALIKE =
            Set.of(FailureReason.STALLED, FailureReason.CANCELLED, FailureReason.DEADLINE_EXCEEDED);

    /** Empty where too little is known. */
    Optional<Bottleneck> found(WorkloadAnalysis analysis) {
        Optional<RunLoad> ofAll = isKnownOfAll() ? loads.ofUnfinished(analysis, this::kept) : Optional.empty();
        return new UnfinishedRun(ofAll.orElseGet(loads::ofThoseThatBegan), ofAll.isPresent(), silentShareAtEnd())
                .bottleneck();
    }

    /** A search for a rate loses on purpose, and ends with a trial that does not. */
    private boolean isKnownOfAll() {
        WorkloadSpec workload = evidence.spec().workload();
        return evidence.failure()
                        .map(RunFailure::reason)
                        .filter(ENDS_ALL_ALIKE::contains)
                        .isPresent()
                && members.stream().allMatch(Loads::began)
                && workload.hasEvenRate()
                && (evidence.reliable() || workload.knowsLossBeforeItsEnd());
    }

    private Optional<RunLoad.Request> kept(RunLoad.Request asked) {
        WorkloadSpec workload = evidence.spec().workload();
        double unitsPerSecond = workload.unitsPerSecond()
                .map(Integer::doubleValue)
                .orElseGet(() -> asked.perSecond() / workload.meanCountedBytes());
        List<OptionalDouble> kept = members.stream()
                .filter(member -> workload.sends(member.index(), members.size()))
                .map(member -> keptShare(member, unitsPerSecond))
                .toList();
        return kept.stream().allMatch(OptionalDouble::isPresent)
                ? kept.stream()
                        .map(OptionalDouble::getAsDouble)
                        .min(Double::compare)
                        .map(least -> new RunLoad.Request(
                                asked.setting(), asked.unit(), asked.perSecond(), asked.perSecond() * least))
                : Optional.empty();
    }

    /** How a member kept a rate is in its report when it is done. Until then its samples tell what it began. */
    private OptionalDouble keptShare(MemberResult member, double unitsPerSecond) {
        Optional<OpenLoopReport> openLoop = member.report()
                .filter(report -> !report.partial())
                .flatMap(report -> report.workload().openLoop());
        if (openLoop.isPresent()) {
            return OptionalDouble.of(openLoop.get().keptShare());
        }
        OptionalDouble begun = arrivals.begunPerSecond(member, unitsPerSecond);
        return begun.isPresent()
                ? OptionalDouble.of(Math.min(1, begun.getAsDouble() / unitsPerSecond))
                : OptionalDouble.empty();
    }

    /**
     * Which part of its time, at its end, no member sent or received anything. A stalled run counts as silent
     * throughout.
     */
    private double silentShareAtEnd() {
        if (evidence.failure()
                .filter(failure -> failure.reason() == FailureReason.STALLED)
                .isPresent()) {
            return 1;
        }
        long sampled = arrivals.longestSampledNanos();
        return sampled == 0 ? 0 : (double) (sampled - arrivals.endNanos()) / sampled;
    }
}
