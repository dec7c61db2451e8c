package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.preflight.ProbePacket.Kind;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class PeerTallyTest {
    private static final int ANY_TIME = 0;

    private final PeerTally tally = new PeerTally();

    @Test
    void packetsThatNoMemberSendsSoManyOfAreNotKept() {
        for (int number = 0; number < 100_000; number++) {
            count(Kind.PING, number, 0);
        }

        assertThat(tally.received(1).pings()).isBetween(12, 1_000);
    }

    @Test
    void allThatAMemberSendsWhoseAnswersAreLostIsCounted() {
        for (int number = 0; number < 12; number++) {
            count(Kind.PING, number, 0);
        }
        for (int burst = 0; burst < PreflightLimits.MOST_BURSTS; burst++) {
            for (int number = 0; number < PreflightLimits.BURST_PACKETS; number++) {
                count(Kind.BURST, number, burst);
            }
        }
        for (int number = 0; number < 6; number++) {
            count(Kind.SIZED, number, 65_535);
            count(Kind.FRAGMENTED, number, 65_535);
        }
        for (int halved = 32_768; halved > 0; halved /= 2) {
            for (int number = 0; number < 3; number++) {
                count(Kind.SIZED, number, halved);
            }
        }
        for (int number = 0; number < 10; number++) {
            count(Kind.GROUP, number, 0);
        }
        for (int number = 0; number < 5; number++) {
            count(Kind.GROUP, number, 65_535);
        }

        var received = tally.received(1);
        assertThat(received.pings()).isEqualTo(12);
        assertThat(received.bursts())
                .isEqualTo(Collections.nCopies(PreflightLimits.MOST_BURSTS, PreflightLimits.BURST_PACKETS));
        assertThat(received.fragmentedPackets()).isEqualTo(6);
        assertThat(received.multicasts()).isEqualTo(10);
        assertThat(received.largestMulticastBytes()).isEqualTo(65_535);
        assertThat(received.duplicates()).isZero();
    }

    private void count(Kind kind, int number, int argument) {
        int bytes = Math.max(argument, ProbePacket.SMALL_BYTES);
        tally.count(new ProbePacket(kind, 1, number, argument, ANY_TIME, bytes), bytes);
    }
}
