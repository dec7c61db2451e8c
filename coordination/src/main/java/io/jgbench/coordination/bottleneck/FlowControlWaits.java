package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.pairs.Awaited;
import io.jgbench.coordination.protocol.Counters;
import java.util.List;
import java.util.Optional;

/** For how long the senders waited for flow control, and for whom. */
final class FlowControlWaits {
    /** Senders that wait for more than half of their time are held back by those whom they wait for. */
    static final double BLOCKED = 0.5;

    /** Senders that wait for less give what they can. */
    static final double FREE = 0.2;

    private final RunLoad run;
    private final Optional<AwaitedMember> awaited;

    FlowControlWaits(RunLoad run) {
        this.run = run;
        this.awaited = AwaitedMember.of(run.pairs().awaitedForCredits(), run).or(this::otherOfTwo);
    }

    /**
     * The member that most others wait for.
     *
     * @param load what it counted
     * @param share its part of the time that the other members waited for another member than themselves
     */
    record AwaitedMember(MemberLoad load, double share) {
        /** What a member that was found by its name counted. */
        static Optional<AwaitedMember> of(Optional<Awaited> most, RunLoad run) {
            return most.flatMap(
                    found -> run.member(found.member()).map(member -> new AwaitedMember(member, found.share())));
        }
    }

    /** Of two members each waits for the other: it is the one that shows why. */
    private Optional<AwaitedMember> otherOfTwo() {
        List<MemberLoad> members = run.members();
        return members.size() != 2 || !members.stream().allMatch(MemberLoad::sender)
                ? Optional.empty()
                : members.stream()
                        .filter(new MemberComparison(run)::isSlower)
                        .map(member -> new AwaitedMember(member, 1))
                        .findFirst();
    }

    /** For how much of their time the senders waited, on average. */
    double share() {
        return run.members().stream()
                .filter(MemberLoad::sender)
                .mapToDouble(this::shareOf)
                .average()
                .orElse(0);
    }

    /** For how much of its time one sender waited. */
    double shareOf(MemberLoad sender) {
        return Math.min(1, sender.share(Counters.FLOW_CONTROL_BLOCKED_NANOS) / Math.max(1, run.senderThreads()));
    }

    boolean holdSendersBack() {
        return share() >= BLOCKED;
    }

    Optional<AwaitedMember> awaited() {
        return awaited;
    }

    /** The member that most others wait for, where they are held back by that. */
    Optional<AwaitedMember> awaitedByBlocked() {
        return awaited.filter(_ -> holdSendersBack());
    }
}
