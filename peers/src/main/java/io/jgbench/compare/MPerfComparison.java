package io.jgbench.compare;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measures pairs: MPerf and jgbench, in turn who is first. Each has fresh hosts and JVMs with the same options, warms
 * up until it is steady by the same rule and measures for the same time.
 */
public final class MPerfComparison {
    /** What a pilot tries; MPerf's own default is the last. */
    private static final List<Integer> SENDER_THREADS = List.of(1, 20, 100);

    /** Three of them take as long as the warm-up of one MPerf that is measured. */
    private static final Warmup.Steady PILOT_WARMUP = new Warmup.Steady(Duration.ofSeconds(40), Duration.ofMinutes(2));

    private static final int MPERF_PATIENCE = 10;

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Duration time;
    private final Warmup warmup;
    private final Warmup pilotWarmup;

    /**
     * Prepares.
     *
     * @param jvmOptions for MPerf's JVMs and jgbench's members alike
     * @param time how long each of them measures
     */
    public MPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time) {
        this(hostsFactory, jvmOptions, time, JgbenchRun.UNTIL_STEADY, PILOT_WARMUP);
    }

    MPerfComparison(
            HostsFactory hostsFactory, List<String> jvmOptions, Duration time, Warmup warmup, Warmup pilotWarmup) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.time = time;
        this.warmup = warmup;
        this.pilotWarmup = pilotWarmup;
    }

    /**
     * MPerf and jgbench over links with a switch between them.
     *
     * @param both what they measured, message by message
     * @param limitMessagesPerSecond the most that the links allow, where they are shaped
     * @param isSameStack whether both used the same stack, of which the limit is
     * @param mperfDrops frames that the switch dropped of MPerf
     * @param jgbenchDrops those that it dropped of jgbench
     */
    public record MPerfPair(
            MeasuredPair both,
            Optional<Double> limitMessagesPerSecond,
            boolean isSameStack,
            long mperfDrops,
            long jgbenchDrops) {

        /**
         * How much of the limit MPerf reached, where the links are shaped and it gave a result. Over another stack a
         * message takes another number of bytes.
         */
        public OptionalDouble mperfShare() {
            return isSameStack && both.other().perSecond() > 0 ? share(both.other()) : OptionalDouble.empty();
        }

        /** How much of the limit jgbench reached, where the links are shaped. */
        public OptionalDouble jgbenchShare() {
            return share(both.jgbench());
        }

        private OptionalDouble share(MeasuredProgram measured) {
            return limitMessagesPerSecond
                    .map(limit -> OptionalDouble.of(measured.perSecond() / limit))
                    .orElseGet(OptionalDouble::empty);
        }
    }

    private record MPerfTest(MeasuredProgram program, long switchPortDrops) {}

    /**
     * Finds with how many sender threads MPerf is the fastest. Each number has a cluster of its own and stands on its
     * command line: MPerf asks for another one by a prompt, and takes or drops what is typed before that as it happens.
     *
     * @return one of 1, 20 and 100
     * @throws IOException if MPerf gives no result at all, with why
     */
    public int bestSenderThreads(String mperfStack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        int best = SENDER_THREADS.getLast();
        double highest = 0;
        for (int threads : SENDER_THREADS) {
            double rate = pilot(mperfStack, messageSizeBytes, threads);
            if (rate > highest) {
                highest = rate;
                best = threads;
            }
        }
        if (highest == 0) {
            throw new IOException("MPerf printed no result with 1, 20 or 100 sender threads within "
                    + patience().toSeconds() + " s each: try another stack, or give --mperf-threads");
        }
        return best;
    }

    /** 0 where a test is not over in time: with another number of threads it may be. */
    private double pilot(String mperfStack, int messageSizeBytes, int threads)
            throws HostsUnavailableException, IOException, InterruptedException {
        try {
            return mperf(mperfStack, messageSizeBytes, threads, pilotWarmup)
                    .program()
                    .perSecond();
        } catch (TestTimeoutException _) {
            return 0;
        }
    }

    /**
     * Measures both.
     *
     * @param mperfStack MPerf's stack, by a name that {@link Stacks} knows, or a file
     * @param stack jgbench's stack
     * @param mperfThreads sender threads of each of MPerf's members
     * @param order who is measured first
     * @throws IOException if jgbench gives no result, a member of MPerf fails or a test of its warm-up is not over in
     *     time, with why; MPerf without a result in the end has the rate 0
     */
    public MPerfPair measure(String mperfStack, String stack, int messageSizeBytes, int mperfThreads, PairOrder order)
            throws HostsUnavailableException, IOException, InterruptedException {
        var measured = order.measure(
                () -> mperf(mperfStack, messageSizeBytes, mperfThreads, warmup),
                () -> jgbench(stack, messageSizeBytes));
        MPerfTest mperf = measured.other();
        RunResult run = measured.run();
        var figures = Workloads.MULTICAST.of(run).figures().orElseThrow();
        var jgbench = new MeasuredProgram(
                figures.messagesPerSecond(),
                KernelLosses.during(run),
                CpuCost.during(run, sent(run)),
                JgbenchRun.isSteady(run));
        return new MPerfPair(
                new MeasuredPair("MPerf", mperf.program(), jgbench, run.valid()),
                figures.wireLimit().map(limit -> limit.messagesPerSecond()),
                mperfStack.equals(stack),
                mperf.switchPortDrops(),
                SwitchDrops.during(run));
    }

    private Duration patience() {
        return time.multipliedBy(MPERF_PATIENCE).plusMinutes(1);
    }

    private PerfCluster start(Hosts hosts, String stack, int messageSizeBytes, int threads)
            throws IOException, InterruptedException {
        return PerfCluster.start(
                new MPerf(),
                hosts,
                new JgbenchRun(jvmOptions).optionsOfOther(stack, hosts),
                threads,
                Stacks.place(stack),
                messageSizeBytes,
                time);
    }

    private MPerfTest mperf(String stack, int messageSizeBytes, int threads, Warmup untilWarm)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var cluster = start(hosts, stack, messageSizeBytes, threads)) {
            boolean steady = cluster.warmUp(untilWarm, patience());
            long dropsBefore = SwitchDrops.at(hosts);
            PerfCluster.Test test = cluster.test(patience());
            return new MPerfTest(
                    new MeasuredProgram(test.ratePerSecond(), test.losses(), test.cpuCost(), steady),
                    SwitchDrops.at(hosts) - dropsBefore);
        }
    }

    private RunResult jgbench(String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            return new JgbenchRun(jvmOptions)
                    .run(
                            hosts,
                            JgbenchRun.multicast(messageSizeBytes, hosts.size()).of(RunLength.of(time), warmup),
                            JgbenchRun.jgroups(stack));
        }
    }

    private static long sent(RunResult run) {
        return Workloads.MULTICAST.of(run).members().stream()
                .mapToLong(member -> member.report().ownMessages())
                .sum();
    }
}
