package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
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

    /** The link from one member: what it has to send waits in its sockets. */
    Optional<Bottleneck> slowLink() {
        return waits.awaited()
                .map(AwaitedMember::load)
                .filter(member -> !isHeldByAReader(member))
                .or(this::senderWhoseDatagramsWait)
                .filter(SlowLinks::hasALink)
                .filter(member -> waits.holdSendersBack() && hasLongSendQueue(member) && !member.isBusy())
                .map(member -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time, and the sockets of %s had %,.0f bytes waiting to be"
                                        + " sent on average (those of the others at most %,.0f) while its"
                                        + " link carried %s outwards: it is the link from %s, which is slower"
                                        + " than those of the others. Compare its speed with theirs.",
                                percent(waits.share()),
                                member.name(),
                                member.sendQueueBytes().orElse(0),
                                comparison.longestOfOthers(member, MemberLoad::sendQueueBytes),
                                megabits(member.sentBitsPerSecond()),
                                member.name())));
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
     * The link to one member that is slower than those to the others: what these have to send waits in their sockets,
     * and that member has read all that came.
     */
    Optional<Bottleneck> slowLinkInwards() {
        return waits.awaitedByBlocked()
                .map(AwaitedMember::load)
                .filter(SlowLinks::hasALink)
                .filter(_ -> run.members().size() >= LEAST_MEMBERS)
                .filter(member -> !member.isBusy()
                        && member.receiveQueueBytes().orElse(MemberComparison.LEAST_QUEUE_BYTES)
                                < MemberComparison.LEAST_QUEUE_BYTES
                        && comparison.longestOfOthers(member, MemberLoad::receiveQueueBytes)
                                < MemberComparison.LEAST_QUEUE_BYTES)
                .filter(member -> leastSendQueueOfOthers(member) >= leastSendQueueBytes(member))
                .map(member -> Bottleneck.fault(
                        BottleneckType.WIRE,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "Senders waited %s of the time, most of it for %s. Each of the others had %,.0f"
                                        + " bytes or more waiting to be sent on average, %s had read all that"
                                        + " came but %,.0f bytes, and its link carried %s to it: it is the link"
                                        + " to %s, which is slower than those of the others. Compare its speed"
                                        + " with theirs.",
                                percent(waits.share()),
                                member.name(),
                                leastSendQueueOfOthers(member),
                                member.name(),
                                member.receiveQueueBytes().orElse(0),
                                megabits(member.receivedBitsPerSecond()),
                                member.name())));
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

    /** Of members that share a network namespace, and so a loopback interface, none has counters of its own. */
    private static boolean hasALink(MemberLoad member) {
        return member.knows(Counters.INTERFACE_SENT_BYTES);
    }

    private boolean hasLongSendQueue(MemberLoad member) {
        return member.sendQueueBytes().orElse(0) >= leastSendQueueBytes(member)
                && comparison.isLongest(member, MemberLoad::sendQueueBytes);
    }

    /** Of a link that lets less out than its member has to send. */
    static double leastSendQueueBytes(MemberLoad member) {
        double underway = member.lineRateBitsPerSecond().orElse(0L) / BITS_PER_BYTE * UNDERWAY_SECONDS;
        return Math.max(MemberComparison.LEAST_QUEUE_BYTES, underway);
    }

    /** What waits to be sent over TCP may wait for somebody to read what came before. */
    private boolean isHeldByAReader(MemberLoad member) {
        return goesOverTcp(member)
                && comparison.longestOfOthers(member, MemberLoad::receiveQueueBytes)
                        >= MemberComparison.LEAST_QUEUE_BYTES;
    }

    private double leastSendQueueOfOthers(MemberLoad member) {
        return run.others(member)
                .filter(MemberLoad::sender)
                .mapToDouble(other -> other.sendQueueBytes().orElse(0))
                .min()
                .orElse(0);
    }
}
