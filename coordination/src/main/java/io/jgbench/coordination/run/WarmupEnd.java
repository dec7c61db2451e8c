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

    /**
     * A member that is armed already has nothing to warm up, as it neither sends nor receives, or has given up waiting
     * for what was lost. It has no pace and holds nobody.
     */
    private static Optional<WarmupOutcome> outcome(StepContext context, Warmup.Steady rule) {
        var warming = context.which(member -> context.answersNow(member, MemberPhase.ARMING));
        long armed = context.which(member -> context.answersNow(member, MemberPhase.ARMED))
                .size();
        if (warming.isEmpty() || warming.size() + armed < context.members().size()) {
            return Optional.empty();
        }
        return SteadyRule.end(
                        rule.atLeast(),
                        rule.atMost(),
                        warming.stream().map(MemberStatus::warmup).toList())
                .map(ended -> ended.with(ended.steadiness()
                        .map(found -> found.withBusiestMember(
                                warming.get(found.busiestMember()).index()))));
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
