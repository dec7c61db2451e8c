package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.protocol.Counters;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;

/** One member beside the others: what waits in its sockets, and what it takes of the CPUs. */
record MemberComparison(RunLoad run) {
    /** How many times as long as each other member's queue one has to be to count. */
    static final double TIMES_LONGER = 4;

    /** How many times the CPU time of each other member one has to take to do more for each message. */
    static final double TIMES_MORE_CPU = 2;

    /** Less waits in the queues of sockets that nobody waits for. */
    static final double LEAST_QUEUE_BYTES = 100_000;

    /** Without these, so that each of them is compared with the rest, and not with others that are slow like it. */
    MemberComparison leavingOut(List<MemberLoad> alike) {
        return new MemberComparison(new RunLoad(
                run.members().stream().filter(member -> !alike.contains(member)).toList(),
                run.request(),
                run.singleCaller(),
                run.requestedProcessing(),
                run.senderThreads(),
                run.window(),
                run.standstill()));
    }

    /** Several may be waited for, and each for a part of the time alone. Who sends does more than who does not. */
    boolean isSlower(MemberLoad member) {
        return isLongest(member, MemberLoad::receiveQueueBytes)
                || takesMoreCpuThan(member, other -> other.sender() == member.sender());
    }

    /**
     * Whether any member takes far more CPU time than another one, in all and for each message. Who only receives is
     * compared with senders as well, which have as much to do, and who sends not with who only receives.
     */
    boolean differInCpu() {
        return run.members().stream()
                .anyMatch(member -> run.others(member)
                        .filter(other -> other.sender() || !member.sender())
                        .anyMatch(other -> takesFarMoreCpu(member, other)));
    }

    private static boolean takesFarMoreCpu(MemberLoad member, MemberLoad other) {
        return other.counter(Counters.CPU_NANOS) > 0
                && member.share(Counters.CPU_NANOS) >= TIMES_MORE_CPU * other.share(Counters.CPU_NANOS)
                && member.cpuNanosOfAMessage() >= TIMES_MORE_CPU * other.cpuNanosOfAMessage();
    }

    boolean isLongest(MemberLoad member, Function<MemberLoad, OptionalDouble> queue) {
        return queue.apply(member).orElse(0) >= LEAST_QUEUE_BYTES && isFarLonger(member, queue);
    }

    boolean isFarLonger(MemberLoad member, Function<MemberLoad, OptionalDouble> queue) {
        return queue.apply(member).orElse(0) >= TIMES_LONGER * longestOfOthers(member, queue);
    }

    double longestOfOthers(MemberLoad member, Function<MemberLoad, OptionalDouble> queue) {
        return run.others(member)
                .mapToDouble(other -> queue.apply(other).orElse(0))
                .max()
                .orElse(0);
    }

    /** False where there are none, or one of them does not tell. */
    boolean takesMoreCpuThan(MemberLoad member, Predicate<MemberLoad> which) {
        double most = mostCpusOfOthers(member, which);
        return most > 0 && member.share(Counters.CPU_NANOS) >= TIMES_MORE_CPU * most;
    }

    /** The same for each message: who takes what several send has more to do, and need not be slow. */
    boolean takesMoreCpuForEachMessage(MemberLoad member) {
        double most = run.others(member)
                .mapToDouble(MemberLoad::cpuNanosOfAMessage)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        return most > 0 && member.cpuNanosOfAMessage() >= TIMES_MORE_CPU * most;
    }

    double mostCpusOfOthers(MemberLoad member, Predicate<MemberLoad> which) {
        return run.others(member)
                .filter(which)
                .mapToDouble(other ->
                        other.knows(Counters.CPU_NANOS) ? other.share(Counters.CPU_NANOS) : Double.POSITIVE_INFINITY)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
