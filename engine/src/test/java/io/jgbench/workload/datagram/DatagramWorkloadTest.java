package io.jgbench.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.PairLoss;
import io.jgbench.coordination.workload.datagram.DatagramReport.Sample;
import io.jgbench.coordination.workload.datagram.DatagramSearch;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.SideBySide;
import io.jgbench.workload.Workload;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.ControlMessage.Kind;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The workload with real sockets on the loopback interface; what members tell each other goes by calls. */
class DatagramWorkloadTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<DatagramWorkload> members = new ArrayList<>();

    @AfterEach
    void closeAll() {
        members.forEach(Workload::close);
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 1, AUTO", "2, 2, 2, AUTO", "3, 2, 1, AUTO", "4, 4, 4, AUTO", "3, 3, 3, CHANNEL"})
    void sentIsReceivedAndMissingForEveryPair(int count, int publishers, int listeners, DatagramSpec.Provider provider)
            throws Exception {
        var spec = spec(publishers, listeners, Optional.of(4_000_000L), 300, 0, provider, false);

        List<DatagramReport> reports = run(spec, count, DirectSender::sendTo);

        int pairs = 0;
        for (int publisher = 0; publisher < count; publisher++) {
            for (Outbound outbound : reports.get(publisher).outbound()) {
                int from = publisher;
                Inbound inbound = reports.get(outbound.listener()).inbound().stream()
                        .filter(candidate -> candidate.publisher() == from)
                        .findFirst()
                        .orElseThrow();
                assertThat(outbound.sent()).isEqualTo(300);
                assertThat(inbound.sent()).isEqualTo(300);
                assertThat(inbound.received() + inbound.missing()).isEqualTo(300);
                assertThat(inbound.received()).isPositive();
                assertThat(inbound.smallProbesReceived()).isPositive();
                pairs++;
            }
        }
        assertThat(pairs)
                .isEqualTo(reports.stream()
                        .mapToInt(report -> report.inbound().size())
                        .sum())
                .isPositive();
        assertThat(reports).allSatisfy(report -> {
            assertThat(report.endedAtEpochNanos()).isPositive();
            assertThat(report.socket().receiveBufferBytes()).isGreaterThanOrEqualTo(128 * 1000);
            assertThat(report.socket().packets()).isGreaterThanOrEqualTo(report.received());
            assertThat(report.socket().packetsPerPiece()).isBetween(1.0, 64.0);
            assertThat(report.samples().getLast().received()).isEqualTo(report.received());
            assertRatesAreThoseOfEachInterval(report.samples());
        });
    }

    private static void assertRatesAreThoseOfEachInterval(List<Sample> samples) {
        for (int i = 1; i < samples.size(); i++) {
            Sample before = samples.get(i - 1);
            Sample now = samples.get(i);
            double seconds = (now.epochNanos() - before.epochNanos()) / 1e9;
            assertThat((double) now.sentPerSecond()).isCloseTo((now.sent() - before.sent()) / seconds, within(1.0));
            assertThat((double) now.receivedPerSecond())
                    .isCloseTo((now.received() - before.received()) / seconds, within(1.0));
        }
    }

    @Test
    void searchFindsTheRateThatWasAskedForWhereAllOfItArrives() throws Exception {
        var spec = searching(3, 200_000, 1_000_000);

        List<DatagramReport> reports = run(spec, 3, DirectSender::sendTo);

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.foundBytesPerSecond()).isBetween(1L, 200_000L);
            assertThat(report.trials()).hasSizeGreaterThanOrEqualTo(2);
            assertThat(report.trials().getLast().passed()).isTrue();
            assertThat(report.trials().getLast().losses()).hasSize(2);
            assertThat(report.samples()).hasSizeGreaterThanOrEqualTo(3);
            assertThat(report.samples().getLast().received())
                    .isEqualTo(report.trials().stream()
                            .flatMap(trial -> trial.losses().stream())
                            .mapToLong(PairLoss::received)
                            .sum());
            assertThat(report.samples().stream().map(Sample::sent)).isSorted();
            assertThat(report.samples().stream().map(Sample::received)).isSorted();
            assertThat(report.samples().getLast().sent()).isGreaterThan(report.sentMessages());
            assertRatesAreThoseOfEachInterval(report.samples());
        });
        assertThat(reports.stream()
                        .map(report -> report.trials().size())
                        .distinct()
                        .toList())
                .hasSize(1);
    }

    @Test
    void pairThatLosesTooMuchHoldsTheRateOfAllDown() throws Exception {
        var spec = searching(3, 2_000_000, 400_000);

        List<DatagramReport> reports =
                run(spec, 3, losses(2, (lost, sent) -> List.of(sent > 1_000_000 ? 500_000 : lost, sent)));

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.foundBytesPerSecond()).isBetween(1L, 1_000_000L);
            assertThat(report.trials()).anyMatch(trial -> !trial.passed());
        });
    }

    @Test
    void rateThatIsFoundIsThatOfThePublisherThatSentTheLeast() throws Exception {
        var spec = searching(3, 200_000, 1_000_000);

        List<DatagramReport> reports = run(spec, 3, losses(1, (lost, _) -> List.of(lost, 50_000L)));

        assertThat(reports).allMatch(report -> report.foundBytesPerSecond() == 50_000);
    }

    /** Changes what a member tells of its losses. */
    private static Wire losses(int teller, BiFunction<Long, Long, List<Long>> change) {
        return (direct, member, bytes, offset, length) -> {
            Optional<ControlMessage> message = ControlMessage.read(bytes, offset, length)
                    .filter(found -> found.kind() == Kind.LOST && found.from() == teller);
            if (message.isEmpty()) {
                direct.sendTo(member, bytes, offset, length);
                return;
            }
            List<Long> told = message.get().values();
            byte[] other = new ControlMessage(
                            Kind.LOST, message.get().round(), teller, change.apply(told.getFirst(), told.getLast()))
                    .bytes();
            direct.sendTo(member, other, 0, other.length);
        };
    }

    @ParameterizedTest
    @EnumSource
    void publishersTellHowLateTheyWereHoweverPacketsAreSpread(Arrivals arrivals) throws Exception {
        var even = spec(1, 1, Optional.of(4_000_000L), 300, 0, DatagramSpec.Provider.AUTO, false);

        List<DatagramReport> reports =
                run(DatagramSpecBuilder.builder(even).arrivals(arrivals).build(), 2, DirectSender::sendTo);

        assertThat(reports.getFirst().outbound().getFirst().sent()).isEqualTo(300);
        assertThat(reports.getFirst().openLoop()).isPresent();
        assertThat(reports.getFirst().slots() > 0).isEqualTo(arrivals != Arrivals.POISSON);
        assertThat(reports.getLast().openLoop()).isEmpty();
    }

    @Test
    void controlMessagesThatGetLostAreSentAgain() throws Exception {
        var random = new Random(7);
        var spec = spec(3, 3, Optional.of(4_000_000L), 100, 0, DatagramSpec.Provider.AUTO, false);

        List<DatagramReport> reports = run(spec, 3, (to, member, bytes, offset, length) -> {
            boolean lost;
            synchronized (random) {
                lost = random.nextInt(3) == 0;
            }
            if (!lost) {
                to.sendTo(member, bytes, offset, length);
            }
        });

        assertThat(reports).allSatisfy(report -> assertThat(report.expected()).isEqualTo(200));
    }

    @Test
    void memberThatNeverSaysWhereItListensIsNamed() {
        var spec = spec(2, 2, Optional.empty(), 10, 0, DatagramSpec.Provider.AUTO, false);
        members.add(new DatagramWorkload(
                spec,
                new WorkloadContext(2, false, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system(), hosts(2))));

        assertThatThrownBy(() -> members.getFirst().warmUp(new Role(0, true), new EndSignal(), Duration.ofMillis(200)))
                .isInstanceOf(OutOfTimeException.class)
                .hasMessage("members [1] did not say in time where they listen");
    }

    @Test
    void portThatIsTakenFailsTheMemberWithItsAddress() throws Exception {
        try (var other = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            var spec = spec(2, 2, Optional.empty(), 10, other.getLocalPort(), DatagramSpec.Provider.AUTO, false);

            assertThatThrownBy(() -> run(spec, 2, DirectSender::sendTo))
                    .hasRootCauseMessage("Address already in use")
                    .hasMessageContaining("cannot bind 127.0.0.1:" + other.getLocalPort());
        }
    }

    @Test
    void membersThatShareAnAddressTakePortsInARow() throws Exception {
        int port = freePortsInARow(3);
        var spec = spec(3, 3, Optional.of(4_000_000L), 100, port, DatagramSpec.Provider.AUTO, false);

        List<DatagramReport> reports = run(spec, 3, DirectSender::sendTo);

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.expected()).isEqualTo(200);
            assertThat(report.received()).isPositive();
        });
    }

    @Test
    void portThatLeavesNoneForAMemberIsRefused() {
        var spec = spec(2, 2, Optional.empty(), 10, 65_535, DatagramSpec.Provider.AUTO, false);
        members.add(new DatagramWorkload(
                spec,
                new WorkloadContext(2, false, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system(), hosts(2))));

        assertThatThrownBy(() -> members.getFirst().warmUp(new Role(1, true), new EndSignal(), PATIENCE))
                .isInstanceOf(WorkloadException.class)
                .hasMessage("datagram.port 65535 leaves no port for member 1, one of several at 127.0.0.1: choose a"
                        + " lower one");
    }

    /** The first of them. */
    private static int freePortsInARow(int count) throws IOException {
        while (true) {
            int first = FreePorts.take(1).getFirst();
            if (IntStream.range(first, first + count).allMatch(DatagramWorkloadTest::isFree)) {
                return first;
            }
        }
    }

    private static boolean isFree(int port) {
        try (var socket = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (SocketException _) {
            return false;
        }
    }

    @Test
    void membersThatAreNotPlannedAreRefused() {
        var spec = spec(2, 2, Optional.empty(), 10, 0, DatagramSpec.Provider.AUTO, false);
        var context =
                new WorkloadContext(2, false, (_, _, _) -> {}, (_, _, _, _) -> {}, EpochClock.system(), List.of());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DatagramWorkload(spec, context))
                .withMessageContaining("needs members that are planned");
    }

    private List<DatagramReport> run(DatagramSpec spec, int count, Wire wire) throws Exception {
        for (int i = 0; i < count; i++) {
            DirectSender direct = (member, bytes, offset, length) ->
                    members.get(member).receive(Arrays.copyOfRange(bytes, offset, offset + length), 0, length);
            members.add(new DatagramWorkload(
                    spec,
                    new WorkloadContext(
                            count,
                            false,
                            (_, _, _) -> {},
                            (member, bytes, offset, length) -> wire.send(direct, member, bytes, offset, length),
                            EpochClock.system(),
                            hosts(count))));
        }
        return SideBySide.run(members, i -> i < spec.publishers(), PATIENCE, DatagramReport.class);
    }

    private static List<String> hosts(int count) {
        return Collections.nCopies(count, "127.0.0.1");
    }

    private static DatagramSpec spec(
            int publishers,
            int listeners,
            Optional<Long> rate,
            long packets,
            int port,
            DatagramSpec.Provider provider,
            boolean dontFragment) {
        return DatagramSpecBuilder.builder()
                .publishers(publishers)
                .listeners(listeners)
                .packetBytes(1000)
                .processBytes(8)
                .rxBufferPackets(128)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofMillis(300))
                .bytesPerSecond(rate)
                .packets(Optional.of(packets))
                .duration(Duration.ofSeconds(30))
                .warmup(Warmup.of(50))
                .port(port)
                .dontFragment(dontFragment)
                .provider(provider)
                .logInterval(Duration.ofMillis(100))
                .build();
    }

    private static DatagramSpec searching(int members, long rate, int maxLossPpm) {
        return DatagramSpecBuilder.builder()
                .publishers(members)
                .listeners(members)
                .packetBytes(1000)
                .processBytes(8)
                .rxBufferPackets(128)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofMillis(100))
                .bytesPerSecond(Optional.of(rate))
                .duration(Duration.ofSeconds(30))
                .warmup(Warmup.of(0))
                .port(0)
                .dontFragment(false)
                .provider(DatagramSpec.Provider.AUTO)
                .maxLossPpm(Optional.of(maxLossPpm))
                .logInterval(Duration.ofMillis(100))
                .search(Optional.of(new DatagramSearch(Duration.ofMillis(200), 20, 1)))
                .build();
    }

    @FunctionalInterface
    private interface Wire {
        void send(DirectSender direct, int member, byte[] bytes, int offset, int length) throws TransportException;
    }
}
