package io.jgbench.compare;

import io.jgbench.coordination.result.RpcFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RpcSpec;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures one pair: UPerf, and then the workload Rpc with as many requests as UPerf got through in its time, warm-up and
 * measured part each, so that both run about as long and are as warm, with as many callers. Each has fresh hosts and JVMs
 * with the same options.
 *
 * <p>A request is less work for UPerf: it may read from the calling member itself, which is no call over the network. So
 * both rates are told, that of requests and that of the calls that crossed the network.
 */
public final class UPerfComparison {
    /** UPerf's own, which its command line does not let change; jgbench is given the same. */
    private static final int TARGETS = 2;

    private static final int READ_PERCENT = 80;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What each member requests at the least, also where UPerf got through next to none. */
    private static final long LEAST_REQUESTS = 1000;

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Duration time;
    private final int callers;

    /**
     * Prepares.
     *
     * @param jvmOptions for UPerf's JVMs and jgbench's members alike
     * @param time how long each of them measures
     * @param callers of each member of each of them
     */
    public UPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time, int callers) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.time = time;
        this.callers = callers;
    }

    /**
     * One after the other.
     *
     * @param members how many members each had
     * @param uperf requests per second, the mean over the members; 0 where UPerf printed no result
     * @param jgbench requests per second, the mean over the members
     * @param valid whether jgbench's run was
     */
    public record Pair(int members, double uperf, double jgbench, boolean valid) {

        /** jgbench's request rate over UPerf's, empty where UPerf gave no result. */
        public OptionalDouble ratio() {
            return uperf == 0 ? OptionalDouble.empty() : OptionalDouble.of(jgbench / uperf);
        }

        /** What is to be known of either beside its figures, empty if nothing. */
        public String note() {
            return Stream.of(uperf == 0 ? "UPerf printed no result" : "", valid ? "" : "not valid")
                    .filter(note -> !note.isEmpty())
                    .collect(Collectors.joining(", "));
        }

        /** The same of calls that crossed the network. */
        public OptionalDouble callRatio() {
            double writes = (100 - READ_PERCENT) / 100.0 * Math.min(TARGETS, Math.max(1, members - 1));
            double reads = READ_PERCENT / 100.0;
            double uperfReads = reads * (members - 1) / members;
            return ratio().isEmpty() || members == 1
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(ratio().getAsDouble() * (reads + writes) / (uperfReads + writes));
        }
    }

    /**
     * Measures both, UPerf first.
     *
     * @param uperfStack UPerf's stack, by a name that {@link Stacks} knows, or a file
     * @param stack jgbench's stack
     * @throws IOException if jgbench gives no result, with why
     */
    public Pair measure(String uperfStack, String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        Rates uperf = uperf(uperfStack, messageSizeBytes);
        try (Hosts hosts = hostsFactory.open()) {
            RunResult run = new ComparedRun(jvmOptions)
                    .run(hosts, workload(messageSizeBytes, uperf), ComparedRun.jgroups(stack));
            var figures = (RpcFigures) run.figures().orElseThrow();
            return new Pair(hosts.size(), uperf.measured(), figures.requestsPerSecond(), run.valid());
        }
    }

    /** Requests per second and member; 0 where none was printed. */
    private record Rates(double warmup, double measured) {}

    private Rates uperf(String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var cluster = PerfCluster.start(
                        new UPerf(),
                        hosts,
                        new ComparedRun(jvmOptions).optionsOfOther(stack, hosts),
                        callers,
                        Stacks.resource(stack),
                        messageSizeBytes,
                        time)) {
            Duration patience = time.multipliedBy(2).plus(PATIENCE);
            return new Rates(
                    cluster.ratePerSecond(patience).orElse(0),
                    cluster.ratePerSecond(patience).orElse(0));
        }
    }

    private RpcSpec workload(int messageSizeBytes, Rates expected) {
        return new RpcSpec(
                requests(expected.measured()),
                requests(expected.warmup()),
                messageSizeBytes,
                TARGETS,
                READ_PERCENT,
                callers,
                Optional.empty(),
                REQUEST_TIMEOUT,
                Duration.ofSeconds(1));
    }

    private long requests(double expectedRate) {
        return Math.max(LEAST_REQUESTS, Math.round(expectedRate * time.toSeconds()));
    }
}
