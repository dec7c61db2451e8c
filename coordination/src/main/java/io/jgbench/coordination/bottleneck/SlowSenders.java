package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A sender that gives far less than the others do, although it waits for nobody. */
record SlowSenders(RunLoad run) {
    /** Of what the others send. Senders that share a host differ by a third. */
    static final double LESS = 0.5;

    /** With fewer others nobody knows which of them is as it should be. */
    private static final int LEAST_OTHERS = 2;

    Optional<Bottleneck> slowSender() {
        return run.request().isPresent()
                ? Optional.empty()
                : run.members().stream()
                        .filter(MemberLoad::sender)
                        .filter(member -> others(member).size() >= LEAST_OTHERS)
                        .min(Comparator.comparingDouble(MemberLoad::sentPerSecond))
                        .filter(this::sendsLess)
                        .filter(this::waitsLess)
                        .map(this::found);
    }

    private boolean sendsLess(MemberLoad member) {
        return member.sentPerSecond() < LESS * median(member);
    }

    /** Who waits for credits as much as the others do is held back by what holds them. */
    private boolean waitsLess(MemberLoad member) {
        return blocked(member) < LESS * meanBlockedOfOthers(member) || blocked(member) < WaitingCauses.FREE;
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
                        percent(blocked(member)),
                        percent(meanBlockedOfOthers(member))));
    }

    private List<MemberLoad> others(MemberLoad member) {
        return run.members().stream()
                .filter(other -> other.sender() && !other.equals(member))
                .toList();
    }

    private double median(MemberLoad member) {
        double[] rates = others(member).stream()
                .mapToDouble(MemberLoad::sentPerSecond)
                .sorted()
                .toArray();
        return (rates[(rates.length - 1) / 2] + rates[rates.length / 2]) / 2;
    }

    private double blocked(MemberLoad member) {
        return Math.min(1, member.share(Counters.FLOW_CONTROL_BLOCKED_NANOS) / Math.max(1, run.senderThreads()));
    }

    private double meanBlockedOfOthers(MemberLoad member) {
        return others(member).stream().mapToDouble(this::blocked).average().orElse(0);
    }
}
