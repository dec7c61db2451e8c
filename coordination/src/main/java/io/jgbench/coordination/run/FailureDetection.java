package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds what ends a run at once in any phase: a lost or failed member, or a cancellation. */
final class FailureDetection {
    private FailureDetection() {}

    /** All failed members in one failure, in the order of their reasons: what others fail of comes first. */
    static Optional<Failure> find(StepContext context) {
        var cancelled = context.observation().cancelled();
        if (cancelled.isPresent()) {
            return Optional.of(new Failure(FailureReason.CANCELLED, "the run was cancelled: " + cancelled.get()));
        }
        List<Failure> found = new ArrayList<>();
        for (var member : silentFirst(context)) {
            of(context, member).ifPresent(found::add);
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var sorted = found.stream()
                .sorted((a, b) -> a.reason().compareTo(b.reason()))
                .toList();
        return Optional.of(new Failure(
                sorted.getFirst().reason(),
                sorted.stream().map(Failure::message).collect(Collectors.joining("; "))));
    }

    /** What became of a member tells more than what the others say of it. */
    private static List<MemberStatus> silentFirst(StepContext context) {
        return context.members().stream()
                .sorted(Comparator.comparing(member -> context.seen(member) instanceof MemberObservation.Answered))
                .toList();
    }

    private static Optional<Failure> of(StepContext context, MemberStatus member) {
        return switch (member.report()) {
            case COMPLETE -> Optional.empty();
            case PARTIAL ->
                failure(FailureReason.MEMBER_FAILED, member.name() + " gave a partial report: " + why(context, member));
            case UNREADABLE ->
                failure(
                        FailureReason.MEMBER_FAILED,
                        member.name() + " gave no report that can be read: " + why(context, member));
            case MISSING -> ofSighting(context, member);
        };
    }

    private static Optional<Failure> ofSighting(StepContext context, MemberStatus member) {
        return switch (context.seen(member)) {
            case MemberObservation.NotLaunched _ ->
                member.gone() && !mayBeOnItsWay(context, member)
                        ? lost(member, "is no longer there", "")
                        : Optional.empty();
            case MemberObservation.Exited(var how, var lastLines) ->
                mayBeOnItsWay(context, member)
                        ? Optional.empty()
                        : lost(member, "ended (" + how + ")", ProgressText.quote(lastLines));
            case MemberObservation.Silent(var why) ->
                isTooLong(context, member.silentSinceEpochNanos())
                        ? lost(
                                member,
                                "has not answered for " + ProgressText.of(Deadlines.OUT_OF_TOUCH) + " (" + why + ")",
                                "")
                        : Optional.empty();
            case MemberObservation.Answered(var state) -> ofAnswer(context, member, state);
        };
    }

    /** A member that has done its work may have handed its report over before it went: then nothing is missing. */
    private static boolean mayBeOnItsWay(StepContext context, MemberStatus member) {
        var status = context.status();
        return status.phase() == RunPhase.COLLECTING
                && member.reached(MemberPhase.REPORTED)
                && context.nowEpochNanos()
                        < Deadlines.after(status.phaseBegan().get(RunPhase.COLLECTING), Deadlines.ON_ITS_WAY);
    }

    private static Optional<Failure> ofAnswer(StepContext context, MemberStatus member, MemberState state) {
        var expected = MemberIdentity.of(context.status(), member);
        if (!expected.matches(state)) {
            var found = state.name() + " of run " + state.runId();
            return failure(
                    FailureReason.MEMBER_LOST, member.name() + " was replaced: " + found + " answers in its place");
        }
        if (state.phase() == MemberPhase.CREATED && member.reached(MemberPhase.LISTENING)) {
            return lost(member, "was restarted", "");
        }
        if (state.phase() == MemberPhase.FAILED) {
            return failed(member, state.failure().orElseGet(() -> MemberFailure.of("it does not say why")));
        }
        if (isTooLong(context, member.blindSinceEpochNanos())) {
            return failure(
                    FailureReason.VIEW_INCOMPLETE,
                    member.name() + " has seen only " + ProgressText.count(context, member) + " for "
                            + ProgressText.of(Deadlines.OUT_OF_TOUCH));
        }
        return Optional.empty();
    }

    private static Optional<Failure> failed(MemberStatus member, MemberFailure why) {
        var reason = switch (why.kind()) {
            case STACK_INVALID -> FailureReason.STACK_INVALID;
            case INTERFACE_MISSING -> FailureReason.INTERFACE_MISSING;
            case OTHER_LEFT -> FailureReason.MEMBER_LOST;
            case OUT_OF_TIME -> FailureReason.DEADLINE_EXCEEDED;
            case JGROUPS_MISSING -> FailureReason.JGROUPS_MISSING;
            case OUT_OF_HEAP -> FailureReason.OUT_OF_HEAP;
            case OTHER -> FailureReason.MEMBER_FAILED;
        };
        return failure(reason, member.name() + " failed: " + why.message());
    }

    /** Before the start is given out, being silent for long is what the start timeout is for. */
    private static boolean isTooLong(StepContext context, long sinceEpochNanos) {
        var status = context.status();
        boolean isWatched = status.phase() == RunPhase.RUNNING
                || (status.phase() == RunPhase.ARMED && status.release().isPresent());
        return isWatched
                && sinceEpochNanos != 0
                && context.nowEpochNanos() >= Deadlines.after(sinceEpochNanos, Deadlines.OUT_OF_TOUCH);
    }

    private static String why(StepContext context, MemberStatus member) {
        return context.observation().reports().stream()
                .filter(receipt -> receipt.index() == member.index() && receipt.status() == member.report())
                .findFirst()
                .flatMap(ReportReceipt::failure)
                .orElse("it does not say why");
    }

    private static Optional<Failure> lost(MemberStatus member, String what, String detail) {
        return failure(FailureReason.MEMBER_LOST, member.name() + " " + what + ProgressText.whileIn(member) + detail);
    }

    private static Optional<Failure> failure(FailureReason reason, String message) {
        return Optional.of(new Failure(reason, message));
    }
}
