package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.preflight.PreflightJudge;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Scope;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.WorkloadSocket;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.NetworkUse;
import io.jgbench.transport.ProtocolPortPlan;
import io.jgbench.transport.ProtocolPortPlan.Place;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members of one JVM, over its loopback interface. */
@Timeout(60)
class MemberPreflightTest {
    private static final NetworkUse UDP = new NetworkUse(true, false, OptionalInt.of(64_000), OptionalInt.of(1));
    private static final NetworkUse TCP = new NetworkUse(false, true, OptionalInt.empty(), OptionalInt.empty());

    /** As if its failure detector listened at the number of the port that the transport has for datagrams. */
    private static final NetworkUse DETECTING = new NetworkUse(
            false,
            false,
            OptionalInt.empty(),
            OptionalInt.empty(),
            List.of(new ProtocolPortPlan("FD_SOCK2", new Place.Above(0, 1024, 65_536), false)));

    @Test
    void membersThatReachEachOtherFindNothing() throws Exception {
        for (var use : List.of(UDP, TCP)) {
            var judged = probe(peers("127.0.0.1", 4), use, 4);

            assertThat(judged.faults()).isEmpty();
            assertThat(judged.matrix().orElseThrow().pairs()).hasSize(12).allSatisfy(pair -> {
                assertThat(pair.lostPackets()).isZero();
                assertThat(pair.duplicates()).isZero();
                assertThat(pair.roundTripMicros()).isPresent();
                assertThat(pair.connectMicros().isPresent()).isEqualTo(use.connections());
            });
        }
    }

    @Test
    void ipv6AddressesAreProbedAsWell() throws Exception {
        var peers = peers("::1", 2);
        assertThat(probe(peers, new NetworkUse(true, true, OptionalInt.of(64_000), OptionalInt.of(1)), 2)
                        .faults())
                .isEmpty();
    }

    @Test
    void memberThatIsNotThereIsUnreachableForAllOthers() throws Exception {
        var peers = peers("127.0.0.1", 3);
        List<PreflightReport> reports = new ArrayList<>(reports(peers, UDP, 2));
        reports.add(new PreflightReport(
                2,
                reports.getFirst().scope(),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                0,
                0,
                0,
                List.of(),
                List.of()));

        var judged = PreflightJudge.judge(List.of("m0", "m1", "m2"), reports);

        assertThat(judged.faults()).extracting(PreflightFault::kind).containsExactly(Kind.UNREACHABLE);
        assertThat(judged.faults().getFirst().evidence()).startsWith("m0 to m2, m1 to m2: ");
    }

    @Test
    void portsAreFreeAndTheReportStaysWhenItIsClosed() throws Exception {
        var peers = peers("127.0.0.1", 1);
        var preflight = MemberPreflight.open(
                request(peers, 0),
                new NetworkUse(true, true, OptionalInt.of(64_000), OptionalInt.of(1)),
                () -> ReceiveLosses.UNKNOWN);
        preflight.probe();
        preflight.close();

        assertThat(preflight.report().sent()).isEmpty();
        var address = InetAddress.getLoopbackAddress();
        try (var udp = new DatagramSocket(peers.getFirst().port(), address);
                var tcp = new ServerSocket()) {
            tcp.bind(new InetSocketAddress(address, peers.getFirst().port()));
            assertThat(udp.isBound() && tcp.isBound()).isTrue();
        }
    }

    @Test
    void memberWithoutMemorySaysSoAndItsPortsAreFree() throws Exception {
        var peers = peers("127.0.0.1", 1);
        var port = peers.getFirst().port();
        var preflight = MemberPreflight.open(request(peers, 0), UDP, () -> {
            throw new OutOfMemoryError("heap is full");
        });

        assertThatThrownBy(preflight::report)
                .isInstanceOf(IOException.class)
                .hasMessage("the sockets of the pre-flight failed: heap is full");
        assertThatThrownBy(preflight::probe).hasMessage("the sockets of the pre-flight failed: heap is full");
        try (var udp = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            assertThat(udp.isBound()).isTrue();
        }
    }

    @Test
    void portThatIsTakenIsNamed() throws Exception {
        var peers = peers("127.0.0.1", 1);
        try (var _ = new DatagramSocket(peers.getFirst().port(), InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> MemberPreflight.open(request(peers, 0), UDP, () -> ReceiveLosses.UNKNOWN))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + peers.getFirst().port());
        }
    }

    @Test
    void portsBesideTheTransportsAreProbedOnThePathsThatAreUsed() throws Exception {
        var peers = peers("127.0.0.1", 3);
        int first = firstOfARow(3);
        var sockets = List.of(new WorkloadSocket(first, 1000, false, 1, 2));

        var reports = reports(peers, DETECTING, 3, sockets);

        assertThat(PreflightJudge.judge(List.of("m0", "m1", "m2"), reports).faults())
                .isEmpty();
        assertThat(reports)
                .allSatisfy(report -> assertThat(report.ports()).hasSize(2).allMatch(PortReport::open));
        var workload = reports.stream().map(report -> report.ports().getLast()).toList();
        assertThat(workload).extracting(PortReport::number).containsExactly(first, first + 1, first + 2);
        assertThat(workload.getFirst().sentTo(1)).isPositive();
        assertThat(workload.getFirst().sentTo(2)).isPositive();
        assertThat(workload.get(1).sent()).containsOnly(0);
        assertThat(workload.get(2).receivedFrom(0)).isPositive();
        assertThat(workload.get(2).receivedFrom(1)).isZero();
    }

    @Test
    void portsOfAnotherProgramAreNotJudged() throws Exception {
        var peers = peers("127.0.0.1", 2);
        int first = firstOfARow(2);
        var loopback = InetAddress.getLoopbackAddress();
        try (var datagrams = new DatagramSocket(first + 1, loopback);
                var connections = new ServerSocket(peers.get(1).port(), 1, loopback)) {
            var reports = reports(peers, DETECTING, 2, List.of(new WorkloadSocket(first, 1000, false, 2, 2)));

            assertThat(datagrams.isBound() && connections.isBound()).isTrue();
            assertThat(reports.get(1).ports()).noneMatch(PortReport::open);
            assertThat(PreflightJudge.judge(List.of("m0", "m1"), reports).faults())
                    .isEmpty();
        }
    }

    @Test
    void portsBesideTheTransportsAreFreeWhenItIsClosed() throws Exception {
        var peers = peers("127.0.0.1", 2);
        int first = firstOfARow(2);

        reports(peers, DETECTING, 2, List.of(new WorkloadSocket(first, 1000, false, 2, 2)));

        var loopback = InetAddress.getLoopbackAddress();
        for (int member = 0; member < 2; member++) {
            try (var udp = new DatagramSocket(first + member, loopback);
                    var tcp = new ServerSocket()) {
                tcp.setReuseAddress(false);
                tcp.bind(new InetSocketAddress(loopback, peers.get(member).port()));
                assertThat(udp.isBound() && tcp.isBound()).isTrue();
            }
        }
    }

    @Test
    void memberThatCannotTakeConnectionsAtItsPortIsUnreachableThere() throws Exception {
        var peers = peers("127.0.0.1", 3);
        var reports = new ArrayList<>(reports(peers, DETECTING, 2));
        var open = reports.getFirst().ports().getFirst();
        reports.add(new PreflightReport(
                2,
                new Scope(false, false, false),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                0,
                0,
                0,
                List.of(),
                List.of(),
                List.of(open)));

        var judged = PreflightJudge.judge(List.of("m0", "m1", "m2"), reports);

        assertThat(judged.faults()).extracting(PreflightFault::kind).contains(Kind.UNREACHABLE);
        assertThat(judged.faults().getFirst().evidence()).contains("of FD_SOCK2 (Connection refused)");
    }

    @Test
    void portOfTheWorkloadThatHasTheNumberOfTheTransportsIsProbedOverTcp() throws Exception {
        int first = firstOfARow(2);
        var sockets = List.of(new WorkloadSocket(first, 1000, false, 2, 2));

        var reports = reports(inARow(first), TCP, 2, sockets);

        assertIsWhole(reports);
        assertThat(reports.getFirst().sentTo(1).orElseThrow().bursts()).isNotEmpty();
    }

    @Test
    void portOfTheWorkloadThatHasTheNumberOfAnotherMembersTransportShowsNoLoss() throws Exception {
        int first = firstOfARow(3);
        var sockets = List.of(new WorkloadSocket(first + 1, 1000, false, 2, 2));

        var reports = reports(inARow(first), TCP, 2, sockets);

        assertIsWhole(reports);
        assertThat(reports.getFirst().sentTo(1).orElseThrow().pings()).isZero();
        assertThat(reports.getFirst().sentTo(1).orElseThrow().connectNanos()).isPresent();
    }

    private static void assertIsWhole(List<PreflightReport> reports) {
        var judged = PreflightJudge.judge(List.of("m0", "m1"), reports);
        assertThat(judged.faults()).isEmpty();
        assertThat(judged.matrix().orElseThrow().pairs())
                .allSatisfy(pair -> assertThat(pair.lostPackets()).isZero());
        var ports = reports.stream().map(report -> report.ports().getFirst()).toList();
        assertThat(ports).allMatch(PortReport::open);
        assertThat(ports.getFirst().sentTo(1)).isPositive();
        assertThat(ports.getFirst().receivedFrom(1)).isPositive();
        assertThat(ports.getLast().receivedFrom(0)).isPositive();
    }

    @Test
    void portsOfTheWorkloadAreProbedAloneWhereTheTransportDoesNotSayWhatItUses() throws Exception {
        var peers = peers("127.0.0.1", 2);
        int first = firstOfARow(2);
        var sockets = List.of(new WorkloadSocket(first, 1000, false, 2, 2));

        try (var datagrams = new DatagramSocket(peers.getFirst().port(), InetAddress.getLoopbackAddress())) {
            var reports = reports(peers, NetworkUse.UNKNOWN, 2, sockets);

            assertThat(datagrams.isBound()).isTrue();
            assertIsWhole(reports);
            assertThat(reports.getFirst().sentTo(1).orElseThrow().pings()).isZero();
        }
    }

    @Test
    void dropsAtThePortOfTheWorkloadAreToldApartFromThoseOfTheTransport() throws Exception {
        var peers = peers("127.0.0.1", 1);
        int first = firstOfARow(1);
        var drops = Map.of(first, 40L, peers.getFirst().port(), 3L);
        var request = request(peers, 0, List.of(new WorkloadSocket(first, 1000, false, 1, 1)));

        try (var preflight = MemberPreflight.open(request, UDP, () -> new ReceiveLosses(Optional.of(drops), 0))) {
            var report = preflight.report();

            assertThat(report.receiveDrops()).hasValue(3);
            assertThat(report.ports())
                    .singleElement()
                    .satisfies(port -> assertThat(port.receiveDrops()).isEqualTo(40));
        }
    }

    /** Two members that share an address. */
    private static List<Peer> inARow(int first) {
        return IntStream.range(0, 2)
                .mapToObj(index -> new Peer(index, "m" + index, "127.0.0.1", first + index))
                .toList();
    }

    private static int firstOfARow(int ports) throws IOException {
        while (true) {
            int first = FreePorts.take(1).getFirst();
            boolean isFree = true;
            for (int port = first; port < first + ports; port++) {
                try (var udp = new DatagramSocket(port, InetAddress.getLoopbackAddress());
                        var tcp = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                    isFree &= udp.isBound() && tcp.isBound();
                } catch (IOException _) {
                    isFree = false;
                }
            }
            if (isFree) {
                return first;
            }
        }
    }

    private static Preflight probe(List<Peer> peers, NetworkUse use, int members) throws Exception {
        return PreflightJudge.judge(peers.stream().map(Peer::name).toList(), reports(peers, use, members));
    }

    /** The reports of the first members; the others are not there. */
    private static List<PreflightReport> reports(List<Peer> peers, NetworkUse use, int members) throws Exception {
        return reports(peers, use, members, List.of());
    }

    private static List<PreflightReport> reports(
            List<Peer> peers, NetworkUse use, int members, List<WorkloadSocket> sockets) throws Exception {
        List<MemberPreflight> opened = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int member = 0; member < members; member++) {
                opened.add(MemberPreflight.open(request(peers, member, sockets), use, () -> ReceiveLosses.UNKNOWN));
            }
            for (var done : threads.invokeAll(opened.stream()
                    .map(preflight -> (Callable<Boolean>) () -> {
                        preflight.probe();
                        return true;
                    })
                    .toList())) {
                assertThat(done.get()).isTrue();
            }
            List<PreflightReport> reports = new ArrayList<>();
            for (var preflight : opened) {
                reports.add(preflight.report());
            }
            return reports;
        } finally {
            opened.forEach(MemberPreflight::close);
        }
    }

    private static PreflightRequest request(List<Peer> peers, int self) {
        return request(peers, self, List.of());
    }

    private static PreflightRequest request(List<Peer> peers, int self, List<WorkloadSocket> sockets) {
        return new PreflightRequest(
                new TransportSpec("udp", Optional.empty(), Map.of(), 0),
                self,
                peers,
                "239.255.76.9",
                peers.getFirst().port(),
                0,
                sockets);
    }

    private static List<Peer> peers(String host, int members) throws IOException {
        var ports = FreePorts.take(members);
        return IntStream.range(0, members)
                .mapToObj(index -> new Peer(index, "m" + index, host, ports.get(index)))
                .toList();
    }
}
