package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PeerMemberTest {
    private static final Duration TIME = Duration.ofSeconds(20);

    @Test
    void testsOfMPerfFollowOneAnother() {
        var member = new PeerMember(TIME, () -> 500_000_000L);

        member.printed("-- running test for 20 seconds with 20 sender threads");
        for (int i = 1; i <= 10; i++) {
            member.printed(i + ": 1,000.00 msgs/sec (1MB/sec)");
        }
        for (int i = 1; i <= 10; i++) {
            member.printed(i + ": 3,000.00 msgs/sec (3MB/sec)");
        }

        assertThat(member.progress().elapsedNanos()).isEqualTo(40_000_000_000L);
        assertThat(member.progress().units()).isEqualTo(80_000);
        assertThat(member.progress().pace().orElseThrow().unitsPerSecond()).isEqualTo(3000);
    }

    @Test
    void linesOfUPerfAreRead() {
        var member = new PeerMember(TIME, () -> 0);

        member.printed("1: 5,000 reqs/sec (8,000 reads 2,000 writes)");
        member.printed("done (in 20000 ms)");

        assertThat(member.progress().units()).isEqualTo(10_000);
    }

    @Test
    void rateOfATestIsTheOneThatItPrintedLast() {
        var member = new PeerMember(TIME, () -> 0);
        member.printed("10: 5,000 reqs/sec (8,000 reads 2,000 writes)");
        member.printed("1: 1,000 reqs/sec (1,600 reads 400 writes)");
        member.printed("2: 2,000 reqs/sec (6,400 reads 1,600 writes)");

        assertThat(member.lastRate()).isEqualTo(2_000);
    }

    @Test
    void onlyLinesWithARateAreRates() {
        assertThat(PeerMember.isRate("7: 3,000.00 msgs/sec (3MB/sec)")).isTrue();
        assertThat(PeerMember.isRate("-- done")).isFalse();
        assertThat(PeerMember.isRate("7: 3.000,00 msgs/sec (3MB/sec)")).isFalse();
    }
}
