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
import java.util.OptionalDouble;

/**
 * Measures pairs: UPerf and the workload Rpc, in turn who is first, with as many callers. Each has fresh hosts and JVMs
 * with the same options, warms up until it is steady by the same rule and measures for the same time.
 *
 * <p>A request is less work for UPerf: it may read from the calling member itself, which is no call over the network.
 * So both rates are told, that of requests and that of the calls that crossed the network.
 */
public final class UPerfComparison {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Duration time;
    private final int callers;
    private final Warmup warmup;

    /**
     * Prepares.
     *
     * @param jvmOptions for UPerf's JVMs and jgbench's members alike
     * @param time how long each of them measures
     * @param callers of each member of each of them
     */
    public UPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time, int callers) {
        this(hostsFactory, jvmOptions, time, callers, JgbenchRun.UNTIL_STEADY);
    }

    UPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time, int callers, Warmup warmup) {
        this.warmup = warmup;
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.time = time;
        this.callers = callers;
    }

    /**
     * UPerf and jgbench.
     *
     * @param members how many members each had
     * @param both what they measured, request by request
     */
    public record UPerfPair(int members, MeasuredPair both) {

        /** jgbench's rate of calls that crossed the network over UPerf's, empty where there are none. */
        public OptionalDouble callRatio() {
            OptionalDouble ratio = both.ratio();
            return ratio.isEmpty() || members == 1
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(UPerfComparison.callRatio(ratio.getAsDouble(), members));
        }
    }

    /**
     * The ratio of calls that cross the network.
     *
     * @param ratio of requests, jgbench's over UPerf's
     * @param members of each, at least 2
     */
    public static double callRatio(double ratio, int members) {
        double writes = (100 - JgbenchRun.READ_PERCENT) / 100.0 * Math.min(JgbenchRun.TARGETS, members - 1);
        double reads = JgbenchRun.READ_PERCENT / 100.0;
        double uperfReads = reads * (members - 1) / members;
        return ratio * (reads + writes) / (uperfReads + writes);
    }

    /**
     * Measures both.
     *
     * @param uperfStack UPerf's stack, by a name that {@link Stacks} knows, or a file
     * @param stack jgbench's stack
     * @param order who is measured first
     * @throws IOException if jgbench gives no result, with why
     */
    public UPerfPair measure(String uperfStack, String stack, int messageSizeBytes, PairOrder order)
            throws HostsUnavailableException, IOException, InterruptedException {
        var measured = order.measure(() -> uperf(uperfStack, messageSizeBytes), () -> jgbench(stack, messageSizeBytes));
        RunResult run = measured.run();
        var jgbench = new MeasuredProgram(
                Workloads.RPC.of(run).figures().orElseThrow().requestsPerSecond(),
                KernelLosses.during(run),
                CpuCost.during(run, requests(run)),
                JgbenchRun.isSteady(run));
        return new UPerfPair(run.members().size(), new MeasuredPair("UPerf", measured.other(), jgbench, run.valid()));
    }

    private static long requests(RunResult run) {
        return Workloads.RPC.of(run).members().stream()
                .mapToLong(member -> member.report().requestsDone())
                .sum();
    }

    private MeasuredProgram uperf(String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var cluster = PerfCluster.start(
                        new UPerf(),
                        hosts,
                        new JgbenchRun(jvmOptions).optionsOfOther(stack, hosts),
                        callers,
                        Stacks.place(stack),
                        messageSizeBytes,
                        time)) {
            Duration patience = time.multipliedBy(2).plus(PATIENCE);
            boolean steady = cluster.warmUp(warmup, patience);
            PerfCluster.Test test = cluster.test(patience);
            return new MeasuredProgram(test.ratePerSecond(), test.losses(), test.cpuCost(), steady);
        }
    }

    private RunResult jgbench(String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            return new JgbenchRun(jvmOptions)
                    .run(
                            hosts,
                            JgbenchRun.rpc(messageSizeBytes, callers).of(RunLength.of(time), warmup),
                            JgbenchRun.jgroups(stack));
        }
    }
}
