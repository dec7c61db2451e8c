package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.pairs.Awaited;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.FlowControlTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** For how long the senders waited for flow control, and for whom. */
final class FlowControlWaits {
    /** Senders that wait for more than half of their time are held back by those whom they wait for. */
    static final double BLOCKED = 0.5;

    /** Senders that wait for less give what they can. */
    static final double FREE = 0.2;

    /** Share of all time that two members wait for each other's TCP. If both waited alike, each would have half. */
    static final double MOST_OF_TWO = 0.75;

    /**
     * Waits are uneven if the half of the receivers that senders wait for longest accounts for this many times the wait
     * of the other half.
     */
    static final double UNEVEN = 3;

    private final RunLoad run;
    private final Optional<AwaitedMember> awaited;

    FlowControlWaits(RunLoad run) {
        this.run = run;
        this.awaited = AwaitedMember.of(run.pairs().awaitedForCredits(), run)
                .or(() -> onlyReceiver().map(member -> AwaitedMember.alone(member, 1)))
                .or(this::otherOfTwo);
    }

    /**
     * The member that most others wait for, or several of which each is waited for like that.
     *
     * @param alike what they counted, in the order of the members
     * @param load what the one that is waited for the longest counted
     * @param share its part of the time that the other members waited for another member than themselves
     */
    record AwaitedMember(List<MemberLoad> alike, MemberLoad load, double share) {
        static AwaitedMember alone(MemberLoad load, double share) {
            return new AwaitedMember(List.of(load), load, share);
        }

        /** What members that were found by their names counted. */
        static Optional<AwaitedMember> of(Optional<Awaited> most, RunLoad run) {
            return most.flatMap(found -> run.member(found.member())
                    .map(member -> new AwaitedMember(
                            run.members().stream()
                                    .filter(other -> found.members().contains(other.name()))
                                    .toList(),
                            member,
                            found.share())));
        }
    }

    /** The other member of two of which one sends: there is nobody to compare it with. */
    Optional<MemberLoad> onlyReceiver() {
        List<MemberLoad> receivers =
                run.members().stream().filter(member -> !member.sender()).toList();
        return run.members().size() == 2 && receivers.size() == 1
                ? Optional.of(receivers.getFirst())
                : Optional.empty();
    }

    /** Two members wait for each other. The slower one is the reason. */
    private Optional<AwaitedMember> otherOfTwo() {
        List<MemberLoad> members = run.members();
        return members.size() != 2 || !members.stream().allMatch(MemberLoad::sender)
                ? Optional.empty()
                : members.stream()
                        .filter(new MemberComparison(run)::isSlower)
                        .map(member -> AwaitedMember.alone(member, 1))
                        .findFirst();
    }

    /** The member that most others had data for, where its TCP had no room for it for half of their time. */
    Optional<AwaitedMember> awaitedForRoom() {
        return AwaitedMember.of(run.pairs().awaitedForRoom(), run)
                .or(this::withoutRoomOfTwo)
                .filter(most -> waitedForRoomOf(most.load()) >= BLOCKED);
    }

    private Optional<AwaitedMember> withoutRoomOfTwo() {
        double all = run.members().stream().mapToDouble(this::waitedForRoomOf).sum();
        return run.members().size() != 2 || all == 0
                ? Optional.empty()
                : run.members().stream()
                        .map(member -> AwaitedMember.alone(member, waitedForRoomOf(member) / all))
                        .filter(most -> most.share() >= MOST_OF_TWO)
                        .findFirst();
    }

    /** All receivers, if their TCP had no room for half of the time on average and no single one stands out. */
    List<MemberLoad> allWithoutRoom() {
        List<MemberLoad> receivers =
                run.members().stream().filter(MemberLoad::receiver).toList();
        double mean =
                receivers.stream().mapToDouble(this::waitedForRoomOf).average().orElse(0);
        return receivers.size() > 1 && mean >= BLOCKED && awaitedForRoom().isEmpty() ? receivers : List.of();
    }

    /** For how much of their time the other senders waited for a member's TCP, on average. */
    double waitedForRoomOf(MemberLoad receiver) {
        return run.others(receiver)
                .filter(MemberLoad::sender)
                .mapToDouble(member -> Math.min(1, member.share(Counters.TCP_WAITED_FOR_NANOS + receiver.name())))
                .average()
                .orElse(0);
    }

    /** Whether senders wait for some members and hardly for others. With too small a window they wait for all alike. */
    boolean areUneven() {
        double[] each = run.members().stream()
                .filter(MemberLoad::receiver)
                .flatMapToDouble(member -> waitedForCreditsOf(member).stream())
                .sorted()
                .toArray();
        int half = each.length / 2;
        double most = Arrays.stream(each).skip(each.length - half).sum();
        return most > 0 && most >= UNEVEN * Arrays.stream(each).limit(half).sum();
    }

    /** For how much of their time the other senders waited for a member's credits, on average. */
    private OptionalDouble waitedForCreditsOf(MemberLoad receiver) {
        String counter = Counters.WAITED_FOR_NANOS + receiver.name();
        return run.others(receiver)
                .filter(member -> member.sender() && member.knows(counter))
                .mapToDouble(member -> member.share(counter))
                .average();
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
        return new FlowControlTime(sender.counters(), sender.countedNanos(), run.senderThreads()).share();
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
