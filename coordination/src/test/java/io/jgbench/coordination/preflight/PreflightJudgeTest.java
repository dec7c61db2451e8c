package io.jgbench.coordination.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PreflightJudgeTest {

    @Test
    void cleanNetworkHasNoFaultAndAPairForEachDirection() {
        var judged = Probed.udp(4).judged();

        assertThat(judged.faults()).isEmpty();
        var matrix = judged.matrix().orElseThrow();
        assertThat(matrix.pairs()).hasSize(12);
        assertThat(matrix.pairs().getFirst()).satisfies(pair -> {
            assertThat(pair.from()).isEqualTo("m0");
            assertThat(pair.to()).isEqualTo("m1");
            assertThat(pair.sentPackets()).isEqualTo(21);
            assertThat(pair.lostPackets()).isZero();
            assertThat(pair.roundTripMicros()).hasValue(120);
            assertThat(pair.largestPacketBytes()).hasValue(1500);
        });
    }

    @Test
    void pathOnWhichNothingArrivesIsNamedInItsDirection() {
        var judged = Probed.udp(3).silent(2, 1).judged();

        assertThat(judged.faults())
                .containsExactly(new PreflightFault(
                        Kind.UNREACHABLE, "m2 to m1: none of 12 small UDP packets to the transport's port arrived."));
    }

    @Test
    void datagramsNeedNotGetThroughWhereTheTransportOnlyConnects() {
        var network = Probed.tcp(2).silent(0, 1);
        network.sent(
                0,
                1,
                was -> new Sent(
                        1, 12, List.of(), 0, 0, 0, 0, OptionalLong.empty(), OptionalLong.of(80_000), Optional.empty()));

        assertThat(network.judged().faults()).isEmpty();
    }

    @Test
    void connectionThatCannotBeMadeIsAFault() {
        var network = Probed.tcp(2)
                .sent(
                        0,
                        1,
                        was -> new Sent(
                                1,
                                1,
                                List.of(20),
                                1500,
                                1,
                                0,
                                0,
                                OptionalLong.of(1),
                                OptionalLong.empty(),
                                Optional.of("Connection refused")));

        assertThat(network.judged().faults()).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(fault.evidence())
                    .startsWith("m0 to m1: no TCP connection")
                    .contains("Connection refused");
        });
    }

    @Test
    void groupThatDoesNotReachAMemberIsBlocked() {
        var network = Probed.udp(3);
        for (int from : List.of(0, 2)) {
            network.received(from, 1, was -> new Received(from, 1, was.bursts(), 0, 0, 1500, 1, 0, 0));
        }

        assertThat(network.judged().faults())
                .containsExactly(new PreflightFault(
                        Kind.MULTICAST_BLOCKED,
                        "m0 to m1, m2 to m1: none of 10 packets to the multicast group arrived, packets to the"
                                + " member alone do."));
    }

    @Test
    void membersThatAreNotNamedAreCounted() {
        int members = 40;
        int cutOff = 30;
        var network = Probed.udp(members).silent(35, 36);
        for (int to = 0; to < cutOff; to++) {
            for (int from = 0; from < members; from++) {
                if (from != to) {
                    network.silent(from, to);
                }
            }
        }

        assertThat(network.judged().faults().getFirst().evidence())
                .startsWith("from all others to m0, from all others to m1, ")
                .contains("from all others to m23, and all into or out of 6 members more, m35 to m36: ")
                .doesNotContain("m24");
    }

    @Test
    void packetThatFillsTheMtuAndVanishesNamesTheLargestThatArrives() {
        var judged = Probed.udp(3)
                .carries(0, 1, 1300)
                .carries(2, 1, 1300)
                .mtu(1, 1300)
                .judged();

        assertThat(judged.faults().getFirst().kind()).isEqualTo(Kind.MTU_TOO_SMALL);
        assertThat(judged.faults().getFirst().evidence())
                .startsWith("m0 to m1, m2 to m1: none of 6 packets of 1,500 bytes")
                .contains("the largest that did has 1,300 bytes")
                .contains("1,300 at the receiver's eth0");
    }

    @Test
    void packetsThatNeedFragmentsAndVanishAreNamedWithTheirMember() {
        var judged = Probed.udp(3).withoutFragments(0, 1).withoutFragments(2, 1).judged();

        assertThat(judged.faults())
                .containsExactly(new PreflightFault(
                        Kind.FRAGMENTS_BLOCKED,
                        "m0 to m1, m2 to m1: none of 6 packets of 3,000 bytes that are sent in fragments arrived, those"
                                + " of 1,500 bytes do."));
    }

    @Test
    void fragmentsThatTheReceiversHostThrewAwayAreNotBlamedOnTheNetworkAlone() {
        assertThat(Probed.udp(2)
                        .withoutFragments(0, 1)
                        .throwsAway(1, 12)
                        .judged()
                        .faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.evidence())
                        .contains(
                                "; meanwhile the receiver's host threw fragments away 12 times, as it does where others"
                                        + " fill its memory for them"));
        assertThat(Probed.udp(2)
                        .withoutFragments(0, 1)
                        .throwsAway(1, 5)
                        .judged()
                        .faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.evidence()).doesNotContain("threw"));
    }

    @Test
    void fragmentsThatFoundNoRoomAtTheReceiverAreNotBlocked() {
        assertThat(Probed.udp(2).withoutFragments(0, 1).drops(1, 3).judged().faults())
                .isEmpty();
    }

    @Test
    void mtusThatDifferAreAFaultThoughPacketsGetThrough() {
        var judged = Probed.tcp(2).mtu(1, 1300).judged();

        assertThat(judged.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(Kind.INTERFACES_DIFFER);
            assertThat(fault.evidence()).startsWith("m0 to m1, m1 to m0: the MTU is");
        });
    }

    /** As where only ports of the workload are probed. */
    @Test
    void mtusThatDifferAreNoFaultWhereTheTransportIsNotProbed() {
        var network = new Probed(2, false, false, false);

        assertThat(network.mtu(1, 1300)
                        .bursts(0, 1, 16, 17, 15, 18, 16)
                        .judged()
                        .faults())
                .isEmpty();
    }

    @Test
    void lossInSeveralBurstsIsAFault() {
        var judged = Probed.udp(2).bursts(0, 1, 16, 17, 15, 18, 16).judged();

        assertThat(judged.faults())
                .containsExactly(new PreflightFault(
                        Kind.PACKETS_LOST, "m0 to m1: 18 of 100 small packets are missing, of 5 of 5 bursts."));
    }

    @Test
    void lossInOneBurstOrOfFewPacketsIsNone() {
        assertThat(Probed.udp(2).bursts(0, 1, 3, 20, 20, 20, 20).judged().faults())
                .isEmpty();
        assertThat(Probed.udp(2).bursts(0, 1, 19, 19, 19, 19, 20).judged().faults())
                .isEmpty();
    }

    @Test
    void packetsThatTheReceiverHadNoRoomForAreNotLostByTheNetwork() {
        assertThat(Probed.udp(2)
                        .bursts(0, 1, 5, 5, 5, 5, 5)
                        .drops(1, 75)
                        .judged()
                        .faults())
                .isEmpty();
    }

    @Test
    void duplicatesAreAFaultThatFailsNoRun() {
        var network = Probed.udp(2)
                .received(0, 1, was -> new Received(0, 1, was.bursts(), 7, 0, 1500, 1, was.multicasts(), 1500));

        assertThat(network.judged().faults()).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(Kind.PACKETS_DUPLICATED);
            assertThat(fault.kind().fails()).isFalse();
        });
    }

    @Test
    void memberThatNobodyReachesIsNamedOnceWhereThereAreManyPairs() {
        var network = Probed.udp(20);
        for (int from = 0; from < 20; from++) {
            if (from != 7) {
                network.silent(from, 7);
            }
        }

        assertThat(network.judged().faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.evidence()).startsWith("from all others to m7: none of"));
    }

    @Test
    void matrixOfManyMembersHoldsThePairsThatShowAnything() {
        var matrix = Probed.udp(40).silent(3, 4).judged().matrix().orElseThrow();

        assertThat(matrix.pairs()).singleElement().satisfies(pair -> {
            assertThat(pair.from()).isEqualTo("m3");
            assertThat(pair.faults()).containsExactly(Kind.UNREACHABLE);
            assertThat(pair.roundTripMicros()).isEmpty();
        });
        assertThat(matrix.leftOut()).isEqualTo(40 * 39 - 1);
    }

    @Test
    void matrixOfManyMembersHoldsAPairThatLostMulticastsAlone() {
        var matrix = groupReaches(Probed.udp(40), 3, 4, 7).judged().matrix().orElseThrow();

        assertThat(matrix.pairs()).singleElement().satisfies(pair -> {
            assertThat(pair.to()).isEqualTo("m4");
            assertThat(pair.lostMulticasts()).isEqualTo(3);
            assertThat(pair.faults()).isEmpty();
        });
        assertThat(matrix.reachesBound()).isFalse();
    }

    @Test
    void matrixThatIsFullHoldsFaultyPairsFirstAndCountsThoseThatItLeavesOut() {
        var blocked = allReceive(64, 0).judged().matrix().orElseThrow();
        var lossy = allReceive(40, 9).silent(39, 38).judged().matrix().orElseThrow();

        assertThat(blocked.pairs()).hasSize(1024);
        assertThat(blocked.leftOut()).isEqualTo(64 * 63 - 1024);
        assertThat(blocked.leftOutFaulty()).isEqualTo(64 * 63 - 1024);
        assertThat(blocked.faulty()).isEqualTo(64 * 63);
        assertThat(lossy.pairs())
                .hasSize(1024)
                .last()
                .satisfies(pair -> assertThat(pair.from()).isEqualTo("m39"));
        assertThat(lossy.leftOutFaulty()).isZero();
        assertThat(lossy.reachesBound()).isTrue();
    }

    @Test
    void matrixThatWasStoredBeforeItsFaultyPairsWereCountedIsRead() throws Exception {
        byte[] stored = "{\"pairs\": [], \"leftOut\": 7}".getBytes(StandardCharsets.UTF_8);

        assertThat(ProtocolJson.readStored(stored, PreflightMatrix.class))
                .isEqualTo(new PreflightMatrix(List.of(), 7, 0));
    }

    private static Probed allReceive(int members, int multicasts) {
        var network = Probed.udp(members);
        for (int from = 0; from < members; from++) {
            for (int to = 0; to < members; to++) {
                groupReaches(network, from, to, multicasts);
            }
        }
        return network;
    }

    private static Probed groupReaches(Probed network, int from, int to, int multicasts) {
        return network.received(
                from,
                to,
                was -> new Received(
                        from,
                        was.pings(),
                        was.bursts(),
                        0,
                        0,
                        was.largestBytes(),
                        was.fragmentedPackets(),
                        multicasts,
                        was.largestMulticastBytes()));
    }
}
