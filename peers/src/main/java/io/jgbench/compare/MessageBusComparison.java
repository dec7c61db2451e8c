package io.jgbench.compare;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures one pair: the message bus of Coherence and what one TCP connection carries, and then the workload MessageBus
 * point to point, streaming; or a ping-pong over TCP and the workload with {@code block}. Each has fresh hosts and
 * processes, and the JVMs have the same options.
 */
public final class MessageBusComparison {
    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Duration time;

    /**
     * Prepares.
     *
     * @param hostsFactory makes two hosts
     * @param jvmOptions for Coherence's JVMs and jgbench's members alike
     * @param time how long each of them measures, jgbench and Coherence when they are warm
     */
    public MessageBusComparison(HostsFactory hostsFactory, List<String> jvmOptions, Duration time) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.time = time;
    }

    /**
     * One after the other, streaming.
     *
     * @param coherence messages per second of Coherence's message bus test
     * @param iperf3 bytes per second of iperf3
     * @param jgbench messages per second that jgbench's receiver got
     * @param valid whether jgbench's run was
     * @param coherenceSteady whether Coherence was steady when it was measured
     * @param jgbenchSteady whether jgbench was
     */
    public record Streaming(
            double coherence,
            double iperf3,
            double jgbench,
            boolean valid,
            boolean coherenceSteady,
            boolean jgbenchSteady) {

        /** Whether the figures of each may be compared. */
        public boolean usable() {
            return valid && coherence > 0 && iperf3 > 0 && jgbench > 0;
        }

        /** What is to be known of either beside its figures, empty if nothing. */
        public String note() {
            return new Remarks()
                    .unless(coherence > 0, "Coherence sent nothing")
                    .unless(iperf3 > 0, "iperf3 sent nothing")
                    .unless(coherenceSteady, "Coherence not steady")
                    .unless(jgbenchSteady, "jgbench not steady")
                    .unless(valid, "not valid")
                    .onOneLine();
        }
    }

    /**
     * One after the other, request and response.
     *
     * @param sockperfNanos the median of sockperf's ping-pong, there and back
     * @param jgbenchNanos the median of jgbench's
     * @param jgbench requests per second of jgbench
     * @param valid whether jgbench's run was
     * @param jgbenchSteady whether jgbench was steady when it was measured
     */
    public record Blocking(
            double sockperfNanos, double jgbenchNanos, double jgbench, boolean valid, boolean jgbenchSteady) {

        /** Whether the figures of each may be compared. */
        public boolean usable() {
            return valid && sockperfNanos > 0 && jgbenchNanos > 0;
        }

        /** What is to be known of either beside its figures, empty if nothing. */
        public String note() {
            return new Remarks()
                    .unless(jgbenchSteady, "jgbench not steady")
                    .unless(valid, "not valid")
                    .onOneLine();
        }
    }

    /**
     * Streams with each.
     *
     * @param coherenceJar Coherence's classes
     * @param jgbenchFirst who is measured first
     * @throws IOException if one gives no result, with why
     */
    public Streaming stream(Path coherenceJar, int messageSizeBytes, boolean jgbenchFirst)
            throws HostsUnavailableException, IOException, InterruptedException {
        Optional<RunResult> before = jgbenchFirst ? Optional.of(jgbench(messageSizeBytes, false)) : Optional.empty();
        SteadyReports.Rate coherence;
        try (Hosts hosts = hostsFactory.open()) {
            coherence = new CoherenceBus(MemberJvm.likeThisOne(jvmOptions).javaWithOptions(), coherenceJar)
                    .messagesPerSecond(hosts.host(1), hosts.host(0), messageSizeBytes, time, JgbenchRun.UNTIL_STEADY);
        }
        double iperf3;
        try (Hosts hosts = hostsFactory.open()) {
            iperf3 = Iperf3.bytesPerSecond(hosts.host(1), hosts.host(0), messageSizeBytes, time);
        }
        RunResult run = before.isPresent() ? before.get() : jgbench(messageSizeBytes, false);
        var figures = Workloads.MESSAGE_BUS.of(run).figures().orElseThrow();
        return new Streaming(
                coherence.unitsPerSecond(),
                iperf3,
                figures.messagesPerSecond(),
                run.valid(),
                coherence.steady(),
                JgbenchRun.isSteady(run));
    }

    /**
     * Plays ping-pong with each.
     *
     * @param jgbenchFirst who is measured first
     * @throws IOException if one gives no result, with why
     */
    public Blocking block(int messageSizeBytes, boolean jgbenchFirst)
            throws HostsUnavailableException, IOException, InterruptedException {
        Optional<RunResult> before = jgbenchFirst ? Optional.of(jgbench(messageSizeBytes, true)) : Optional.empty();
        double sockperf;
        try (Hosts hosts = hostsFactory.open()) {
            sockperf = SockPerf.medianRoundTripNanos(hosts.host(1), hosts.host(0), messageSizeBytes, time);
        }
        RunResult run = before.isPresent() ? before.get() : jgbench(messageSizeBytes, true);
        var bus = Workloads.MESSAGE_BUS.of(run);
        var figures = bus.figures().orElseThrow();
        double median = HistogramText.decode(bus.members().getFirst().report().responseHistogram())
                .getValueAtPercentile(50);
        return new Blocking(sockperf, median, figures.messagesPerSecond(), run.valid(), JgbenchRun.isSteady(run));
    }

    private RunResult jgbench(int messageSizeBytes, boolean block)
            throws HostsUnavailableException, IOException, InterruptedException {
        var tcp = new TransportSpec("tcp", Optional.empty(), Map.of(), 0);
        try (Hosts hosts = hostsFactory.open()) {
            return new JgbenchRun(jvmOptions).run(hosts, workload(messageSizeBytes, block), tcp);
        }
    }

    private MessageBusSpec workload(int messageSizeBytes, boolean block) {
        return new MessageBusSpec(
                MessageBusSpecSendingBuilder.builder()
                        .senders(Optional.of(1))
                        .receivers(Optional.of(1))
                        .threads(1)
                        .smallestBytes(messageSizeBytes)
                        .largestBytes(messageSizeBytes)
                        .cached( // sockperf sends the same bytes again and again
                                block)
                        .flushFrequency(0)
                        .latencyFrequency(block ? 1 : 100)
                        .receipts(true)
                        .polite(false)
                        .block(block)
                        .blockSpin(Duration.ZERO)
                        .build(),
                new Processing(0, 0, Optional.empty(), false),
                time,
                JgbenchRun.UNTIL_STEADY,
                Duration.ofSeconds(1),
                false);
    }
}
