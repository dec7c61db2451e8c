package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What stops a member as a whole, so that others wait for it. */
record StoppedMembers(List<MemberLoad> members) {
    /** A member that stands still for so much of the time costs about as much of the rate. */
    static final double STOPPED = 0.10;

    /** Pauses of different members add up, as each stops all. */
    static final double COLLECTING = 0.20;

    /** Of the most that one has; who has as much shares the blame. */
    static final double ALIKE = 0.5;

    /** Less than this multiple of what the others stood still, it is the host that lets all wait. */
    static final double MORE_THAN_OTHERS = 3;

    Optional<Bottleneck> throttled() {
        return most(member -> member.share(Counters.CPU_THROTTLED_NANOS))
                .map(member -> Bottleneck.fault(
                        BottleneckType.HOST_CPU,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "A limit on CPU time kept %s from running for %s of the time, summed over CPUs: it is"
                                        + " its limit. Give it more CPU time, or no limit.",
                                member.name(),
                                percent(member.share(Counters.CPU_THROTTLED_NANOS)))));
    }

    Optional<Bottleneck> collector() {
        double all = members.stream().mapToDouble(StoppedMembers::collecting).sum();
        double most =
                members.stream().mapToDouble(StoppedMembers::collecting).max().orElse(0);
        if (most < STOPPED && all < COLLECTING) {
            return Optional.empty();
        }
        List<MemberLoad> alike = members.stream()
                .filter(member -> collecting(member) >= most * ALIKE)
                .toList();
        return Optional.of(Bottleneck.fault(
                BottleneckType.COLLECTOR,
                names(alike),
                String.format(
                        Locale.ROOT,
                        "Garbage collection stopped %s for up to %s of the time, all members together for %s, and while"
                                + " one stands still the others wait for it: it is the collector. Give them a larger"
                                + " heap with jvm.options.",
                        names(alike),
                        percent(most),
                        percent(all))));
    }

    private static double collecting(MemberLoad member) {
        return member.share(Counters.GC_NANOS);
    }

    Optional<Bottleneck> stalled() {
        return most(MemberLoad::stalledShare)
                .filter(member -> member.stalledShare() >= MORE_THAN_OTHERS * others(member))
                .map(member -> Bottleneck.fault(
                        BottleneckType.RECEIVER,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "%s did not run at all for %s of the time (the others for %s or less), and not because"
                                        + " of its collector: it is the receiver that all wait for. Look for what stops"
                                        + " its process or its host.",
                                member.name(),
                                percent(member.stalledShare()),
                                percent(others(member)))));
    }

    private double others(MemberLoad stopped) {
        return members.stream()
                .filter(member -> !member.equals(stopped))
                .mapToDouble(MemberLoad::stalledShare)
                .max()
                .orElse(0);
    }

    private Optional<MemberLoad> most(ToDoubleFunction<MemberLoad> share) {
        return members.stream()
                .max(Comparator.comparingDouble(share))
                .filter(member -> share.applyAsDouble(member) >= STOPPED);
    }
}
