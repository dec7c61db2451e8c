package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.FlowControlWaits.AwaitedMember;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Links to members that are slower than those to the others, though nobody knows their line rates. */
final class SlowLinksInwards {
    /** With fewer nobody knows which of them is as it should be. */
    private static final int LEAST_MEMBERS = 3;

    private final RunLoad run;
    private final FlowControlWaits waits;
    private final List<MemberLoad> awaited;
    private final double leastWaitingBytes;

    SlowLinksInwards(RunLoad run, FlowControlWaits waits) {
        this.run = run;
        this.waits = waits;
        this.awaited = waits.awaitedByBlocked().map(AwaitedMember::alike).orElse(List.of());
        this.leastWaitingBytes = run.members().stream()
                .filter(member -> member.sender() && !awaited.contains(member))
                .mapToDouble(sender -> new LinkQueue(sender).bytes())
                .min()
                .orElse(0);
    }

    /**
     * The link to one member, or to several alike, that is slower than those to the others: what these have to send
     * waits in their sockets, and that member has read all that came. Where as much waits in its own sockets, the link
     * may be slow in both directions.
     */
    Optional<Bottleneck> slowLink() {
        return wire(slow());
    }

    /** Where the links to several are slow, which of their queues drops is chance: no loss explains those without. */
    Optional<Bottleneck> slowLinksOfWhichSomeLose() {
        List<MemberLoad> slow = slow();
        long losing = slow.stream().filter(this::loses).count();
        return losing > 0 && losing < slow.size() ? wire(slow) : Optional.empty();
    }

    private boolean loses(MemberLoad member) {
        return run.lostShare(member) >= LossBounds.LOST
                || run.pairs()
                        .losses()
                        .filter(place ->
                                place.to().filter(member.name()::equals).isPresent())
                        .filter(place -> place.isEnoughToTell() && place.share() >= LossBounds.LOST_BETWEEN_TWO)
                        .isPresent();
    }

    private List<MemberLoad> slow() {
        return run.members().size() < LEAST_MEMBERS
                ? List.of()
                : awaited.stream().filter(this::hasASlowLink).toList();
    }

    private boolean hasASlowLink(MemberLoad member) {
        var queue = new LinkQueue(member);
        return queue.isKnown()
                && !member.isBusy()
                && leastWaitingBytes >= queue.leastBytesOfASlowLink()
                && queue.hasRead(0)
                && run.others(member).map(LinkQueue::new).allMatch(other -> other.hasRead(leastWaitingBytes));
    }

    private Optional<Bottleneck> wire(List<MemberLoad> slow) {
        return slow.stream()
                .max(Comparator.comparingDouble(
                        member -> member.receiveQueueBytes().orElse(0)))
                .map(most -> Bottleneck.fault(BottleneckType.WIRE, names(slow), told(slow, most)));
    }

    private String told(List<MemberLoad> slow, MemberLoad most) {
        boolean alsoOutwards = slow.stream().map(LinkQueue::new).anyMatch(queue -> queue.bytes() >= leastWaitingBytes);
        return String.format(
                Locale.ROOT,
                "Senders waited %s of the time, most of it for %s. Each of the others had %,.0f"
                        + " bytes or more waiting to be sent on average, %s had read all that"
                        + " came but %,.0f bytes, and %s carried %s to it: it is the link"
                        + " %s %s, which is slower than those of the others. %s",
                percent(waits.share()),
                names(slow),
                leastWaitingBytes,
                most.name(),
                most.receiveQueueBytes().orElse(0),
                slow.size() == 1 ? "its link" : "the link of " + most.name(),
                megabits(most.receivedBitsPerSecond()),
                alsoOutwards ? "of" : "to",
                names(slow),
                new RoundTrips(run).orCompareSpeed(most));
    }
}
