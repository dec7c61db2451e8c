package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.where;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds members that waited for CPUs while their host had some left: they may use few of its CPUs only. Where a host
 * has none left, its members wait for each other, which the bottleneck and {@link HostLoad} tell; where a limit on CPU
 * time holds them, that is found by itself.
 */
record CpuWaitRule(List<MemberResult> members, Optional<Bottleneck> bottleneck) {
    /** Share of the CPU time that a member wanted. One that waits for half of it would get twice as much CPU time. */
    static final double WAITED = 0.5;

    /** Share of the host's CPU time. On a fuller host, threads of one process meet on a CPU now and then anyway. */
    static final double LEFT = 0.5;

    /**
     * Share of the measured time. A member that waits less than this loses no rate, even if its threads rarely get a
     * CPU immediately.
     */
    private static final double LEAST_WAITED = 0.1;

    private static final long LEAST_NANOS = 1_000_000_000L;

    Optional<Finding> finding() {
        return where(
                        members,
                        CpuWaitRule::isKeptFromFreeCpus,
                        member -> String.format(
                                Locale.ROOT,
                                "%.0f %% (%.0f %% of its host's CPU time left)",
                                waitedShare(member) * 100,
                                idleShare(member) * 100))
                .map(where -> Reason.CPU_WAITED.found(
                        severity(),
                        "Threads waited for a CPU for half of the time in which they had work, or longer, on a host"
                                + " that had half of its CPU time left or more: " + where + "." + longestDelay()));
    }

    /**
     * Members that are bound to CPUs without time left wait for each other there. Where the bottleneck tells that, this
     * informs only; where it is another one, such as a rate that was kept, nothing else tells it.
     */
    private Severity severity() {
        boolean isTold = bottleneck
                .filter(found -> found.type() == BottleneckType.HOST_CPU)
                .isPresent();
        boolean areBound = members.stream()
                .filter(CpuWaitRule::isKeptFromFreeCpus)
                .allMatch(member -> new CpuTimeLeft(member.counters()).isBoundToBusyCpus());
        return isTold && areBound ? Severity.INFO : Severity.WARNING;
    }

    private static boolean isKeptFromFreeCpus(MemberResult member) {
        return member.complete()
                && member.countedNanos() >= LEAST_NANOS
                && member.counter(Counters.CPU_WAITED_NANOS) >= LEAST_WAITED * member.countedNanos()
                && waitedShare(member) >= WAITED
                && idleShare(member) >= LEFT
                && !HostJudge.mayHaveWaitedForItsLimit(member);
    }

    private static double waitedShare(MemberResult member) {
        return waitedShare(member.counter(Counters.CPU_WAITED_NANOS), member.counter(Counters.CPU_NANOS));
    }

    private static double idleShare(MemberResult member) {
        return new CpuTimeLeft(member.counters()).ofHost().orElse(0);
    }

    /** Share of the time in which threads had work, either waiting for a CPU or running on one. */
    static double waitedShare(long waitedNanos, long cpuNanos) {
        return waitedNanos <= 0 ? 0 : (double) waitedNanos / (waitedNanos + cpuNanos);
    }

    /** The longest delay of a thread that is almost idle. */
    private String longestDelay() {
        return LongestRise.of(members.stream().filter(CpuWaitRule::isKeptFromFreeCpus), Counters.DELAYED_NANOS)
                .map(rise -> rise.told("delay of an idle thread"))
                .orElse("");
    }
}
