package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

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
    void testWithAnotherNumberOfThreadsIsRefused() throws Exception {
        var member = new PeerMember(TIME, () -> 0);
        member.printed("[1] Start test [2] View [4] Threads (20) [6] Time (20s) [7] Msg size (1KB)");
        member.checkThreads("MPerf's member-1", 20);

        member.printed("-- running test for 20 seconds with 1 sender threads");
        member.printed("1: 1,000.00 msgs/sec (1MB/sec)");

        assertThatIOException()
                .isThrownBy(() -> member.checkThreads("MPerf's member-1", 20))
                .withMessage("MPerf's member-1 must print that it has the 20 threads that it was started with, got: 1"
                        + " threads; did it join another cluster at the same addresses?");
    }

    @Test
    void memberThatPrintsNothingOfItsThreadsIsRefused() {
        var member = new PeerMember(TIME, () -> 0);

        assertThatIOException()
                .isThrownBy(() -> member.checkThreads("UPerf's member-0", 100))
                .withMessageContaining("UPerf's member-0 must print that it has the 100 threads")
                .withMessageContaining("got: nothing of threads");
    }

    @Test
    void onlyLinesWithARateAreRates() {
        assertThat(PeerMember.isRate("7: 3,000.00 msgs/sec (3MB/sec)")).isTrue();
        assertThat(PeerMember.isRate("-- done")).isFalse();
        assertThat(PeerMember.isRate("7: 3.000,00 msgs/sec (3MB/sec)")).isFalse();
    }
}
