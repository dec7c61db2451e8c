package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.WarmupOutcome;
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
        return SteadyRule.end(
                rule.atLeast(),
                rule.atMost(),
                context.status().members().stream().map(MemberStatus::warmup).toList());
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
