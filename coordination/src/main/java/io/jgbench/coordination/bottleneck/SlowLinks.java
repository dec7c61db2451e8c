package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.FlowControlWaits.AwaitedMember;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Links that are slower than the others', though nobody knows their line rates. */
final class SlowLinks {
    /** A publisher asks for a send buffer of 16 packets, and no stack of its own lets anything wait there. */
    static final double LEAST_QUEUE_BYTES_OF_A_PUBLISHER = 10_000;

    /**
     * What a fast link carries until the receiver's kernel has acknowledged it waits in the sender's sockets as well.
     */
    static final double UNDERWAY_SECONDS = 0.001;

    /**
     * Unread bytes as a part of those that wait to be sent. With a link of 100 Mbit/s it was at most a tenth, with a
     * stopped reader all.
     */
    private static final double UNREAD_OF_SENT = 0.25;

    private static final double BITS_PER_BYTE = 8;

    /** With fewer nobody knows which of them is as it should be. */
    private static final int LEAST_MEMBERS = 3;

    private final RunLoad run;
    private final FlowControlWaits waits;
    private final MemberComparison comparison;

    SlowLinks(RunLoad run, FlowControlWaits waits) {
        this.run = run;
        this.waits = waits;
        this.comparison = new MemberComparison(run);
    }

    /** The link from one member, or from several alike: what they have to send waits in their sockets. */
    Optional<Bottleneck> slowLink() {
        if (!waits.holdSendersBack()) {
            return Optional.empty();
        }
        List<MemberLoad> awaited = awaited(waits.awaited()).stream()
                .filter(member -> !isHeldByAReader(member))
                .toList();
        List<MemberLoad> asked =
                awaited.isEmpty() ? senderWhoseDatagramsWait().stream().toList() : awaited;
        var toTheRest = comparison.leavingOut(asked);
        List<MemberLoad> slow = asked.stream()
                .filter(SlowLinks::hasALink)
                .filter(member -> hasLongSendQueue(member, toTheRest) && !member.isBusy())
                .toList();
        return slow.stream()
                .min(Comparator.comparingDouble(
                        member -> member.sendQueueBytes().orElse(0)))
                .map(least -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        names(slow),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time, and the sockets of %s had %,.0f bytes%s waiting to be"
                                        + " sent on average (those of the others at most %,.0f) while %s"
                                        + " carried %s outwards: it is the link from %s, which is slower"
                                        + " than those of the others. %s",
                                percent(waits.share()),
                                names(slow),
                                least.sendQueueBytes().orElse(0),
                                slow.size() > 1 ? " or more" : "",
                                toTheRest.longestOfOthers(least, MemberLoad::sendQueueBytes),
                                linkOf(slow, least),
                                megabits(least.sentBitsPerSecond()),
                                names(slow),
                                new RoundTrips(run).orCompareSpeed(least))));
    }

    private static List<MemberLoad> awaited(Optional<AwaitedMember> most) {
        return most.map(AwaitedMember::alike).orElse(List.of());
    }

    /** {@code its link}, or of several that of one of them. */
    private static String linkOf(List<MemberLoad> slow, MemberLoad one) {
        return slow.size() == 1 ? "its link" : "the link of " + one.name();
    }

    /** A publisher without flow control that falls behind its rate as its own link lets no more out. */
    Optional<Bottleneck> slowLinkOfAPublisher() {
        return senderWhoseDatagramsWait()
                .filter(_ -> run.request()
                        .filter(asked -> asked.keptShare() < BottleneckRule.RATE_KEPT)
                        .isPresent())
                .filter(SlowLinks::hasALink)
                .filter(member -> waits.share() == 0
                        && member.sendQueueBytes().orElse(0) >= LEAST_QUEUE_BYTES_OF_A_PUBLISHER
                        && comparison.isFarLonger(member, MemberLoad::sendQueueBytes))
                .map(member -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "The slowest publisher kept %s of its rate, and the sockets of %s had %,.0f bytes"
                                        + " waiting to be sent on average (those of the others at most %,.0f) while its"
                                        + " link carried %s outwards: it is the link from %s, which is slower than"
                                        + " those of the others. Compare its speed with theirs.",
                                percent(run.request().orElseThrow().keptShare()),
                                member.name(),
                                member.sendQueueBytes().orElse(0),
                                comparison.longestOfOthers(member, MemberLoad::sendQueueBytes),
                                megabits(member.sentBitsPerSecond()),
                                member.name())));
    }

    /**
     * The link to one member, or to several alike, that is slower than those to the others: what these have to send
     * waits in their sockets, and that member has read all that came. Where as much waits in its own sockets, the link
     * may be slow in both directions.
     */
    Optional<Bottleneck> slowLinkInwards() {
        return wireInwards(slowInwards());
    }

    /** Where the links to several are slow, which of their queues drops is chance: no loss explains those without. */
    Optional<Bottleneck> slowLinksInwards() {
        List<MemberLoad> slow = slowInwards();
        long losing = slow.stream().filter(this::loses).count();
        return losing > 0 && losing < slow.size() ? wireInwards(slow) : Optional.empty();
    }

    private boolean loses(MemberLoad member) {
        return run.lostShare(member) >= Losses.LOST
                || run.pairs()
                        .losses()
                        .filter(place ->
                                place.to().filter(member.name()::equals).isPresent())
                        .filter(place -> place.isEnoughToTell() && place.share() >= Losses.LOST_BETWEEN_TWO)
                        .isPresent();
    }

    private List<MemberLoad> slowInwards() {
        List<MemberLoad> awaited = awaited(waits.awaitedByBlocked());
        double waiting = leastSendQueueOfOthers(awaited);
        return awaited.stream()
                .filter(SlowLinks::hasALink)
                .filter(member -> run.members().size() >= LEAST_MEMBERS
                        && !member.isBusy()
                        && hasRead(member, 0)
                        && run.others(member).allMatch(other -> hasRead(other, waiting)))
                .filter(member -> waiting >= leastSendQueueBytes(member))
                .toList();
    }

    private Optional<Bottleneck> wireInwards(List<MemberLoad> slow) {
        double waiting = leastSendQueueOfOthers(awaited(waits.awaitedByBlocked()));
        boolean alsoOutwards =
                slow.stream().anyMatch(member -> member.sendQueueBytes().orElse(0) >= waiting);
        return slow.stream()
                .max(Comparator.comparingDouble(
                        member -> member.receiveQueueBytes().orElse(0)))
                .map(most -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        names(slow),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time, most of it for %s. Each of the others had %,.0f"
                                        + " bytes or more waiting to be sent on average, %s had read all that"
                                        + " came but %,.0f bytes, and %s carried %s to it: it is the link"
                                        + " %s %s, which is slower than those of the others. %s",
                                percent(waits.share()),
                                names(slow),
                                waiting,
                                most.name(),
                                most.receiveQueueBytes().orElse(0),
                                linkOf(slow, most),
                                megabits(most.receivedBitsPerSecond()),
                                alsoOutwards ? "of" : "to",
                                names(slow),
                                new RoundTrips(run).orCompareSpeed(most))));
    }

    /** Whether so little of what came is unread that it does not hold what waits to be sent. */
    private static boolean hasRead(MemberLoad member, double waitingBytes) {
        double bound = Math.max(MemberComparison.LEAST_QUEUE_BYTES, UNREAD_OF_SENT * waitingBytes);
        return member.receiveQueueBytes().orElse(bound) < bound;
    }

    /**
     * Over UDP nobody's reading lets a sender's sockets fill, only its own link does. Other senders are there to
     * compare it with.
     */
    private Optional<MemberLoad> senderWhoseDatagramsWait() {
        List<MemberLoad> senders =
                run.members().stream().filter(MemberLoad::sender).toList();
        return senders.size() < LEAST_MEMBERS || senders.stream().anyMatch(SlowLinks::goesOverTcp)
                ? Optional.empty()
                : senders.stream()
                        .max(Comparator.comparingDouble(
                                member -> member.sendQueueBytes().orElse(0)));
    }

    private static boolean goesOverTcp(MemberLoad member) {
        return member.layer() == Layer.TCP;
    }

    /**
     * Whether a member has interface counters of its own. Members that share a network namespace, and so a loopback
     * interface, have none.
     */
    private static boolean hasALink(MemberLoad member) {
        return member.knows(Counters.INTERFACE_SENT_BYTES);
    }

    private static boolean hasLongSendQueue(MemberLoad member, MemberComparison comparison) {
        return member.sendQueueBytes().orElse(0) >= leastSendQueueBytes(member)
                && comparison.isLongest(member, MemberLoad::sendQueueBytes);
    }

    /** The least number of bytes in its send queues if the link is slower than its member. */
    static double leastSendQueueBytes(MemberLoad member) {
        double underway = member.lineRateBitsPerSecond().orElse(0L) / BITS_PER_BYTE * UNDERWAY_SECONDS;
        return Math.max(MemberComparison.LEAST_QUEUE_BYTES, underway);
    }

    /** What waits to be sent over TCP may wait for somebody to read what came before, which fills his buffer first. */
    private boolean isHeldByAReader(MemberLoad member) {
        double waiting = member.sendQueueBytes().orElse(0);
        return goesOverTcp(member)
                && run.others(member)
                        .anyMatch(other -> other.receiveQueueBytes().isPresent() && !hasRead(other, waiting));
    }

    private double leastSendQueueOfOthers(List<MemberLoad> awaited) {
        return run.members().stream()
                .filter(member -> member.sender() && !awaited.contains(member))
                .mapToDouble(other -> other.sendQueueBytes().orElse(0))
                .min()
                .orElse(0);
    }
}
