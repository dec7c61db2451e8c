package io.jgbench.compare;

import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Compares jgbench with MPerf or UPerf, both started once and working all the time, each of them stopped while it is
 * the other one's turn. A machine's good and bad minutes are the same for both; what differs from one start of a
 * program to the next is not seen.
 *
 * <p>What a program does in a turn is told by the interfaces of its members: bytes that they sent, over the bytes that
 * a message or request took from the program's begin to its end.
 */
public final class TurnComparison {
    /** Long enough that what rehearses in a warm-up has done so; the turns before the measured ones warm both. */
    private static final Warmup.Steady WARMUP = new Warmup.Steady(Duration.ofSeconds(20), Duration.ofSeconds(20));

    private static final Duration DEADLINE_BEYOND_WORK = Duration.ofMinutes(10);

    private final List<String> jvmOptions;
    private final LinkSettings link;
    private final Turns turns;
    private final TurnListener listener;
    private final Consumer<String> complaints;

    /**
     * Prepares.
     *
     * @param jvmOptions for the JVMs of both programs' members
     * @param link of the members of both, which live in namespaces
     * @param listener is told of each turn
     * @param complaints is told what no figure tells, one sentence each
     */
    public TurnComparison(
            List<String> jvmOptions,
            LinkSettings link,
            Turns turns,
            TurnListener listener,
            Consumer<String> complaints) {
        this.jvmOptions = List.copyOf(jvmOptions);
        this.link = link;
        this.turns = turns;
        this.listener = listener;
        this.complaints = complaints;
    }

    /** Is told how it goes, long before there are rates. */
    @FunctionalInterface
    public interface TurnListener {

        /**
         * A turn is over.
         *
         * @param turn which one, from 1
         * @param turns how many there are
         * @param ofJgbench whether it was jgbench's
         * @param sentBytesPerSecond what the interfaces of the program's members sent
         */
        void turned(int turn, int turns, boolean ofJgbench, double sentBytesPerSecond);
    }

    /**
     * What is compared.
     *
     * @param members of each program
     * @param otherStack the other program's stack, by a name that {@link Stacks} knows, or a file
     * @param stack jgbench's
     * @param messageSizeBytes of both
     * @param threads how many threads of each of the other program's members send, or call
     */
    public record Load(int members, String otherStack, String stack, int messageSizeBytes, int threads) {}

    /** jgbench's half of a load. */
    @FunctionalInterface
    interface Work {
        /** The workload with this length and warm-up. */
        WorkloadSpec of(RunLength length, Warmup warmup);
    }

    /**
     * All pairs, and whether they may be used.
     *
     * @param pairs in the order of time
     * @param complete whether nothing of jgbench's run was lost
     */
    public record TurnOutcome(List<TurnPair> pairs, boolean complete) {

        /** Copies the list. */
        public TurnOutcome {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Compares with MPerf.
     *
     * @throws IOException if one of both fails, with why
     */
    public TurnOutcome withMPerf(Load load) throws HostsUnavailableException, IOException, InterruptedException {
        return compare(new MPerf(), load, JgbenchRun.multicast(load.messageSizeBytes(), load.members()));
    }

    /**
     * Compares with UPerf.
     *
     * @throws IOException if one of both fails, with why
     */
    public TurnOutcome withUPerf(Load load) throws HostsUnavailableException, IOException, InterruptedException {
        return compare(new UPerf(), load, JgbenchRun.rpc(load.messageSizeBytes(), load.threads()));
    }

    private TurnOutcome compare(PerfProgram program, Load load, Work work)
            throws HostsUnavailableException, IOException, InterruptedException {
        var run = new JgbenchRun(jvmOptions);
        TransportSpec transport = JgbenchRun.jgroups(load.stack());
        var spec = run.spec(
                load.members(),
                work.of(RunLength.of(turns.work()), WARMUP),
                transport,
                WARMUP.longest().plus(turns.work()).plus(DEADLINE_BEYOND_WORK));
        try (var hosts = NamespaceHosts.open(load.members(), link, complaints);
                var cluster = PerfCluster.start(
                        program,
                        hosts,
                        run.optionsOfOther(load.otherStack(), hosts),
                        load.threads(),
                        Stacks.place(load.otherStack()),
                        load.messageSizeBytes(),
                        turns.work());
                var jgbench = SeparateRun.start(spec, link, program.counted())) {
            return takeTurns(cluster, jgbench);
        }
    }

    private TurnOutcome takeTurns(PerfCluster cluster, SeparateRun jgbench) throws IOException, InterruptedException {
        StoppedProcesses stopped = StoppedProcesses.stop(jgbench.processes());
        try {
            long begunNanos = System.nanoTime();
            var other = new TurnTaker(PeerTest.begin(cluster, turns.work()));
            var run = new TurnTaker(jgbench);
            for (int i = 0; i < turns.count(); i++) {
                boolean ofJgbench = i % 2 == 1;
                TurnTaker working = ofJgbench ? run : other;
                if (i > 0) {
                    // one of both at the least stands still at any time
                    var ended = stopped;
                    stopped = StoppedProcesses.stop(
                            (ofJgbench ? other : run).program().processes());
                    ended.close();
                }
                TurnReading reading = working.turn(turns.measured());
                listener.turned(i + 1, turns.count(), ofJgbench, reading.sentBytesPerSecond());
            }
            stopped.close();
            turns.check(Duration.ofNanos(System.nanoTime() - begunNanos));
            return outcome(other, run);
        } finally {
            stopped.close();
        }
    }

    private TurnOutcome outcome(TurnTaker other, TurnTaker run) throws IOException, InterruptedException {
        WorkDone othersWork = other.program().awaitWork();
        WorkDone work = run.program().awaitWork();
        List<TurnPair> pairs = new ArrayList<>();
        for (int i = turns.warmup(); i < run.readings().size(); i++) {
            TurnReading before = other.readings().get(i);
            TurnReading after = other.readings().get(i + 1);
            pairs.add(new TurnPair(
                    TurnFigures.of(before, othersWork),
                    TurnFigures.of(run.readings().get(i), work),
                    TurnFigures.of(after, othersWork),
                    TurnFigures.of(before.plus(after), othersWork)));
        }
        return new TurnOutcome(pairs, work.complete());
    }
}
