package io.jgbench.perftest;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.workload.multicast.MulticastHeader;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a config.txt asks for; the same on all hosts, but for what is a host's own.
 *
 * @param transport what carries the messages, by our names
 * @param messages messages that each sender sends
 * @param messageSizeBytes size of one message
 * @param members how many members form the group
 * @param senders how many of them send
 * @param logInterval messages between two lines on standard output, milliseconds between two lines of the file
 * @param processingDelay time that a receiver spends with each message
 * @param warmupMessages messages that each sender sends before, drained and not measured
 * @param props the protocol stack's name, file or address
 * @param sender whether the file makes its member a sender
 * @param jmx whether the JVM stays up when all is done
 * @param dumpStats whether the transport's counters are printed
 * @param bindAddress the address that the transport binds to
 * @param multicastAddress the multicast group of transport udp
 * @param multicastPort its port
 * @param initialHosts where the others are, as {@code host[port],host[port]}
 * @param ignored keys of old files that have no meaning any more
 * @param notUsed keys that this transport has no use for
 */
@RecordBuilder
public record PerfTestConfig(
        String transport,
        long messages,
        int messageSizeBytes,
        int members,
        int senders,
        long logInterval,
        Duration processingDelay,
        long warmupMessages,
        Optional<String> props,
        boolean sender,
        boolean jmx,
        boolean dumpStats,
        Optional<String> bindAddress,
        Optional<String> multicastAddress,
        Optional<String> multicastPort,
        Optional<String> initialHosts,
        List<String> ignored,
        List<String> notUsed) {
    private static final Pattern HOST_AND_PORT = Pattern.compile("([^,:\\[\\]\\s]+):(\\d+)");
    private static final long DEFAULT_LOG_INTERVAL = 1000;

    /** Copies the lists. */
    public PerfTestConfig {
        ignored = List.copyOf(ignored);
        notUsed = List.copyOf(notUsed);
    }

    /**
     * Reads a config.txt.
     *
     * @throws IllegalArgumentException if it cannot be read or breaks a rule, with one sentence
     */
    public static PerfTestConfig read(Path path) {
        var file = ConfigFile.read(path);
        String transport = TransportNames.of(file.required(ConfigKey.TRANSPORT));
        int members = (int) file.number(ConfigKey.NUM_MEMBERS, 1, MulticastHeader.MAX_MEMBERS);
        List<String> ignored = new ArrayList<>();
        for (var key : file.keys()) {
            if (key.ignored()) {
                ignored.add(key.text());
            }
        }
        return PerfTestConfigBuilder.builder()
                .transport(transport)
                .messages(file.number(ConfigKey.NUM_MSGS, 1, BenchmarkRunSpec.MAX_MESSAGES))
                .messageSizeBytes((int) file.number(
                        ConfigKey.MSG_SIZE, MulticastSpec.MIN_MESSAGE_SIZE_BYTES, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES))
                .members(members)
                .senders(senders(file, members))
                .logInterval(file.number(ConfigKey.LOG_INTERVAL, 1, Integer.MAX_VALUE, DEFAULT_LOG_INTERVAL))
                .processingDelay(Duration.ofMillis(file.number(ConfigKey.PROCESSING_DELAY, 0, Integer.MAX_VALUE, 0)))
                .warmupMessages(file.number(ConfigKey.WARMUP_MSGS, 0, BenchmarkRunSpec.MAX_MESSAGES, 0))
                .props(file.text(ConfigKey.PROPS))
                .sender(file.flag(ConfigKey.SENDER))
                .jmx(file.flag(ConfigKey.JMX))
                .dumpStats(file.flag(ConfigKey.DUMP_TRANSPORT_STATS))
                .bindAddress(file.text(ConfigKey.BIND_ADDR))
                .multicastAddress(file.text(ConfigKey.MCAST_ADDR))
                .multicastPort(file.text(ConfigKey.MCAST_PORT))
                .initialHosts(initialHosts(file))
                .ignored(ignored)
                .notUsed(notUsed(file, transport))
                .build();
    }

    private static List<String> notUsed(ConfigFile file, String transport) {
        List<String> notUsed = new ArrayList<>();
        for (var key : file.keys()) {
            boolean hidden = key == ConfigKey.CLUSTER
                    && file.text(ConfigKey.INITIAL_HOSTS).isPresent();
            if (file.text(key).isPresent() && (hidden || !TransportNames.uses(transport, key))) {
                notUsed.add(key.text());
            }
        }
        return notUsed;
    }

    private static int senders(ConfigFile file, int members) {
        long senders = file.number(ConfigKey.NUM_SENDERS, 1, Integer.MAX_VALUE);
        if (senders > members) {
            throw file.bad(ConfigKey.NUM_SENDERS, "at most num_members (" + members + ")", String.valueOf(senders));
        }
        return (int) senders;
    }

    private static Optional<String> initialHosts(ConfigFile file) {
        return file.text(ConfigKey.INITIAL_HOSTS)
                .or(() -> file.text(ConfigKey.CLUSTER)
                        .map(hosts -> HOST_AND_PORT.matcher(hosts).replaceAll("$1[$2]")));
    }

    /** The workload. Its own time series is of no use here; a file of samples has one of its own. */
    MulticastSpec workload() {
        return new MulticastSpec(
                senders,
                RunLength.of(messages),
                messageSizeBytes,
                Warmup.of(warmupMessages),
                1,
                SAMPLE_INTERVAL,
                processingDelay,
                LATENCY_SAMPLE_INTERVAL);
    }

    /** The default of a BenchmarkRun. */
    private static final int LATENCY_SAMPLE_INTERVAL = 128;

    private static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(1);

    /** Whether its transport binds to the address that it is told. */
    public boolean usesBindAddress() {
        return TransportNames.uses(transport, ConfigKey.BIND_ADDR);
    }

    /** The same with another address to bind to. */
    public PerfTestConfig boundTo(String address) {
        return PerfTestConfigBuilder.builder(this)
                .bindAddress(Optional.of(address))
                .build();
    }

    /** What must be the same at all members, by key. */
    Map<String, String> common() {
        Map<String, String> common = new LinkedHashMap<>();
        common.put(ConfigKey.TRANSPORT.text(), transport);
        common.put(ConfigKey.NUM_MSGS.text(), String.valueOf(messages));
        common.put(ConfigKey.MSG_SIZE.text(), String.valueOf(messageSizeBytes));
        common.put(ConfigKey.NUM_MEMBERS.text(), String.valueOf(members));
        common.put(ConfigKey.NUM_SENDERS.text(), String.valueOf(senders));
        common.put(ConfigKey.PROCESSING_DELAY.text(), String.valueOf(processingDelay.toMillis()));
        common.put(ConfigKey.WARMUP_MSGS.text(), String.valueOf(warmupMessages));
        return common;
    }
}
