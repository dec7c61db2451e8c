package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the hosts' CPUs have left. */
record HostCauses(List<MemberLoad> members) {
    /**
     * Of a run whose packets a kernel dropped as nobody read them in time: its counters also hold the time in which
     * members waited for what was lost and never came.
     */
    static final double IDLE_WHERE_OVERRUN = 0.20;

    /** Share of a host's CPU time. If other programs take this much, everything that members do takes longer. */
    static final double TAKEN = 0.25;

    /** Whether each host has no CPU time left, and other programs than the run's members took much of it. */
    boolean isTaken() {
        return byHost().stream().allMatch(this::isTaken)
                && members.stream().allMatch(member -> member.idleShare().isPresent());
    }

    /** The same of the CPUs that one of the members may use. */
    boolean isTakenFrom(MemberLoad member) {
        return byHost().stream().filter(host -> host.contains(member)).anyMatch(this::isTaken);
    }

    private boolean isTaken(List<MemberLoad> host) {
        return idle(host) < CpuTimeLeft.LEAST && othersShare(host) >= TAKEN;
    }

    Optional<Bottleneck> cpu() {
        return cpu(CpuTimeLeft.LEAST);
    }

    Optional<Bottleneck> cpu(double bound) {
        List<List<MemberLoad>> busy =
                byHost().stream().filter(host -> idle(host) < bound).toList();
        return busy.stream()
                .min(Comparator.comparingDouble(HostCauses::idle))
                .map(busiest -> Bottleneck.limit(
                        BottleneckType.HOST_CPU,
                        Optional.of(names(busy.stream().flatMap(List::stream).toList())),
                        evidence(busiest, hosts(busy) - 1)));
    }

    /** CPUs that members share. */
    private record Cpus(String host, Optional<String> boundTo) {}

    /** By host; those that are bound to the same CPUs of it apart. */
    private List<List<MemberLoad>> byHost() {
        return List.copyOf(members.stream()
                .filter(member -> member.idleShare().isPresent())
                .collect(Collectors.groupingBy(
                        member -> new Cpus(member.host(), member.boundTo()), LinkedHashMap::new, Collectors.toList()))
                .values());
    }

    private static int hosts(List<List<MemberLoad>> groups) {
        return (int)
                groups.stream().map(group -> group.getFirst().host()).distinct().count();
    }

    private static double own(List<MemberLoad> host) {
        return host.stream()
                .mapToDouble(member -> member.share(Counters.CPU_NANOS))
                .sum();
    }

    private double othersShare(List<MemberLoad> host) {
        var first = host.getFirst();
        return first.boundTo().isPresent()
                ? others(host) / first.share(Counters.USABLE_CPU_NANOS)
                : first.hostCpus().map(cpus -> others(host) / cpus).orElse(0.0);
    }

    /** CPUs that other programs took; see {@link Counters#CHARGED_INTERRUPT_NANOS}. */
    private double others(List<MemberLoad> host) {
        var first = host.getFirst();
        if (first.boundTo().isPresent()) {
            return Math.max(0, (1 - idle(host)) * first.share(Counters.USABLE_CPU_NANOS) - own(host));
        }
        double charged = (1 - idle(host)) * first.share(Counters.CHARGED_INTERRUPT_NANOS);
        double ofAllMembers = own(members.stream()
                .filter(member -> member.host().equals(first.host()))
                .toList());
        return Math.max(0, first.share(Counters.HOST_CPU_NANOS) + charged - ofAllMembers);
    }

    /** Its members counted for nearly the same time. */
    private static double idle(List<MemberLoad> host) {
        return host.getFirst().idleShare().orElse(1);
    }

    /** CPUs that its members wanted and did not get; nothing where that is not known of each. */
    private static String waited(List<MemberLoad> host) {
        return host.stream().allMatch(member -> member.knows(Counters.CPU_WAITED_NANOS))
                ? String.format(
                        Locale.ROOT,
                        " and waited for %.2f more",
                        host.stream()
                                .mapToDouble(member -> member.share(Counters.CPU_WAITED_NANOS))
                                .sum())
                : "";
    }

    private String evidence(List<MemberLoad> host, int moreHosts) {
        var first = host.getFirst();
        if (first.boundTo().isPresent()) {
            return evidenceOfBound(host, first.boundTo().get());
        }
        return String.format(
                Locale.ROOT,
                "The CPUs of the host of %s had %s of their time left: its members took %.2f CPUs%s%s, other programs"
                        + " %.2f, the kernel's interrupts %.2f%s. More or faster CPUs%s would give a higher rate.",
                names(host),
                percent(idle(host)),
                own(host),
                first.hostCpus().map(cpus -> " of " + cpus).orElse(""),
                waited(host),
                others(host),
                first.share(Counters.HOST_INTERRUPT_NANOS),
                moreHosts > 0 ? "; " + moreHosts + " more hosts are as busy" : "",
                host.size() > 1 ? ", or fewer members on a host," : "");
    }

    private String evidenceOfBound(List<MemberLoad> host, String cpus) {
        var first = host.getFirst();
        return String.format(
                Locale.ROOT,
                "%s may use CPU %s alone%s, of whose time %s was left: members took %.2f CPUs%s, all else %.2f. More"
                        + " CPUs for them, or faster ones, would give a higher rate.",
                names(host),
                cpus,
                first.hostCpus().map(all -> " of the host's " + all).orElse(""),
                percent(idle(host)),
                own(host),
                waited(host),
                others(host));
    }
}
