package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import java.util.Optional;

/** Records an observation in the status, without judging it. */
final class ObservationRecorder {
    private ObservationRecorder() {}

    static StepContext take(StepContext context) {
        var members = context.members().stream()
                .map(member -> clock(context, seen(context, member)))
                .map(member -> report(context, member))
                .toList();
        return context.with(context.status().withMembers(members));
    }

    private static MemberStatus seen(StepContext context, MemberStatus member) {
        return switch (context.seen(member)) {
            case MemberObservation.NotLaunched _ -> member.gone(member.phase().isPresent());
            case MemberObservation.Exited _ -> member.gone(true);
            case MemberObservation.Silent _ -> member.gone(false).silent(context.nowEpochNanos());
            case MemberObservation.Answered(var state) -> answer(context, member.gone(false), state);
        };
    }

    private static MemberStatus answer(StepContext context, MemberStatus member, MemberState state) {
        if (!MemberIdentity.of(context.status(), member).matches(state)) {
            return member;
        }
        boolean isOld = member.answer().filter(state::isBefore).isPresent();
        if (isOld) {
            return member.inTouch();
        }
        boolean losesSight = state.phase() == MemberPhase.RUNNING
                && state.membersSeen() < context.spec().members();
        var answered = member.answered(state, context.nowEpochNanos());
        return losesSight ? answered.blind(context.nowEpochNanos()) : answered.inTouch();
    }

    /** The clocks that the start was given out with stay, as the start skew is counted with them. */
    private static MemberStatus clock(StepContext context, MemberStatus member) {
        var measured = Optional.ofNullable(context.observation().clocks().get(member.index()));
        return context.status().release().isPresent() || measured.isEmpty() ? member : member.withClock(measured);
    }

    private static MemberStatus report(StepContext context, MemberStatus member) {
        boolean isAskedFor = context.status().phase().compareTo(RunPhase.COLLECTING) >= 0;
        if (!isAskedFor || member.report() != ReportStatus.MISSING) {
            return member;
        }
        return context.observation().reports().stream()
                .filter(receipt -> receipt.runId().equals(context.status().runId()))
                .filter(receipt -> receipt.index() == member.index())
                .findFirst()
                .map(receipt -> member.withReport(receipt.status()))
                .orElse(member);
    }
}
