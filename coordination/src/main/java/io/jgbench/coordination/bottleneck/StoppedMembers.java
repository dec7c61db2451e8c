package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MajorFaults;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What stops a member as a whole, so that others wait for it. */
record StoppedMembers(List<MemberLoad> members) {
    /** A member that stands still for so much of the time costs about as much of the rate. */
    static final double STOPPED = 0.10;

    /** Pauses of different members add up, as each stops all. */
    static final double COLLECTING = 0.20;

    /** A member that collects for less is as it should be, and adds nothing: with many such ones any sum is reached. */
    static final double COUNTS = 0.05;

    /** Part of the largest share of any member. Members with at least this part are named together. */
    static final double ALIKE = 0.5;

    /** Less than this multiple of what the others stood still, it is the host that lets all wait. */
    static final double MORE_THAN_OTHERS = 3;

    /** A limit that all members have alike is the run's own, so that it is the fault of none. */
    Optional<Bottleneck> throttled() {
        double most =
                members.stream().mapToDouble(MemberLoad::throttledShare).max().orElse(0);
        List<MemberLoad> limited = members.stream()
                .filter(member -> member.throttledShare() >= Math.max(STOPPED, most * ALIKE))
                .toList();
        return limited.isEmpty()
                ? Optional.empty()
                : Optional.of(new Bottleneck(
                        BottleneckType.HOST_CPU,
                        Optional.of(names(limited)),
                        limited.size() < members.size(),
                        whyThrottled(limited, most)));
    }

    private static String whyThrottled(List<MemberLoad> limited, double most) {
        return limited.size() == 1
                ? String.format(
                        Locale.ROOT,
                        "A limit on CPU time kept %s from running for %s of the time, on average over the CPUs that it"
                                + " uses: it is its limit. Give it more CPU time, or no limit.",
                        names(limited),
                        percent(most))
                : String.format(
                        Locale.ROOT,
                        "Limits on CPU time kept %s from running for up to %s of the time, on average over the CPUs"
                                + " that each uses: it is their limits. Give them more CPU time, or no limit.",
                        names(limited),
                        percent(most));
    }

    /** That of one member, or those of several: pauses of different members add up. */
    Optional<Bottleneck> collector() {
        double most = mostCollecting();
        double all = members.stream().mapToDouble(StoppedMembers::collecting).sum();
        double ofThoseThatCount = members.stream()
                .mapToDouble(StoppedMembers::collecting)
                .filter(share -> share >= COUNTS)
                .sum();
        return most < STOPPED && ofThoseThatCount < COLLECTING
                ? Optional.empty()
                : collectorOf(most * ALIKE, ", all members together for " + percent(all));
    }

    /** Of members of which each is enough alone: that of others which are not known is no part of it. */
    Optional<Bottleneck> collectorOfOneMember() {
        return collectorOf(Math.max(STOPPED, mostCollecting() * ALIKE), "");
    }

    private Optional<Bottleneck> collectorOf(double least, String ofAll) {
        List<MemberLoad> alike =
                members.stream().filter(member -> collecting(member) >= least).toList();
        // Pauses last longer for members that have to wait for a CPU.
        boolean isOfTheHost = alike.size() > 1 && new HostCauses(members).isTaken();
        return alike.isEmpty() || isOfTheHost
                ? Optional.empty()
                : Optional.of(Bottleneck.fault(
                        BottleneckType.COLLECTOR,
                        names(alike),
                        String.format(
                                Locale.ROOT,
                                "Garbage collection stopped %s for up to %s of the time%s, and while one stands still"
                                        + " the others wait for it: it is the collector. %s.",
                                names(alike),
                                percent(mostCollecting()),
                                ofAll,
                                remedy(alike))));
    }

    private double mostCollecting() {
        return members.stream().mapToDouble(StoppedMembers::collecting).max().orElse(0);
    }

    /** A collector that walks through a heap on a disk is slower the larger it is. */
    private static String remedy(List<MemberLoad> collecting) {
        return collecting.stream()
                .filter(member -> member.faultsPerSecond() >= MajorFaults.MANY_A_SECOND)
                .max(Comparator.comparingDouble(MemberLoad::faultsPerSecond))
                .map(member -> String.format(
                        Locale.ROOT,
                        "%s waited for %,.0f pages of its memory a second that had to be read from a disk: give its"
                                + " host more memory, or the members a smaller heap with jvm.options",
                        member.name(),
                        member.faultsPerSecond()))
                .orElse("Give them a larger heap with jvm.options");
    }

    private static double collecting(MemberLoad member) {
        return member.share(Counters.GC_NANOS);
    }

    Optional<Bottleneck> stalled() {
        double most =
                members.stream().mapToDouble(MemberLoad::stalledShare).max().orElse(0);
        List<MemberLoad> stopped = members.stream()
                .filter(member -> member.stalledShare() >= Math.max(STOPPED, most * ALIKE))
                .toList();
        double others = members.stream()
                .filter(member -> !stopped.contains(member))
                .mapToDouble(MemberLoad::stalledShare)
                .max()
                .orElse(0);
        return stopped.isEmpty()
                        || haveSomethingInCommon(stopped)
                        || stopped.stream().anyMatch(member -> member.stalledShare() < MORE_THAN_OTHERS * others)
                ? Optional.empty()
                : Optional.of(Bottleneck.fault(
                        BottleneckType.RECEIVER,
                        names(stopped),
                        String.format(
                                Locale.ROOT,
                                "%s did not run at all for up to %s of the time%s, and not because of the collector: it"
                                        + " is the receiver that all wait for. Look for what stops its process or its"
                                        + " host.",
                                names(stopped),
                                percent(most),
                                stopped.size() == members.size()
                                        ? ", one after the other"
                                        : " (the others for " + percent(others) + " or less)")));
    }

    /** Where most members stand still at one time it is none of them; each may stand still while the others run. */
    private boolean haveSomethingInCommon(List<MemberLoad> stopped) {
        return stopped.size() > Math.max(1, members.size() / 2)
                && !stopped.stream().allMatch(MemberLoad::isStoppedAlone);
    }
}
