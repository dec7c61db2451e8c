package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.where;

import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.CpuThrottling;
import io.jgbench.coordination.protocol.MajorFaults;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What kept members from running, and what their hosts' CPUs did. Each bound is by what it costs the figure; {@code
 * docs/METHOD.md}, "Thresholds", says how. Shares are taken from complete reports only: the counters of a failed member
 * still run after its last message.
 */
final class HostJudge {
    /** Per thousand of the time in which the host's CPUs had work. Programs there take that much longer. */
    static final int STEAL_WARNS_PERMILLE = 50;

    /** Per thousand of all CPU time of the host. A hypervisor's own work takes less. */
    static final int LEAST_STEAL_PERMILLE = 10;

    /** Per thousand of the measured time, mean over the CPUs that the member uses. Equal runs differ by that much. */
    static final int THROTTLE_WARNS_PERMILLE = 20;

    /**
     * Per thousand of the measured time of one CPU. Above it, other work of this CPU waits, and finally packets wait.
     */
    static final int SOFT_INTERRUPTS_WARN_PERMILLE = 800;

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<MemberResult> members;
    private final Optional<Bottleneck> bottleneck;

    HostJudge(List<MemberResult> members, Optional<Bottleneck> bottleneck) {
        this.members = members;
        this.bottleneck = bottleneck;
    }

    List<Finding> findings() {
        return Stream.of(
                        new GcPauseRule(members).finding(),
                        steal(),
                        softInterrupts(),
                        paging(),
                        new HostLoad(members).finding(),
                        throttle(),
                        new CpuWaitRule(members, bottleneck).finding())
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> steal() {
        return where(
                        members,
                        HostJudge::isStolenFrom,
                        member -> String.format(Locale.ROOT, "%.1f %%", 100.0 * stolen(member) / working(member)))
                .map(where -> Reason.HOST_BUSY.found(
                        "CPU steal took %.0f %% or more of the time in which a host's CPUs had work: %s."
                                .formatted(STEAL_WARNS_PERMILLE / 10.0, where)));
    }

    private static boolean isStolenFrom(MemberResult member) {
        long stolen = stolen(member);
        return member.complete()
                && stolen > 0
                && stolen * 1000 >= working(member) * STEAL_WARNS_PERMILLE
                && stolen * 1000 >= (working(member) + member.counter(Counters.HOST_IDLE_NANOS)) * LEAST_STEAL_PERMILLE;
    }

    private static long stolen(MemberResult member) {
        return member.counter(Counters.CPU_STEAL_NANOS);
    }

    /** In which a CPU of the host worked, or would have. */
    private static long working(MemberResult member) {
        return stolen(member) + member.counter(Counters.HOST_CPU_NANOS) + member.counter(Counters.HOST_INTERRUPT_NANOS);
    }

    /** Summed over CPUs, as the time is for which its threads waited: whether a limit may be why they did. */
    static boolean mayHaveWaitedForItsLimit(MemberResult member) {
        long nanos = member.countedNanos();
        return nanos > 0
                && Math.round(member.counter(Counters.CPU_THROTTLED_NANOS) * 1000.0 / nanos) >= THROTTLE_WARNS_PERMILLE;
    }

    private Optional<Finding> throttle() {
        return where(
                        members,
                        member -> member.complete() && throttledPermille(member) >= THROTTLE_WARNS_PERMILLE,
                        member -> String.format(Locale.ROOT, "%.1f %%", throttledPermille(member) / 10.0))
                .map(where -> Reason.CPU_THROTTLED.found(
                        "A limit on CPU time, such as a container's, kept the member from running, on average over the"
                                + " CPUs that it uses, %.0f %% or more of the measured time: %s."
                                        .formatted(THROTTLE_WARNS_PERMILLE / 10.0, where)));
    }

    private static long throttledPermille(MemberResult member) {
        int cpus = member.report().flatMap(report -> report.cpus(HostFact.CPUS)).orElse(1);
        return Math.round(new CpuThrottling(member.counters(), member.countedNanos(), cpus).share() * 1000);
    }

    private Optional<Finding> softInterrupts() {
        String where = SharedKernel.by(Scope.HOST, reports()).stream()
                .flatMap(host -> busiestCpu(host).stream())
                .collect(Collectors.joining(", "));
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.SOFT_INTERRUPTS.found(
                        "One CPU of a host spent %d %% or more of the measured time in soft interrupts: %s."
                                .formatted(SOFT_INTERRUPTS_WARN_PERMILLE / 10, where)));
    }

    /** As the member on it that counted for the longest saw it. */
    private static Optional<String> busiestCpu(SharedKernel host) {
        return host.members().stream()
                .filter(report -> !report.partial() && report.countedNanos() >= SECOND_NANOS)
                .max(Comparator.comparingLong(MemberReport::countedNanos))
                .flatMap(report -> report.counters().entrySet().stream()
                        .filter(counter -> counter.getKey().startsWith(Counters.SOFT_INTERRUPT_NANOS))
                        .max(Map.Entry.comparingByValue())
                        .filter(counter -> counter.getValue() * 1000.0
                                >= (double) SOFT_INTERRUPTS_WARN_PERMILLE * report.countedNanos())
                        .map(counter -> String.format(
                                Locale.ROOT,
                                "%s %s %.0f %%",
                                host.names(),
                                counter.getKey().substring(Counters.SOFT_INTERRUPT_NANOS.length()),
                                counter.getValue() * 100.0 / report.countedNanos())));
    }

    private List<MemberReport> reports() {
        return members.stream().flatMap(member -> member.report().stream()).toList();
    }

    private Optional<Finding> paging() {
        return where(
                        members,
                        member -> member.complete() && faultsPerSecond(member) >= MajorFaults.MANY_A_SECOND,
                        member -> String.format(Locale.ROOT, "%.0f", faultsPerSecond(member)))
                .map(where -> Reason.PAGING.found("Memory had to be read from a disk, %d times a second or more: %s."
                        .formatted(MajorFaults.MANY_A_SECOND, where)));
    }

    private static double faultsPerSecond(MemberResult member) {
        return new MajorFaults(member.counters(), member.countedNanos()).perSecond();
    }
}
