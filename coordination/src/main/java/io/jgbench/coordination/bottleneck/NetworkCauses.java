package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Links that are full, and what was lost on them. */
record NetworkCauses(RunLoad run) {
    /** A link that carries so much of its line rate is full: the begin and the end are counted as well. */
    static final double FULL = 0.85;

    /** Of a receiver's messages or segments; a healthy cluster shows a tenth of it. */
    static final double LOST = 0.005;

    Optional<Bottleneck> wire() {
        List<Direction> full = run.members().stream()
                .flatMap(NetworkCauses::fullest)
                .filter(direction -> direction.share() >= FULL)
                .toList();
        return full.stream()
                .max(Comparator.comparingDouble(Direction::share))
                .map(fullest -> Bottleneck.limit(
                        BottleneckType.WIRE,
                        Optional.of(names(full.stream().map(Direction::member).toList())),
                        String.format(
                                Locale.ROOT,
                                "The link %s %s carried %s, %s of its %s%s: it is the wire. A faster link, or fewer bytes"
                                        + " on it, would give a higher rate.",
                                fullest.way(),
                                fullest.member().name(),
                                megabits(fullest.bitsPerSecond()),
                                percent(fullest.share()),
                                megabits(fullest.lineRate()),
                                full.size() > 1
                                        ? String.format(Locale.ROOT, ", and %d more links are as full", full.size() - 1)
                                        : "")));
    }

    /** What nobody read in time, and nothing sends again: more than the host, or the receiver, could take. */
    Optional<Bottleneck> overrun() {
        return run.members().stream()
                .max(Comparator.comparingDouble(MemberLoad::missingShare))
                .filter(member ->
                        member.missingShare() >= LOST && member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS) > 0)
                .map(member -> new HostCauses(run.members())
                        .cpu(HostCauses.IDLE_WHERE_OVERRUN)
                        .orElseGet(() -> Bottleneck.limit(
                                BottleneckType.RECEIVER,
                                Optional.of(member.name()),
                                String.format(
                                        Locale.ROOT,
                                        "%s of what was sent to %s is missing, and its kernel dropped %,d packets as the"
                                                + " receive buffer was full: it is the receiver. Send less, or give it"
                                                + " cores and a larger receive buffer.",
                                        percent(member.missingShare()),
                                        member.name(),
                                        member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS)))));
    }

    Optional<Bottleneck> loss() {
        return run.members().stream()
                .max(Comparator.comparingDouble(MemberLoad::lostShare))
                .filter(member -> member.lostShare() >= LOST && !isOverrun(member))
                .map(member -> new Bottleneck(
                        BottleneckType.LOSS,
                        Optional.of(member.name()),
                        member.missingShare() < LOST,
                        String.format(
                                Locale.ROOT,
                                "%s of what was sent to %s did not arrive, or not at first (of the others %s or less),"
                                        + " and %s: it is loss on the way to it. %s.",
                                percent(member.lostShare()),
                                member.name(),
                                percent(others(member)),
                                member.lostMessages() > 0
                                        ? "nothing sends it again"
                                        : "senders waited until it was there",
                                remedy(member))));
    }

    /** The kernel drops at a member's sockets where the host's CPUs do not come round to it: the CPUs are the cause. */
    private static boolean isOverrun(MemberLoad member) {
        var idle = member.idleShare();
        return member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS) > 0
                && idle.isPresent()
                && idle.getAsDouble() < HostCauses.IDLE;
    }

    private static String remedy(MemberLoad member) {
        long socket = member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS);
        long port = member.counter(Counters.SWITCH_PORT_DROPS);
        if (socket > 0) {
            return String.format(
                    Locale.ROOT,
                    "Its sockets' receive buffers were full %,d times: give them more room (net.core.rmem_max)",
                    socket);
        }
        return port > 0
                ? String.format(
                        Locale.ROOT,
                        "The switch dropped %,d frames before its port: use a smaller flow-control window",
                        port)
                : "Neither its sockets nor its interface dropped that much: look at cable, switch and firewall";
    }

    private double others(MemberLoad most) {
        return run.members().stream()
                .filter(member -> !member.equals(most))
                .mapToDouble(MemberLoad::lostShare)
                .max()
                .orElse(0);
    }

    /** The direction of a member's link that carried more; none where its line rate is not known. */
    private static Stream<Direction> fullest(MemberLoad member) {
        return member.lineRateBitsPerSecond().stream()
                .map(rate -> member.receivedBitsPerSecond() >= member.sentBitsPerSecond()
                        ? new Direction(member, "to", member.receivedBitsPerSecond(), rate)
                        : new Direction(member, "from", member.sentBitsPerSecond(), rate));
    }

    private record Direction(MemberLoad member, String way, double bitsPerSecond, double lineRate) {
        private double share() {
            return bitsPerSecond / lineRate;
        }
    }
}
