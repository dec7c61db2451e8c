package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.where;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds members that garbage collection stopped for long, and tells those whose collectors had much to do from those
 * whose collectors waited for a CPU: a larger heap helps the former alone.
 */
record GcPauseRule(List<MemberResult> members) {
    /** Share of the measured time. Clean runs have 1 to 3 %. */
    static final double PAUSED = 0.05;

    /**
     * Share of the time in which the collectors' threads had work. If they wait this much, pauses would be half as long
     * with enough CPUs.
     */
    static final double WAITED = 0.5;

    Optional<Finding> finding() {
        return where(members, GcPauseRule::isStopped, member -> percent(pausedShare(member)))
                .map(where -> Reason.GC_PAUSES.found("Garbage collection took %.0f %% or more of the measured time: %s."
                                .formatted(PAUSED * 100, where)
                        + longestPause()
                        + membersInWantOfCpus()));
    }

    private static boolean isStopped(MemberResult member) {
        return member.complete() && pausedShare(member) >= PAUSED;
    }

    private static double pausedShare(MemberResult member) {
        return member.countedNanos() <= 0 ? 0 : (double) member.counter(Counters.GC_NANOS) / member.countedNanos();
    }

    private String longestPause() {
        return LongestRise.of(members.stream().filter(MemberResult::complete), Counters.GC_NANOS)
                .map(rise -> rise.told("pause"))
                .orElse("");
    }

    private String membersInWantOfCpus() {
        return where(
                        members,
                        member -> isStopped(member) && waitedShare(member.counters()) >= WAITED,
                        member -> percent(waitedShare(member.counters())))
                .map(where ->
                        " Collectors had to wait for a CPU in %.0f %% or more of the time in which they had work: %s."
                                .formatted(WAITED * 100, where))
                .orElse("");
    }

    /** What is added where a pause is told of: that its collectors waited for a CPU, if they mostly did. */
    static String wantOfCpu(Map<String, Long> counters) {
        return waitedShare(counters) >= WAITED ? ", in most of which it waited for a CPU" : "";
    }

    private static double waitedShare(Map<String, Long> counters) {
        return CpuWaitRule.waitedShare(
                counters.getOrDefault(Counters.COLLECTOR_WAITED_NANOS, 0L),
                counters.getOrDefault(Counters.COLLECTOR_CPU_NANOS, 0L));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
