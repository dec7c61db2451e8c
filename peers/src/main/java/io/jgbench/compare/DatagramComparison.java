package io.jgbench.compare;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures one publisher and one listener on fresh hosts, with the workload Datagram, with Coherence's DatagramTest and
 * with {@code iperf3 -u}: packets of the same size, as fast as each can or at the same rate.
 */
public final class DatagramComparison {
    private static final TransportSpec RAW_UDP = new TransportSpec("udp", Optional.empty(), Map.of(), 0);

    private final HostsFactory hostsFactory;
    private final List<String> jvmOptions;
    private final Path coherence;
    private final DatagramLoad load;

    /**
     * Prepares.
     *
     * @param hostsFactory makes two hosts
     * @param jvmOptions for all JVMs alike
     * @param coherence the jar of Coherence
     * @param load what each publishes
     */
    public DatagramComparison(HostsFactory hostsFactory, List<String> jvmOptions, Path coherence, DatagramLoad load) {
        this.hostsFactory = hostsFactory;
        this.jvmOptions = jvmOptions;
        this.coherence = coherence;
        this.load = load;
    }

    /** The programs that are compared. */
    public enum Program {
        /** Coherence's. */
        DATAGRAM_TEST("DatagramTest"),
        /** With {@code -u}. */
        IPERF3("iperf3"),
        /** The workload Datagram. */
        JGBENCH("jgbench");

        private final String label;

        Program(String label) {
            this.label = label;
        }

        /** Its name for people. */
        public String label() {
            return label;
        }

        /**
         * All, in the order of a round: who is first goes round, so that none of them always has the machine as another
         * left it.
         *
         * @param round from 1
         */
        public static List<Program> inTurn(int round) {
            List<Program> order = new ArrayList<>(List.of(values()));
            Collections.rotate(order, 1 - round);
            return order;
        }
    }

    /**
     * What one of the programs measured.
     *
     * @param packetsPerSecond packets that the listener received a second
     * @param sent packets sent, as the program says; empty for Coherence, whose listener (25.03.2) takes numbers of
     *     packets for what they are not: it reported 100,000 of 433,263,415,918,593 where all arrived
     * @param missing packets missing, as the program says; empty likewise
     * @param switchPortDrops frames that the switch dropped meanwhile
     * @param socketDrops datagrams that the kernel dropped at the listener's socket meanwhile; empty for programs that
     *     do not read it
     * @param valid whether jgbench's run was; true for the others, which do not judge what they measured
     * @param steady whether it was steady when it was measured; true for iperf3, which no JVM compiles
     */
    public record Measured(
            double packetsPerSecond,
            Optional<Long> sent,
            Optional<Long> missing,
            long switchPortDrops,
            Optional<Long> socketDrops,
            boolean valid,
            boolean steady) {

        boolean usable() {
            return valid && packetsPerSecond > 0;
        }

        /** What is to be known of it beside its figures, empty if nothing. */
        public String note() {
            return new Remarks()
                    .unless(packetsPerSecond > 0, "nothing arrived")
                    .unless(steady, "not steady")
                    .unless(valid, "not valid")
                    .onOneLine();
        }
    }

    /** All programs once, one after the other. */
    public record Round(Measured coherence, Measured iperf, Measured jgbench) {

        /** Whether the figures of each may be compared. */
        public boolean usable() {
            return coherence.usable() && iperf.usable() && jgbench.usable();
        }
    }

    /** Measures one of them, on fresh hosts. */
    public Measured measure(Program program) throws HostsUnavailableException, IOException, InterruptedException {
        return switch (program) {
            case DATAGRAM_TEST -> coherence();
            case IPERF3 -> iperf();
            case JGBENCH -> jgbench();
        };
    }

    private Measured jgbench() throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            RunResult run = new JgbenchRun(jvmOptions).run(hosts, workload(), RAW_UDP);
            var accounts = Workloads.DATAGRAM.of(run).accounts();
            return new Measured(
                    Workloads.DATAGRAM.of(run).figures().orElseThrow().packetsPerSecond(),
                    Optional.of(accounts.sent()),
                    Optional.of(accounts.missing()),
                    SwitchDrops.during(run),
                    Optional.of(run.members().stream()
                            .mapToLong(member -> member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS))
                            .sum()),
                    run.valid(),
                    JgbenchRun.isSteady(run));
        }
    }

    private DatagramSpec workload() {
        return DatagramSpecBuilder.builder()
                .publishers(1)
                .listeners(1)
                .packetBytes(load.packetBytes())
                .processBytes(4)
                .rxBufferPackets(load.receiveBufferPackets())
                .txBufferPackets(load.sendBufferPackets())
                .rxTimeout(Duration.ofSeconds(1))
                .bytesPerSecond(load.bytesPerSecond())
                .duration(load.time())
                .warmup(JgbenchRun.UNTIL_STEADY)
                .port(0)
                .dontFragment(false)
                .provider(DatagramSpec.Provider.AUTO)
                .logInterval(Duration.ofSeconds(1))
                .build();
    }

    /** What Coherence's listener printed of the measured time. */
    private Measured coherence() throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            var before = new AtomicLong();
            var rate = new CoherenceDatagram(MemberJvm.likeThisOne(jvmOptions).javaWithOptions(), coherence)
                    .packetsPerSecond(
                            hosts.host(0),
                            hosts.host(1),
                            load,
                            JgbenchRun.UNTIL_STEADY,
                            () -> before.set(SwitchDrops.at(hosts)));
            return new Measured(
                    rate.unitsPerSecond(),
                    Optional.empty(),
                    Optional.empty(),
                    SwitchDrops.at(hosts) - before.get(),
                    Optional.empty(),
                    true,
                    rate.steady());
        }
    }

    /** What the server of {@code iperf3} counted. */
    private Measured iperf() throws HostsUnavailableException, IOException, InterruptedException {
        try (Hosts hosts = hostsFactory.open()) {
            long before = SwitchDrops.at(hosts);
            var counted = Iperf3.datagrams(hosts.host(0), hosts.host(1), load);
            return new Measured(
                    counted.receivedPerSecond(),
                    Optional.of(counted.sent()),
                    Optional.of(counted.lost()),
                    SwitchDrops.at(hosts) - before,
                    Optional.empty(),
                    true,
                    true);
        }
    }
}
