package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the kernels of receivers dropped, as nobody read it in time. */
record Overruns(RunLoad run) {
    /** Part of one member's losses. If the other members on its host lose less than this, the host is not the cause. */
    static final double ALONE = 0.25;

    /** What nobody read in time, and nothing sends again: more than the host, or the receiver, could take. */
    Optional<Bottleneck> overrun() {
        return run.members().stream()
                .max(Comparator.comparingDouble(member -> member.losses().missingShare()))
                .filter(Overruns::neverGotWhatItsSocketsDropped)
                .map(member -> losesAlone(member)
                        ? overrun(member)
                        : hostsOf(List.of(member))
                                .cpu(HostCauses.IDLE_WHERE_OVERRUN)
                                .flatMap(_ -> hostsOf(overrunMembers()).cpu(HostCauses.IDLE_WHERE_OVERRUN))
                                .orElseGet(() -> overrun(member)));
    }

    private List<MemberLoad> overrunMembers() {
        return run.members().stream()
                .filter(Overruns::neverGotWhatItsSocketsDropped)
                .toList();
    }

    /** How busy other hosts are says nothing of what these dropped. */
    private HostCauses hostsOf(List<MemberLoad> members) {
        Set<String> hosts = members.stream().map(MemberLoad::host).collect(Collectors.toSet());
        return new HostCauses(run.members().stream()
                .filter(member -> hosts.contains(member.host()))
                .toList());
    }

    private Bottleneck overrun(MemberLoad member) {
        return new Bottleneck(
                BottleneckType.RECEIVER,
                Optional.of(member.name()),
                losesMoreThanOthers(member),
                String.format(
                        Locale.ROOT,
                        "%s of what was sent to %s is missing (of the others %s or less), and its kernel dropped %,d"
                                + " datagrams as the receive buffer was full: it is the receiver. Send less, or give it"
                                + " cores and a larger receive buffer.",
                        percent(member.losses().missingShare()),
                        member.name(),
                        percent(run.largestLostShareOfOthers(member)),
                        member.losses().socketDrops()));
    }

    static boolean neverGotWhatItsSocketsDropped(MemberLoad member) {
        return member.losses().missingShare() >= LossBounds.LOST
                && member.losses().socketDrops() > 0;
    }

    /**
     * The kernel drops at a member's sockets where the host's CPUs do not come round to it: the CPUs are the cause. Of
     * several members on a host they would come round to none.
     */
    boolean isOverrun(MemberLoad member) {
        var idle = member.idleShare();
        return member.losses().socketDrops() > 0
                && idle.isPresent()
                && idle.getAsDouble() < CpuTimeLeft.LEAST
                && !losesAlone(member);
    }

    private boolean losesAlone(MemberLoad member) {
        return losesMoreThan(member, other -> other.host().equals(member.host()));
    }

    private boolean losesMoreThanOthers(MemberLoad member) {
        return losesMoreThan(member, MemberLoad::receiver);
    }

    /** False where none of these is sent anything, so that there is nobody to compare it with. */
    private boolean losesMoreThan(MemberLoad member, Predicate<MemberLoad> which) {
        List<MemberLoad> others = run.others(member).filter(which).toList();
        return !others.isEmpty()
                && others.stream().allMatch(other -> run.lostShare(other) < ALONE * run.lostShare(member));
    }
}
