package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import java.util.Locale;
import java.util.Optional;

/** One member that is short of CPU time by itself, beside others that are not. */
record CpuShortage(RunLoad run) {
    /** From this share of the time on, the compilers are still busy; the other members' compilers should be too. */
    static final double COMPILING = 0.01;

    /** What is seen of it, as the end of a sentence; empty where the member is not slowed down by itself. */
    Optional<String> of(MemberLoad member) {
        return ofEachMessage(member)
                .or(() -> ofItsCompilers(member))
                .or(() -> ofItsThread(member))
                .or(() -> ofItsCpus(member));
    }

    private Optional<String> ofEachMessage(MemberLoad member) {
        double most = run.others(member)
                .mapToDouble(other ->
                        other.knows(Counters.CPU_NANOS) ? other.workNanosOfAMessage() : Double.POSITIVE_INFINITY)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        return most > 0 && member.workNanosOfAMessage() >= MemberComparison.TIMES_MORE_CPU * most
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "it took %.1f µs of CPU time for each message, the others at most %.1f",
                        member.workNanosOfAMessage() / 1e3,
                        most / 1e3))
                : Optional.empty();
    }

    private Optional<String> ofItsCompilers(MemberLoad member) {
        return member.knows(Counters.CPU_NANOS)
                        && member.counter(Counters.COMPILER_NANOS) == 0
                        && run.others(member).allMatch(other -> other.share(Counters.COMPILER_NANOS) >= COMPILING)
                ? Optional.of("its JVM compiled nothing, those of the others did")
                : Optional.empty();
    }

    private Optional<String> ofItsThread(MemberLoad member) {
        return member.busiestThread()
                .filter(_ -> member.isBusy() && run.others(member).noneMatch(MemberLoad::isBusy))
                .map(thread -> String.format(
                        Locale.ROOT, "its thread %s used %s of one core", thread.name(), percent(thread.share())));
    }

    private Optional<String> ofItsCpus(MemberLoad member) {
        double leastOfOthers = run.others(member)
                .mapToDouble(other -> other.idleShare().orElse(0))
                .min()
                .orElse(0);
        return member.idleShare().orElse(1) < CpuTimeLeft.LEAST && leastOfOthers >= CpuTimeLeft.LEAST
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "its CPUs had %s of their time left, those of the others %s or more",
                        percent(member.idleShare().orElse(0)),
                        percent(leastOfOthers)))
                : Optional.empty();
    }
}
