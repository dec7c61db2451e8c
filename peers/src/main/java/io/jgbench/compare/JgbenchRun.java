package io.jgbench.compare;

import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.local.Cancellation;
import io.jgbench.local.LocalBenchmark;
import io.jgbench.local.LocalWindow;
import io.jgbench.local.RunListener;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.Transports;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * jgbench's side of a pair: one run on hosts of its own, with deadlines that a slow machine or link does not pass.
 *
 * @param jvmOptions of the members
 */
record JgbenchRun(List<String> jvmOptions) {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration MAX_SKEW = Duration.ofSeconds(1);
    private static final int SENDER_THREADS = 1;
    private static final int LATENCY_SAMPLE_INTERVAL = 128;

    /** UPerf's own; longer than a turn in which the members stand still. */
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(40);

    /** Longer than a turn in which controller and members stand still: the clock that measures it runs on. */
    static final Duration STALL_TIMEOUT = Duration.ofSeconds(40);

    /** UPerf's own, which its command line does not let change; jgbench is given the same. */
    static final int TARGETS = 2;

    static final int READ_PERCENT = 80;

    /**
     * Longer than a run's default: rates still rise by up to 10 % from the first minute to the third, and a program
     * that repeats a test of many seconds is measured later than one that is measured as soon as it is steady.
     */
    static final Warmup.Steady UNTIL_STEADY = new Warmup.Steady(Duration.ofMinutes(2), Duration.ofMinutes(4));

    /**
     * Whether the members were steady when they were measured; of a fixed warm-up nobody knows, and nobody doubts it.
     */
    static boolean isSteady(RunResult run) {
        return run.warmup()
                .filter(warmup -> warmup.end() == StatusWarmup.End.AT_MOST)
                .isEmpty();
    }

    /** The transport with a JGroups stack, by a name that {@link Stacks} knows, or a file. */
    static TransportSpec jgroups(String stack) {
        return new TransportSpec("jgroups", Optional.of(new Stacks().load(stack)), Map.of(), 0);
    }

    /**
     * The options of the JVMs of a program that jgbench is compared with: where it has the stack that leaves its window
     * to the run, it gets the one that jgbench's members get.
     *
     * @param stack the program's stack
     */
    List<String> optionsOfOther(String stack, Hosts hosts) {
        List<String> options = new ArrayList<>(jvmOptions);
        if (Stacks.BUNDLED.contains(stack)) {
            RunWindow.of(new Stacks().named(stack), jvmOptions, new LocalWindow().facts(hosts, hosts.size()))
                    .ifPresent(window -> options.add("-D" + Stack.WINDOW_PROPERTY + "=" + window.bytes()));
        }
        return options;
    }

    /**
     * Runs a workload with a member on each host.
     *
     * @return a completed run, valid or not
     * @throws IOException if it fails, with why
     */
    RunResult run(Hosts hosts, WorkloadSpec workload, TransportSpec transport)
            throws HostsUnavailableException, IOException, InterruptedException {
        RunResult run = result(hosts, spec(hosts.size(), workload, transport, DEADLINE), (_, _, _) -> {});
        if (!run.completed()) {
            throw new IOException("jgbench's run failed: "
                    + run.failure().map(failure -> failure.message()).orElse("no figures"));
        }
        return run;
    }

    /**
     * The run of a workload.
     *
     * @param deadline of the whole run
     */
    RunSpec spec(int members, WorkloadSpec workload, TransportSpec transport, Duration deadline) {
        return RunSpecBuilder.builder()
                .name("compare")
                .members(members)
                .workload(workload)
                .transport(transport)
                .repetitions(1)
                .startTimeout(START_TIMEOUT)
                .maxSkew(MAX_SKEW)
                .jvmOptions(jvmOptions)
                .activeDeadline(deadline)
                .stallTimeout(STALL_TIMEOUT)
                .build();
    }

    /**
     * Does a run once.
     *
     * @return its result, completed or not
     */
    static RunResult result(Hosts hosts, RunSpec spec, RunListener listener)
            throws HostsUnavailableException, InterruptedException {
        var benchmark = new LocalBenchmark(
                hosts,
                MemberJvm.likeThisOne(spec.jvmOptions()),
                EpochClock.system(),
                () -> "compare-" + System.nanoTime());
        return benchmark
                .run(spec, isReliable(spec.transport()), List.of(), listener, new Cancellation())
                .runs()
                .getFirst();
    }

    /** Multicasts of all members, one sender thread each. */
    static TurnComparison.Work multicast(int messageSizeBytes, int members) {
        return (length, warmup) -> new MulticastSpec(
                members,
                length,
                messageSizeBytes,
                warmup,
                SENDER_THREADS,
                Duration.ofSeconds(1),
                Duration.ZERO,
                LATENCY_SAMPLE_INTERVAL);
    }

    /**
     * Requests of all members, to targets and with reads as UPerf has them.
     *
     * @param callers of each member
     */
    static TurnComparison.Work rpc(int messageSizeBytes, int callers) {
        return (length, warmup) -> new RpcSpec(
                length,
                warmup,
                messageSizeBytes,
                TARGETS,
                READ_PERCENT,
                callers,
                Optional.empty(),
                REQUEST_TIMEOUT,
                Duration.ofSeconds(1));
    }

    private static boolean isReliable(TransportSpec transport) {
        return new Transports().find(transport.name()).reliable();
    }
}
