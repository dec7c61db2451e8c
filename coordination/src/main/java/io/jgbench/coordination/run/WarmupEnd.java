package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.steady.Steadiness;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.WarmupOutcome;
import io.jgbench.coordination.steady.WarmupOutcome.End;
import io.jgbench.coordination.steady.WarmupProgress;
import java.util.List;
import java.util.Optional;

/** Ends a warm-up that lasts until it is steady, for all members together. */
final class WarmupEnd {
    private WarmupEnd() {}

    /** The situation with why the warm-up ends, where it does now. */
    static StepContext judge(StepContext context) {
        var status = context.status();
        if (status.warmup().isPresent() || !(context.spec().workload().warmup() instanceof Warmup.Steady rule)) {
            return context;
        }
        return outcome(context, rule)
                .map(ended -> context.with(status.withWarmup(ended)))
                .orElse(context);
    }

    private static Optional<WarmupOutcome> outcome(StepContext context, Warmup.Steady rule) {
        if (!context.all(member -> context.answersNow(member, MemberPhase.ARMING))) {
            return Optional.empty();
        }
        List<WarmupProgress> progress = progress(context.status());
        long shortestNanos =
                progress.stream().mapToLong(WarmupProgress::elapsedNanos).min().orElse(0);
        long longestNanos =
                progress.stream().mapToLong(WarmupProgress::elapsedNanos).max().orElse(0);
        Optional<Steadiness> steadiness = SteadyRule.judge(progress);
        if (shortestNanos >= rule.atLeast().toNanos()
                && steadiness.filter(Steadiness::steady).isPresent()) {
            return Optional.of(new WarmupOutcome(End.STEADY, steadiness));
        }
        return longestNanos >= rule.atMost().toNanos()
                ? Optional.of(new WarmupOutcome(End.AT_MOST, steadiness))
                : Optional.empty();
    }

    private static List<WarmupProgress> progress(RunStatus status) {
        return status.members().stream().map(MemberStatus::warmup).toList();
    }

    /** What tells the members that still warm up that they have done enough. */
    static List<Action> actions(StepContext context) {
        return context.status().warmup().isEmpty()
                ? List.of()
                : context.forEach(
                        member -> context.answersNow(member, MemberPhase.ARMING),
                        member -> new Action.EndWarmup(member.index()));
    }
}
