package io.jgbench.compare;

import io.jgbench.coordination.result.MulticastFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.MulticastSpec;
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
 * Measures one pair: MPerf, and then jgbench with as many messages as MPerf got through in its time, so that both run
 * about as long. Each has fresh hosts and JVMs with the same options, and warms up for as long as it measures.
 */
public final class MPerfComparison {
    /** MPerf's own default. */
    private static final int MPERF_SENDER_THREADS = 100;

    private static final int JGBENCH_SENDER_THREADS = 1;
    private static final int LATENCY_SAMPLE_INTERVAL = 128;
    private static final int MPERF_PATIENCE = 10;

    /** What each sender sends at the least, also where MPerf got through next to none. */
    private static final long LEAST_MESSAGES = 1000;

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Duration time;

    /**
     * Prepares.
     *
     * @param jvmOptions for MPerf's JVMs and jgbench's members alike
     * @param time how long each of them measures
     */
    public MPerfComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.time = time;
    }

    /**
     * What one of the two measured.
     *
     * @param messagesPerSecond the mean over the members, 0 where there is no result
     * @param limitMessagesPerSecond the most that the links allow, where they are shaped
     * @param switchPortDrops frames that the switch dropped, warm-up included for MPerf
     */
    public record Measured(double messagesPerSecond, Optional<Double> limitMessagesPerSecond, long switchPortDrops) {}

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
            return Stream.of(mperf.messagesPerSecond() == 0 ? "MPerf printed no result" : "", valid ? "" : "not valid")
                    .filter(note -> !note.isEmpty())
                    .collect(Collectors.joining(", "));
        }

        /** How much of the limit MPerf reached, where the links are shaped. */
        public Optional<Double> mperfShare() {
            return jgbench.limitMessagesPerSecond().map(limit -> mperf.messagesPerSecond() / limit);
        }

        /** How much of the limit jgbench reached, where the links are shaped. */
        public Optional<Double> jgbenchShare() {
            return jgbench.limitMessagesPerSecond().map(limit -> jgbench.messagesPerSecond() / limit);
        }
    }

    /**
     * Measures both, MPerf first.
     *
     * @param mperfStack MPerf's stack, by a name that {@link Stacks} knows, or a file
     * @param stack jgbench's stack
     * @throws IOException if one of them gives no result, with why
     */
    public Pair measure(String mperfStack, String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        Measured mperf = mperf(mperfStack, messageSizeBytes);
        RunResult run = jgbench(stack, messageSizeBytes, mperf.messagesPerSecond());
        var figures = (MulticastFigures) run.figures().orElseThrow();
        return new Pair(
                mperf,
                new Measured(
                        figures.messagesPerSecond(),
                        figures.wireLimit().map(limit -> limit.messagesPerSecond()),
                        SwitchDrops.during(run)),
                run.valid());
    }

    private Measured mperf(String stack, int messageSizeBytes)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var cluster = PerfCluster.start(
                        new MPerf(),
                        hosts,
                        new ComparedRun(jvmOptions).optionsOfOther(stack, hosts),
                        MPERF_SENDER_THREADS,
                        Stacks.resource(stack),
                        messageSizeBytes,
                        time)) {
            Duration patience = time.multipliedBy(MPERF_PATIENCE).plusMinutes(1);
            cluster.ratePerSecond(patience);
            long dropsBefore = SwitchDrops.at(hosts);
            OptionalDouble rate = cluster.ratePerSecond(patience);
            return new Measured(rate.orElse(0), Optional.empty(), SwitchDrops.at(hosts) - dropsBefore);
        }
    }

    private RunResult jgbench(String stack, int messageSizeBytes, double expectedRate)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            return new ComparedRun(jvmOptions)
                    .run(hosts, workload(messageSizeBytes, hosts.size(), expectedRate), ComparedRun.jgroups(stack));
        }
    }

    private MulticastSpec workload(int messageSizeBytes, int members, double expectedRate) {
        long messages = Math.max(LEAST_MESSAGES, Math.round(expectedRate * time.toSeconds() / members));
        return new MulticastSpec(
                members,
                messages,
                messageSizeBytes,
                messages,
                JGBENCH_SENDER_THREADS,
                Duration.ofSeconds(1),
                Duration.ZERO,
                LATENCY_SAMPLE_INTERVAL);
    }
}
