package io.jgbench.coordination.judge;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What others than the run's members took of the hosts' CPU time: the time of all processes without that of all members
 * on the host. Work that the kernel does in interrupts is not part of it, as most of it is done for the run. Where the
 * kernel charges processes with it ({@link Counters#CHARGED_INTERRUPT_NANOS}), it is part of both; where it is not
 * known whether it does, others may be found to have taken less than they did.
 *
 * <p>It is compared with what the members could have used: what they took, what others took and what was left idle.
 * Where nothing was left idle, a rate that the CPUs bound is lower by the share that others took; else by less.
 * {@value #WARNS_PERMILLE} ‰ of it warn, however many CPUs there are: a kubelet, a launcher or an operator takes less.
 * A run that took less than a second is not judged: programs that start and end with it would weigh too much.
 */
final class HostLoad {
    static final int WARNS_PERMILLE = 100;
    private static final double LEAST_NANOS = 1e9;

    private final List<MemberResult> members;

    HostLoad(List<MemberResult> members) {
        this.members = members;
    }

    Optional<Finding> finding() {
        if (!members.stream().allMatch(MemberResult::complete)) {
            // What a member without a whole report took would be held to be that of others.
            return Optional.empty();
        }
        var reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        var where = SharedKernel.by(Scope.HOST, reports).stream()
                .flatMap(host -> busiest(host).stream())
                .collect(Collectors.joining(", "));
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.HOST_BUSY.found(String.format(
                        Locale.ROOT,
                        "Other programs took %d %% or more of the CPU time that the run's members could have used: %s.",
                        WARNS_PERMILLE / 10,
                        where)));
    }

    /**
     * What is said of a host whose others took too much. Its members counted for nearly the same time; the one that saw
     * the least of others is believed, as what a neighbour did after the member's end is not others'.
     */
    private static Optional<String> busiest(SharedKernel host) {
        long own = host.members().stream()
                .mapToLong(report -> counter(report, Counters.CPU_NANOS))
                .sum();
        return host.members().stream()
                .flatMap(report -> Load.of(report, own).stream())
                .min(Comparator.comparingDouble(Load::share))
                .filter(Load::isTooMuch)
                .map(load -> host.names() + " " + load.text());
    }

    private static long counter(MemberReport report, String counter) {
        return report.counters().getOrDefault(counter, 0L);
    }

    /**
     * Others on a host, as one member saw them.
     *
     * @param cpus CPUs of the host
     * @param hostNanos time of all CPUs
     * @param usableNanos the part of it that members could have had: without interrupts and what the hypervisor took
     * @param othersNanos what others took of it
     * @param waitedNanos time in which some task waited for a CPU; empty where the kernel does not tell
     */
    private record Load(int cpus, long hostNanos, long usableNanos, long othersNanos, Optional<Long> waitedNanos) {

        static Optional<Load> of(MemberReport report, long ownNanos) {
            long processes = counter(report, Counters.HOST_CPU_NANOS);
            long idle = counter(report, Counters.HOST_IDLE_NANOS);
            long all = processes
                    + idle
                    + counter(report, Counters.HOST_INTERRUPT_NANOS)
                    + counter(report, Counters.CPU_STEAL_NANOS);
            long used = processes + charged(report, all);
            return report.cpus(HostFact.HOST_CPUS)
                    .filter(cpus ->
                            all >= LEAST_NANOS * cpus && report.counters().containsKey(Counters.CPU_NANOS))
                    .map(cpus -> new Load(
                            cpus,
                            all,
                            used + idle,
                            Math.max(0, used - ownNanos),
                            Optional.ofNullable(report.counters().get(Counters.CPU_PRESSURE_NANOS))));
        }

        /** Interrupts that came while a CPU had nothing to do were charged to nobody. */
        private static long charged(MemberReport report, long all) {
            double busy = all == 0 ? 0 : 1 - (double) counter(report, Counters.HOST_IDLE_NANOS) / all;
            return Math.round(busy * counter(report, Counters.CHARGED_INTERRUPT_NANOS));
        }

        /** The others' share of the CPU time that the members could have used. */
        double share() {
            return usableNanos == 0 ? 0 : (double) othersNanos / usableNanos;
        }

        boolean isTooMuch() {
            return share() * 1000 >= WARNS_PERMILLE;
        }

        String text() {
            return String.format(
                            Locale.ROOT,
                            "%.1f %% (%.2f of %d CPUs)",
                            share() * 100,
                            (double) othersNanos * cpus / hostNanos,
                            cpus)
                    + waitedNanos
                            .map(waited -> String.format(
                                    Locale.ROOT,
                                    ", tasks waited for a CPU in %.1f %% of the time",
                                    100.0 * waited * cpus / hostNanos))
                            .orElse("");
        }
    }
}
