package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.FlowControlWaits.AwaitedMember;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Links from members that are slower than those of the others, though nobody knows their line rates. */
final class SlowLinksOutwards {
    /** A publisher asks for a send buffer of 16 packets, and no stack of its own lets anything wait there. */
    private static final double LEAST_QUEUE_BYTES_OF_A_PUBLISHER = 10_000;

    /** With fewer nobody knows which of them is as it should be. */
    private static final int LEAST_SENDERS = 3;

    private final RunLoad run;
    private final FlowControlWaits waits;
    private final MemberComparison comparison;

    SlowLinksOutwards(RunLoad run, FlowControlWaits waits) {
        this.run = run;
        this.waits = waits;
        this.comparison = new MemberComparison(run);
    }

    /** The link from one member, or from several alike: what they have to send waits in their sockets. */
    Optional<Bottleneck> slowLink() {
        if (!waits.holdSendersBack()) {
            return Optional.empty();
        }
        List<MemberLoad> suspects = suspects();
        var toTheRest = comparison.leavingOut(suspects);
        List<MemberLoad> slow = suspects.stream()
                .filter(member -> {
                    var queue = new LinkQueue(member);
                    return queue.isKnown() && queue.isLong(toTheRest) && !member.isBusy();
                })
                .toList();
        return slow.stream()
                .min(Comparator.comparingDouble(member -> new LinkQueue(member).bytes()))
                .map(least -> Bottleneck.fault(BottleneckType.WIRE, names(slow), told(slow, least, toTheRest)));
    }

    /** Those whom the others wait for, or else the sender whose own sockets tell that it waits for its link. */
    private List<MemberLoad> suspects() {
        List<MemberLoad> awaited = waits.awaited().map(AwaitedMember::alike).orElse(List.of()).stream()
                .filter(member -> !isHeldByAReader(member))
                .toList();
        return awaited.isEmpty() ? senderWhoseDatagramsWait().stream().toList() : awaited;
    }

    /** What waits to be sent over TCP may wait for somebody to read what came before, which fills his buffer first. */
    private boolean isHeldByAReader(MemberLoad member) {
        double waiting = new LinkQueue(member).bytes();
        return member.layer() == Layer.TCP
                && run.others(member)
                        .anyMatch(other ->
                                other.receiveQueueBytes().isPresent() && !new LinkQueue(other).hasRead(waiting));
    }

    private String told(List<MemberLoad> slow, MemberLoad least, MemberComparison toTheRest) {
        return String.format(
                Locale.ROOT,
                "Senders waited %s of the time, and the sockets of %s had %,.0f bytes%s waiting to be"
                        + " sent on average (those of the others at most %,.0f) while %s"
                        + " carried %s outwards: it is the link from %s, which is slower"
                        + " than those of the others. %s",
                percent(waits.share()),
                names(slow),
                new LinkQueue(least).bytes(),
                slow.size() > 1 ? " or more" : "",
                toTheRest.longestOfOthers(least, MemberLoad::sendQueueBytes),
                slow.size() == 1 ? "its link" : "the link of " + least.name(),
                megabits(least.sentBitsPerSecond()),
                names(slow),
                new RoundTrips(run).orCompareSpeed(least));
    }

    /** A publisher without flow control that falls behind its rate as its own link lets no more out. */
    Optional<Bottleneck> slowLinkOfAPublisher() {
        return run.request()
                .filter(asked -> asked.keptShare() < BottleneckRule.RATE_KEPT && waits.share() == 0)
                .flatMap(asked -> senderWhoseDatagramsWait()
                        .filter(this::isAPublisherWithASlowLink)
                        .map(member ->
                                Bottleneck.fault(BottleneckType.WIRE, member.name(), toldOfAPublisher(member, asked))));
    }

    private boolean isAPublisherWithASlowLink(MemberLoad member) {
        var queue = new LinkQueue(member);
        return queue.isKnown()
                && queue.bytes() >= LEAST_QUEUE_BYTES_OF_A_PUBLISHER
                && comparison.isFarLonger(member, MemberLoad::sendQueueBytes);
    }

    private String toldOfAPublisher(MemberLoad member, RunLoad.Request asked) {
        return String.format(
                Locale.ROOT,
                "The slowest publisher kept %s of its rate, and the sockets of %s had %,.0f bytes"
                        + " waiting to be sent on average (those of the others at most %,.0f) while its"
                        + " link carried %s outwards: it is the link from %s, which is slower than"
                        + " those of the others. Compare its speed with theirs.",
                percent(asked.keptShare()),
                member.name(),
                new LinkQueue(member).bytes(),
                comparison.longestOfOthers(member, MemberLoad::sendQueueBytes),
                megabits(member.sentBitsPerSecond()),
                member.name());
    }

    /**
     * Over UDP nobody's reading lets a sender's sockets fill, only its own link does. Other senders are there to
     * compare it with.
     */
    private Optional<MemberLoad> senderWhoseDatagramsWait() {
        List<MemberLoad> senders =
                run.members().stream().filter(MemberLoad::sender).toList();
        boolean anyOverTcp = senders.stream().anyMatch(member -> member.layer() == Layer.TCP);
        return senders.size() < LEAST_SENDERS || anyOverTcp
                ? Optional.empty()
                : senders.stream().max(Comparator.comparingDouble(member -> new LinkQueue(member).bytes()));
    }
}
