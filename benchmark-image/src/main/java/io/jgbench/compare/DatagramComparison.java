package io.jgbench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.DatagramAccounts;
import io.jgbench.coordination.result.DatagramFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.DatagramSpec;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures one publisher and one listener on fresh hosts, with the workload Datagram, with Coherence's DatagramTest and with
 * {@code iperf3 -u}: packets of the same size, as fast as each can or at the same rate.
 */
public final class DatagramComparison {
    private static final String COHERENCE_MAIN = "com.tangosol.net.DatagramTest";
    private static final int COHERENCE_PORT = 9999;
    private static final int RX_BUFFER_PACKETS = 1428;
    private static final int TX_BUFFER_PACKETS = 16;
    private static final Duration STARTED = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final TransportSpec RAW_UDP = new TransportSpec("udp", Optional.empty(), Map.of(), 0);
    private static final long MEGABYTE = 1L << 20;
    private static final Pattern RATE = Pattern.compile("(?:.*\\s)?(\\d+) packets/sec.*");

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Path coherence;
    private final int packetBytes;
    private final Duration time;
    private final Optional<Long> bytesPerSecond;

    /**
     * Prepares.
     *
     * @param hostsFactory makes two hosts
     * @param jvmOptions for all JVMs alike
     * @param coherence the jar of Coherence
     * @param packetBytes size of a packet
     * @param time how long each publishes
     * @param bytesPerSecond what each publishes a second; empty for as much as it can
     */
    public DatagramComparison(
            HostsFactory hostsFactory,
            List<String> jvmOptions,
            Path coherence,
            int packetBytes,
            Duration time,
            Optional<Long> bytesPerSecond) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.coherence = coherence;
        this.packetBytes = packetBytes;
        this.time = time;
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * What one of the programs measured.
     *
     * @param packetsPerSecond packets that the listener received a second
     * @param sent packets sent, as the program says; empty for Coherence, whose listener (25.03.2) takes numbers of packets
     *     for what they are not: it reported 100,000 of 433,263,415,918,593 where all arrived
     * @param missing packets missing, as the program says; empty likewise
     * @param switchPortDrops frames that the switch dropped meanwhile
     * @param socketDrops datagrams that the kernel dropped at the listener's socket meanwhile; 0 where it is not known
     */
    public record Measured(
            double packetsPerSecond,
            Optional<Long> sent,
            Optional<Long> missing,
            long switchPortDrops,
            long socketDrops) {}

    /** The workload Datagram. */
    public Measured jgbench() throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            RunResult run = new ComparedRun(jvmOptions).run(hosts, workload(), RAW_UDP);
            var accounts = (DatagramAccounts) run.accounts();
            return new Measured(
                    ((DatagramFigures) run.figures().orElseThrow()).packetsPerSecond(),
                    Optional.of(accounts.sent()),
                    Optional.of(accounts.missing()),
                    run.members().stream()
                            .mapToLong(member -> member.counter(Counters.SWITCH_PORT_DROPS))
                            .sum(),
                    run.members().stream()
                            .mapToLong(member -> member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS))
                            .sum());
        }
    }

    private DatagramSpec workload() {
        return new DatagramSpec(
                1,
                1,
                packetBytes,
                4,
                RX_BUFFER_PACKETS,
                TX_BUFFER_PACKETS,
                Duration.ofSeconds(1),
                bytesPerSecond,
                Optional.empty(),
                time,
                100_000,
                0,
                false,
                DatagramSpec.Provider.AUTO,
                Optional.empty(),
                Duration.ofSeconds(1),
                Optional.empty());
    }

    /** Coherence's DatagramTest: what its listener last printed of the whole time. */
    public Measured coherence() throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var listener = ConsoleProcess.start("DatagramTest listener", coherence(hosts.host(0), List.of()))) {
            if (listener.awaitLine(line -> line.contains("log on:"), STARTED).isEmpty()) {
                throw new IOException("Coherence's listener did not start: " + listener.lastLine());
            }
            long before = drops(hosts);
            List<String> publish = new ArrayList<>(List.of("-txDurationMs", String.valueOf(time.toMillis())));
            bytesPerSecond.ifPresent(rate ->
                    publish.addAll(List.of("-txRate", String.valueOf(Math.max(1, rate / MEGABYTE)))));
            publish.add(hosts.host(0).address() + ":" + COHERENCE_PORT);
            try (var publisher = ConsoleProcess.start("DatagramTest publisher", coherence(hosts.host(1), publish))) {
                publisher.awaitLine(line -> line.contains("starting publisher"), STARTED);
                return reported(listener, hosts, before);
            }
        }
    }

    private Measured reported(ConsoleProcess listener, Hosts hosts, long dropsBefore)
            throws IOException, InterruptedException {
        boolean life = false;
        double rate = 0;
        Duration patience = time.plus(STARTED);
        for (Optional<String> line = listener.awaitLine(_ -> true, patience);
                line.isPresent();
                line = listener.awaitLine(_ -> true, time.plus(SILENCE))) {
            life = line.get().startsWith("Lifetime") || (life && !line.get().startsWith("Now"));
            Matcher perSecond = RATE.matcher(line.get());
            if (life && perSecond.matches()) {
                rate = Double.parseDouble(perSecond.group(1));
            }
        }
        if (rate == 0) {
            throw new IOException("Coherence's listener reported no rate: " + listener.lastLine());
        }
        return new Measured(rate, Optional.empty(), Optional.empty(), drops(hosts) - dropsBefore, 0);
    }

    private List<String> coherence(Host host, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", coherence.toString(), COHERENCE_MAIN));
        command.addAll(List.of("-local", host.address() + ":" + COHERENCE_PORT));
        command.addAll(List.of("-packetSize", String.valueOf(packetBytes)));
        command.addAll(List.of("-rxBufferSize", String.valueOf(RX_BUFFER_PACKETS)));
        command.addAll(List.of("-txBufferSize", String.valueOf(TX_BUFFER_PACKETS)));
        command.addAll(arguments);
        return host.command(command);
    }

    /** {@code iperf3 -u}: what its server counted. */
    public Measured iperf() throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open();
                var server = ConsoleProcess.start(
                        "iperf3 server", hosts.host(0).command(List.of("iperf3", "-s", "-1", "--forceflush")))) {
            if (server.awaitLine(line -> line.contains("Server listening"), STARTED)
                    .isEmpty()) {
                throw new IOException("iperf3's server did not start: " + server.lastLine());
            }
            long before = drops(hosts);
            List<String> client = hosts.host(1)
                    .command(List.of(
                            "iperf3",
                            "-c",
                            hosts.host(0).address(),
                            "-u",
                            "-b",
                            String.valueOf(
                                    bytesPerSecond.map(rate -> rate * Byte.SIZE).orElse(0L)),
                            "-l",
                            String.valueOf(packetBytes),
                            "-w",
                            String.valueOf((long) packetBytes * RX_BUFFER_PACKETS),
                            "-t",
                            String.valueOf(Math.max(1, time.toSeconds())),
                            "--json"));
            // its errors stand in the document, its warnings beside it
            Process process =
                    new ProcessBuilder(client).redirectError(Redirect.DISCARD).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("iperf3 failed: " + printed.strip());
            }
            JsonNode end = new JsonMapper().readTree(printed).path("end");
            JsonNode sum = end.has("sum_received") ? end.path("sum_received") : end.path("sum");
            long packets = sum.path("packets").asLong();
            long lost = sum.path("lost_packets").asLong();
            return new Measured(
                    (packets - lost) / sum.path("seconds").asDouble(),
                    Optional.of(packets),
                    Optional.of(lost),
                    drops(hosts) - before,
                    0);
        }
    }

    private static long drops(Hosts hosts) throws IOException {
        long drops = 0;
        for (int i = 0; i < hosts.size(); i++) {
            drops += hosts.host(i).counters().getOrDefault(Counters.SWITCH_PORT_DROPS, 0L);
        }
        return drops;
    }
}
