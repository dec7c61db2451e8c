package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Has the members join, after the pre-flight where the run has one, and waits until each of them sees all. */
final class JoiningStep implements PhaseStep {

    @Override
    public StepResult take(StepContext context) {
        if (PreflightStep.isOpen(context)) {
            return PreflightStep.take(context);
        }
        if (context.all(JoiningStep::hasJoined)) {
            var status = context.status();
            return new StepResult.Enter(
                    status.entering(RunPhase.ARMED, context.nowEpochNanos(), Deadlines.armed(context.spec(), status)));
        }
        if (context.deadlinePassed()) {
            return RunTermination.fail(context, late(context));
        }
        return new StepResult.Stay(context.status(), joins(context));
    }

    /**
     * The first member joins alone, and the others once it is there: otherwise they would create clusters of their own.
     * If members bind to an interface, nobody joins before all have reported their address: each receives the addresses
     * of all others. If the stack's window is still open, nobody joins before all have reported the values that it is
     * chosen from.
     */
    static List<Action> joins(StepContext context) {
        var first = context.members().getFirst();
        boolean firstIsThere = first.reached(MemberPhase.JOINING) && first.membersSeen() >= 1;
        var addresses = bindAddresses(context);
        if (!addresses.isEmpty() && addresses.size() < context.members().size()) {
            return List.of();
        }
        var transport = WindowOfMembers.transport(context.spec(), context.status());
        if (transport.isEmpty()) {
            return List.of();
        }
        long deadline = Deadlines.memberStart(context.spec(), context.status());
        return context.forEach(
                member -> isWaiting(context, member) && (member.index() == 0 || firstIsThere),
                member -> new Action.Join(member.index(), deadline, addresses, transport.get()));
    }

    private static boolean isWaiting(StepContext context, MemberStatus member) {
        return context.answersNow(member, MemberPhase.CREATED)
                || context.answersNow(member, MemberPhase.LISTENING)
                || context.answersNow(member, MemberPhase.PROBED);
    }

    /** Where the members' transports bind, by index, as far as they were told an interface and have answered. */
    static Map<Integer, String> bindAddresses(StepContext context) {
        return context.which(member -> member.bindAddress().isPresent()).stream()
                .collect(Collectors.toMap(
                        MemberStatus::index, member -> member.bindAddress().orElseThrow()));
    }

    private static boolean hasJoined(MemberStatus member) {
        return member.reached(MemberPhase.JOINED);
    }

    private static Failure late(StepContext context) {
        var missing = context.which(member -> !hasJoined(member));
        return new Failure(
                isViewMissing(context, missing)
                        ? FailureReason.VIEW_INCOMPLETE
                        : Deadlines.startTimeoutReason(context.spec()),
                ProgressText.names(missing) + " did not join within "
                        + ProgressText.of(Deadlines.startTimeout(context.spec())) + ": "
                        + ProgressText.accounts(context, missing));
    }

    /**
     * A member that the controller cannot reach may never have received the join request. That is no evidence about the
     * members' network.
     */
    private static boolean isViewMissing(StepContext context, List<MemberStatus> missing) {
        return missing.stream().allMatch(member -> context.seen(member) instanceof MemberObservation.Answered)
                && missing.stream().anyMatch(member -> member.reached(MemberPhase.JOINING));
    }
}
