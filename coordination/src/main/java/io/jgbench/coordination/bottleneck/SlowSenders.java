package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Senders that give what they can, and hold the rate by that. */
record SlowSenders(RunLoad run, FlowControlWaits waits) {
    /** Part of what the other senders send. A slow sender sends less. Senders that share a host differ by a third. */
    static final double LESS = 0.5;

    /** The same, of one that flow control alone can have held. */
    private static final double FAR_LESS = 0.25;

    /** Share of its time that a sender waits if credits reach it late. */
    private static final double WAITS_ALWAYS = 0.9;

    /** With fewer others nobody knows which of them is as it should be. */
    private static final int LEAST_OTHERS = 2;

    /** One that gives far less than the others do, although it waits for nobody. */
    Optional<Bottleneck> slowSender() {
        return farSlower()
                .flatMap(member -> member.waitsForAnswers()
                        ? new CpuShortage(run).of(member).map(why -> slowCaller(member, why))
                        : Optional.of(found(member)));
    }

    /**
     * One that sends far less, with losses on the way to it or from it: far fewer than hold all senders. A caller that
     * meets one has nothing else under way until it is repaired, and any other sender waits for credits that are lost.
     */
    Optional<Bottleneck> senderWithLosses() {
        return slowest()
                .flatMap(member -> run.pairs()
                        .losses()
                        .filter(place -> place.way() != LossPlace.Way.SEVERAL
                                && place.member().equals(Optional.of(member.name()))
                                && place.lost() >= LossPlace.LEAST_LOST
                                && place.share() >= LossPlace.LEAST_SHARE)
                        .map(place -> Bottleneck.fault(
                                BottleneckType.LOSS,
                                member.name(),
                                String.format(
                                        Locale.ROOT,
                                        "%s, and %s were lost %s (on all other ways %s). %s until that is repaired: it"
                                                + " is loss on that way. Look at the link of %s.",
                                        sends(member),
                                        place.amount(),
                                        place.where(),
                                        percent(place.elsewhere()),
                                        member.waitsForAnswers()
                                                ? "A caller has nothing else under way"
                                                : "A sender waits for credits and acknowledgements",
                                        member.name()))));
    }

    /**
     * One that sends next to nothing as it waits for credits all the time, though the others have theirs: what they
     * send to it alone is lost on its way. They send it again when nobody has acknowledged it, which costs it half a
     * second each time, and few such losses are enough.
     */
    Optional<Bottleneck> senderWithoutCredits() {
        return slowest()
                .filter(member -> !member.waitsForAnswers()
                        && member.sentPerSecond() < FAR_LESS * median(member)
                        && waits.shareOf(member) >= WAITS_ALWAYS
                        && member.counter(Counters.RETRANSMISSIONS) == 0
                        && others(member).stream().allMatch(other -> other.counter(Counters.RETRANSMISSIONS) > 0))
                .map(member -> Bottleneck.fault(
                        BottleneckType.LOSS,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "%s, and waited for credits %s of its time. Each of the others had to send messages"
                                        + " again, %,d together, and it none: what they send to it alone, such as"
                                        + " credits, is lost on the way to it. Look at the link of %s.",
                                sends(member),
                                percent(waits.shareOf(member)),
                                others(member).stream()
                                        .mapToLong(other -> other.counter(Counters.RETRANSMISSIONS))
                                        .sum(),
                                member.name())));
    }

    /** One that makes far fewer calls without being short of CPU time: it waits longer for each answer. */
    Optional<Bottleneck> callerThatWaitsLonger() {
        return farSlower()
                .filter(MemberLoad::waitsForAnswers)
                .map(member -> new Bottleneck(
                        BottleneckType.UNKNOWN,
                        Optional.of(member.name()),
                        false,
                        String.format(
                                Locale.ROOT,
                                "%s, and nothing that was counted at it explains that. A caller waits for answers: its"
                                        + " round trips may take longer. Compare its way to the others with theirs.",
                                sends(member))));
    }

    private Bottleneck slowCaller(MemberLoad member, String why) {
        return Bottleneck.fault(
                BottleneckType.SENDER,
                member.name(),
                String.format(
                        Locale.ROOT,
                        "%s, and %s: it is the sender. Compare its JVM, its options and its host with theirs.",
                        sends(member),
                        why));
    }

    private String sends(MemberLoad member) {
        return String.format(
                Locale.ROOT,
                member.waitsForAnswers()
                        ? "%s made %,.0f calls/s, the other callers about %,.0f"
                        : "%s sent %,.0f messages/s, the other senders about %,.0f",
                member.name(),
                member.sentPerSecond(),
                median(member));
    }

    private Optional<MemberLoad> farSlower() {
        return slowest().filter(this::waitsLess);
    }

    /** The slowest, where it sends far less than the others. */
    private Optional<MemberLoad> slowest() {
        return run.request().isPresent()
                ? Optional.empty()
                : run.members().stream()
                        .filter(MemberLoad::sender)
                        .filter(member -> others(member).size() >= LEAST_OTHERS)
                        .min(Comparator.comparingDouble(MemberLoad::sentPerSecond))
                        .filter(this::sendsLess);
    }

    /** One whose thread has no time left, while hardly anything waits for flow control. */
    Optional<Bottleneck> busySender() {
        return run.members().stream()
                .filter(member -> member.sender() && member.isBusy() && waits.share() < FlowControlWaits.FREE)
                .filter(this::fallsBehind)
                .max(Comparator.comparingDouble(MemberLoad::busiestShare))
                .map(member -> Bottleneck.limit(
                        BottleneckType.SENDER,
                        Optional.of(member.name()),
                        String.format(
                                Locale.ROOT,
                                "Senders waited for flow control %s of the time only, and thread %s of %s used %s"
                                        + " of one core: it is the sender. More senders, or faster cores, would give"
                                        + " a higher rate.",
                                percent(waits.share()),
                                member.busiestThread().orElseThrow().name(),
                                member.name(),
                                percent(member.busiestShare()))));
    }

    /**
     * Whether a busy sender may be the cause. One that keeps a given rate is busy as well, because it polls the clock
     * until the next unit is due.
     */
    private boolean fallsBehind(MemberLoad member) {
        double kept = BottleneckRule.RATE_KEPT
                * run.members().stream()
                        .mapToDouble(MemberLoad::sentPerSecond)
                        .max()
                        .orElse(0);
        return run.request().isEmpty()
                || member.sentPerSecond() < kept
                || run.members().stream().filter(MemberLoad::sender).allMatch(other -> other.sentPerSecond() >= kept);
    }

    private boolean sendsLess(MemberLoad member) {
        return member.sentPerSecond() < LESS * median(member);
    }

    /** Whether a member waits less for credits than the others. If not, the same cause holds all of them back. */
    private boolean waitsLess(MemberLoad member) {
        return waits.shareOf(member) < LESS * meanBlockedOfOthers(member)
                || waits.shareOf(member) < FlowControlWaits.FREE;
    }

    private Bottleneck found(MemberLoad member) {
        return Bottleneck.fault(
                BottleneckType.SENDER,
                member.name(),
                String.format(
                        Locale.ROOT,
                        "%s sent %,.0f messages/s, the other senders about %,.0f, though it waited for flow control"
                                + " %s of the time only (they %s): it is the sender. Look for what slows it down"
                                + " before its messages reach the stack's flow control.",
                        member.name(),
                        member.sentPerSecond(),
                        median(member),
                        percent(waits.shareOf(member)),
                        percent(meanBlockedOfOthers(member))));
    }

    private List<MemberLoad> others(MemberLoad member) {
        return run.others(member).filter(MemberLoad::sender).toList();
    }

    private double median(MemberLoad member) {
        double[] rates = others(member).stream()
                .mapToDouble(MemberLoad::sentPerSecond)
                .sorted()
                .toArray();
        return (rates[(rates.length - 1) / 2] + rates[rates.length / 2]) / 2;
    }

    private double meanBlockedOfOthers(MemberLoad member) {
        return others(member).stream().mapToDouble(waits::shareOf).average().orElse(0);
    }
}
