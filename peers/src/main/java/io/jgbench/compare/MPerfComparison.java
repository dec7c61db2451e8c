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

    private static final int MPERF_PATIENCE = 10;

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Duration time;
    private final Warmup warmup;

    /**
     * Prepares.
     *
     * @param jvmOptions for MPerf's JVMs and jgbench's members alike
     * @param time how long each of them measures
     */
    public MPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time) {
        this(hostsFactory, jvmOptions, time, JgbenchRun.UNTIL_STEADY);
    }

    MPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time, Warmup warmup) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.time = time;
        this.warmup = warmup;
    }

    /**
     * What one of the two measured.
     *
     * @param messagesPerSecond the mean over the members, 0 where there is no result
     * @param limitMessagesPerSecond the most that the links allow, where they are shaped
     * @param switchPortDrops frames that the switch dropped
     * @param losses what the members' kernels lost or sent again
     * @param cpuCost CPU time of the members for each message, empty where the system does not tell
     * @param steady whether it was steady when it was measured
     */
    public record Measured(
            double messagesPerSecond,
            Optional<Double> limitMessagesPerSecond,
            long switchPortDrops,
            KernelLosses losses,
            Optional<CpuCost> cpuCost,
            boolean steady) {}

    /**
     * One after the other.
     *
     * @param valid whether jgbench's run was
     */
    public record Pair(Measured mperf, Measured jgbench, boolean valid) {

        /** jgbench's message rate over MPerf's, empty where MPerf gave no result. */
        public OptionalDouble ratio() {
            return mperf.messagesPerSecond() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(jgbench.messagesPerSecond() / mperf.messagesPerSecond());
        }

        /** What is to be known of either beside its figures, empty if nothing. */
        public String note() {
            return new Remarks()
                    .unless(mperf.messagesPerSecond() > 0, "MPerf printed no result")
                    .unless(mperf.steady(), "MPerf not steady")
                    .unless(jgbench.steady(), "jgbench not steady")
                    .unless(valid, "not valid")
                    .onOneLine();
        }

        /** Whether both have figures that may be compared. */
        public boolean usable() {
            return valid && ratio().isPresent();
        }

        /** How much of the limit MPerf reached, where the links are shaped and it gave a result. */
        public OptionalDouble mperfShare() {
            return mperf.messagesPerSecond() == 0 ? OptionalDouble.empty() : share(mperf);
        }

        /** How much of the limit jgbench reached, where the links are shaped. */
        public OptionalDouble jgbenchShare() {
            return share(jgbench);
        }

        private OptionalDouble share(Measured measured) {
            return jgbench.limitMessagesPerSecond()
                    .map(limit -> OptionalDouble.of(measured.messagesPerSecond() / limit))
                    .orElseGet(OptionalDouble::empty);
        }
    }

    /**
     * Finds with how many sender threads MPerf is the fastest, in one cluster that is warm.
     *
     * @return one of 1, 20 and 100
     * @throws IOException if MPerf gives no result at all, with why
     */
    public int bestSenderThreads(String mperfStack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var cluster = start(hosts, mperfStack, messageSizeBytes, SENDER_THREADS.getLast())) {
            boolean ignored = cluster.warmUp(warmup, patience());
            int best = SENDER_THREADS.getLast();
            double highest = 0;
            for (int threads : SENDER_THREADS) {
                cluster.senderThreads(threads);
                double rate = cluster.ratePerSecond(patience()).orElse(0);
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
    }

    /**
     * Measures both.
     *
     * @param mperfStack MPerf's stack, by a name that {@link Stacks} knows, or a file
     * @param stack jgbench's stack
     * @param mperfThreads sender threads of each of MPerf's members
     * @param mperfFirst who is measured first
     * @throws IOException if one of them gives no result, with why
     */
    public Pair measure(String mperfStack, String stack, int messageSizeBytes, int mperfThreads, boolean mperfFirst)
            throws HostsUnavailableException, IOException, InterruptedException {
        if (mperfFirst) {
            Measured mperf = mperf(mperfStack, messageSizeBytes, mperfThreads);
            RunResult run = jgbench(stack, messageSizeBytes);
            return new Pair(mperf, measured(run), run.valid());
        }
        RunResult run = jgbench(stack, messageSizeBytes);
        return new Pair(mperf(mperfStack, messageSizeBytes, mperfThreads), measured(run), run.valid());
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

    private Measured mperf(String stack, int messageSizeBytes, int threads)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var cluster = start(hosts, stack, messageSizeBytes, threads)) {
            boolean steady = cluster.warmUp(warmup, patience());
            long dropsBefore = SwitchDrops.at(hosts);
            PerfCluster.Test test = cluster.test(patience());
            return new Measured(
                    test.ratePerSecond(),
                    Optional.empty(),
                    SwitchDrops.at(hosts) - dropsBefore,
                    test.losses(),
                    test.cpuCost(),
                    steady);
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

    private static Measured measured(RunResult run) throws IOException {
        var figures = Workloads.MULTICAST.of(run).figures().orElseThrow();
        return new Measured(
                figures.messagesPerSecond(),
                figures.wireLimit().map(limit -> limit.messagesPerSecond()),
                SwitchDrops.during(run),
                KernelLosses.during(run),
                CpuCost.during(run, sent(run)),
                JgbenchRun.isSteady(run));
    }
}
