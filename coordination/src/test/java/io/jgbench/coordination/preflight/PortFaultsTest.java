package io.jgbench.coordination.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PortReport.ConnectFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortFaultsTest {
    private static final List<Integer> NONE = List.of();

    @Test
    void portsAtWhichAllArrivesAreNoFault() {
        var network = Probed.udp(2)
                .port(0, datagrams(9999, true, List.of(0, 1), List.of(0, 1), NONE, NONE))
                .port(1, datagrams(9999, true, NONE, NONE, List.of(1, 0), List.of(1, 0)))
                .port(0, connects(7900, true))
                .port(1, connects(7900, true));

        assertThat(network.judged().faults()).isEmpty();
    }

    @Test
    void pathOnWhichNothingArrivesAtThePortOfTheWorkloadIsNamedWithIt() {
        assertThat(silentAt(true).judged().faults())
                .containsExactly(new PreflightFault(
                        Kind.UNREACHABLE,
                        "m0 to m1: none of 12 small UDP packets to port 9999 of the workload arrived."));
    }

    @Test
    void portThatTheReceiverCouldNotOpenIsNotJudged() {
        assertThat(silentAt(false).judged().faults()).isEmpty();
    }

    @Test
    void portThatTheReceiversVersionDoesNotKnowIsNotJudged() {
        var network = Probed.tcp(2).port(0, connects(7900, true, new ConnectFailure("Connection refused", List.of(1))));

        assertThat(network.judged().faults()).isEmpty();
    }

    @Test
    void connectionToTheFailureDetectorThatCannotBeMadeIsNamedWithItsPort() {
        var network = Probed.udp(2)
                .port(0, connects(7900, true, new ConnectFailure("no answer within 3.5 s", List.of(1))))
                .port(1, connects(7901, true));

        var judged = network.judged();

        assertThat(judged.faults())
                .containsExactly(new PreflightFault(
                        Kind.UNREACHABLE,
                        "m0 to m1: no TCP connection can be made to port 7901 of FD_SOCK2 (no answer within 3.5 s)."));
        assertThat(judged.matrix().orElseThrow().pairs().getFirst().faults()).containsExactly(Kind.UNREACHABLE);
    }

    @Test
    void packetsAsLargeAsTheWorkloadsThatVanishAreNamedWithThePort() {
        var network = Probed.tcp(2)
                .port(0, datagrams(9999, true, List.of(0, 1), List.of(0, 6), NONE, NONE))
                .port(1, datagrams(9999, true, NONE, NONE, List.of(1, 0), List.of(0, 0)));

        assertThat(network.judged().faults())
                .containsExactly(new PreflightFault(
                        Kind.MTU_TOO_SMALL,
                        "m0 to m1: none of 6 packets of 1,028 bytes to port 9999 of the workload arrived, small ones"
                                + " do."));
    }

    @Test
    void largePacketsThatFoundNoRoomAtThePortOfTheWorkloadAreNotBlocked() {
        var network = Probed.tcp(2)
                .port(0, datagrams(9999, true, List.of(0, 1), List.of(0, 6), NONE, NONE))
                .port(1, receiving(List.of(0, 0), 3));

        assertThat(network.judged().faults()).isEmpty();
    }

    @Test
    void dropsAtThePortOfTheWorkloadDoNotHideTheMtuOfTheTransport() {
        var network = Probed.udp(2)
                .carries(0, 1, 1300)
                .port(0, datagrams(9999, true, List.of(0, 1), List.of(0, 6), NONE, NONE))
                .port(1, receiving(List.of(0, 0), 3));

        assertThat(network.judged().faults()).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(Kind.MTU_TOO_SMALL);
            assertThat(fault.evidence()).contains("1,500 bytes that must not be fragmented");
        });
    }

    @Test
    void dropsOfTheTransportDoNotHideWhatVanishesOnTheWayToThePortOfTheWorkload() {
        var network = Probed.tcp(2)
                .port(0, datagrams(9999, true, List.of(0, 1), List.of(0, 6), NONE, NONE))
                .port(1, receiving(List.of(0, 0), 0))
                .drops(1, 3);

        assertThat(network.judged().faults()).extracting(PreflightFault::kind).containsExactly(Kind.MTU_TOO_SMALL);
    }

    @Test
    void packetsLargerThanTheMtuThatVanishAreFragments() {
        var network = Probed.tcp(2)
                .port(0, datagrams(9999, true, List.of(0, 1), List.of(0, 6), NONE, NONE))
                .port(1, datagrams(9999, true, NONE, NONE, List.of(1, 0), List.of(0, 0)))
                .mtu(0, 1000)
                .mtu(1, 1000);

        assertThat(network.judged().faults()).extracting(PreflightFault::kind).containsExactly(Kind.FRAGMENTS_BLOCKED);
        assertThat(network.judged().faults().getFirst().evidence()).doesNotContain("threw");
        assertThat(network.throwsAway(1, 12).judged().faults().getFirst().evidence())
                .endsWith(" arrived, small ones do; meanwhile the receiver's host threw fragments away 12 times, as it"
                        + " does where others fill its memory for them.");
    }

    @Test
    void pairsOfTheTransportsPortAndOfAnotherAreNotMixed() {
        var network = Probed.udp(3)
                .silent(2, 1)
                .port(0, connects(7900, true, new ConnectFailure("Connection refused", List.of(1, 2))))
                .port(1, connects(7900, true))
                .port(2, connects(7900, true, new ConnectFailure("Connection refused", List.of(1))));

        assertThat(network.judged().faults())
                .containsExactly(new PreflightFault(
                        Kind.UNREACHABLE,
                        "m2 to m1: none of 12 small UDP packets to the transport's port arrived. m0 to m1, m0 to m2:"
                                + " no TCP connection can be made to port 7900 of FD_SOCK2 (Connection refused)."));
    }

    private static Probed silentAt(boolean open) {
        return Probed.udp(2)
                .port(0, datagrams(9999, true, List.of(0, 12), NONE, NONE, NONE))
                .port(1, datagrams(9999, open, NONE, NONE, List.of(0, 0), NONE));
    }

    private static PortReport datagrams(
            int number,
            boolean open,
            List<Integer> sent,
            List<Integer> sentFull,
            List<Integer> received,
            List<Integer> receivedFull) {
        return new PortReport("the workload", number, open, 1028, sent, sentFull, received, receivedFull, 0, List.of());
    }

    /** A port that small packets of the first member reach. */
    private static PortReport receiving(List<Integer> receivedFull, long drops) {
        return new PortReport(
                "the workload", 9999, true, 1028, NONE, NONE, List.of(1, 0), receivedFull, drops, List.of());
    }

    private static PortReport connects(int number, boolean open, ConnectFailure... failures) {
        return new PortReport("FD_SOCK2", number, open, 0, NONE, NONE, NONE, NONE, 0, List.of(failures));
    }
}
