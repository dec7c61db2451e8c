package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.report.OtherWorkloads;
import io.jgbench.report.TestResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {

    @Test
    void validRunShowsWhatEachMemberSawAndWhatItComesTo() {
        var run = new TestResults()
                .member(2000, 0, Map.of(Counters.RETRANSMISSIONS, 12L, Counters.FLOW_CONTROL_BLOCKS, 3L))
                .member(1600, 0, Map.of(Counters.UDP_RECEIVE_BUFFER_DROPS, 1_204L))
                .link(Link.ethernet(1_000_000_000, 1500))
                .notApplied("placement.nodeSelector is not applied in a local run.")
                .result();
        assertThat(text(run)).isEqualTo("""
                lab: 2 of 2 members each send 100,000 messages of 1,000 bytes to all, over jgroups with stack udp

                MEMBER     SENT  RECEIVED   MSGS/S   MB/S  FIRST-LAST  RESENT  DROPS
                lab-0   100,000   200,000  100,000  100.0     2.000 s      12      0
                lab-1   100,000   200,000  125,000  125.0     1.600 s       0  1,204

                Message rate  112,500 messages/s a member, mean over members
                Throughput    112.5 MB/s a member
                Cluster       225,000 messages/s, 225.0 MB/s, sum over members
                Spread        100,000 to 125,000 messages/s over members, 22.2 % apart
                From others   56,250 messages/s, 56.3 MB/s a member; the rest is its own, which crosses no wire
                Loopback      p50 0.501 ms, p90 0.901 ms, p99 0.991 ms, p99.9 1.000 ms, max 1.001 ms
                              of 2,000 sampled messages, from send to own receipt, not over the wire
                Wire limit    233.4 MB/s a member; 48.2 % of it reached
                              links of 1,000 Mbit/s, MTU 1500; headers counted, own messages not crossing the wire
                Bottleneck    Unknown: Too little was counted to tell what held the rate.
                Start skew    0.150 ms (+/- 0.055 ms)

                Findings
                  Warning, ReceiveDrops: Kernel or interface dropped what had arrived: lab-1 1,204
                    udpReceiveBufferDrops.
                  Info, Retransmissions: Messages or segments were sent again: lab-0 12 retransmissions.
                  Info, FlowControlBlocked: Flow control held senders back: lab-0 3 times (0.000 ms).

                Not applied
                  placement.nodeSelector is not applied in a local run.

                VALID: every message reached every member once and in order. Mind the warning.
                """);
    }

    @Test
    void lossesStandThereByPairWhereTheyTellSomething() {
        var run = new TestResults()
                .member(2000, 0, Map.of(Counters.MESSAGES_FROM + "lab-1", 100_000L))
                .member(
                        1600,
                        0,
                        Map.of(Counters.MESSAGES_FROM + "lab-0", 100_000L, Counters.MISSED_FROM + "lab-0", 1_234L))
                .result();

        assertThat(text(run))
                .contains("""

                Lost of the messages, and sent again
                FROM   TO lab-0  TO lab-1
                lab-0         -    1.23 %
                lab-1    0.00 %         -

                Findings
                """)
                .contains("Retransmissions: 1,234 of 100,000 messages (1.23 %) were lost on the way from lab-0 to");
    }

    @Test
    void lossesOfEightMembersWithLongNamesStayWithinTheWidth() {
        var results = new TestResults().named("nightly-multicast-of-the-lab").members(8);
        for (int member = 0; member < 8; member++) {
            results.member(
                    2000,
                    0,
                    member == 3
                            ? Map.of(
                                    Counters.MESSAGES_FROM + "nightly-multicast-of-the-lab-1", 100_000L,
                                    Counters.MISSED_FROM + "nightly-multicast-of-the-lab-1", 1_234L)
                            : Map.of());
        }

        assertThat(LossTable.of(results.result()))
                .contains("Lost of the messages, and sent again")
                .anyMatch(line -> line.matches("FROM +TO 0 +TO 1 .*TO 7"))
                .anyMatch(line -> line.matches("nightly-multicast-of-the-lab-1 .* 1\\.23 % .*"))
                .allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    @Test
    void windowStandsThereWithItsReasonBeforeTheStartSkew() {
        var run = new TestResults()
                .member(2000, 0, Map.of())
                .member(1600, 0, Map.of())
                .window(FlowWindow.fixed(
                        416_667,
                        "a sender's share of 1 ms of a line of 10 Gbit/s, among 3, as it is not"
                                + " known what the switch's ports hold"))
                .result();

        assertThat(text(run)).contains("""
                Window        416,667 bytes: a sender's share of 1 ms of a line of 10 Gbit/s, among 3, as it is not
                                known what the switch's ports hold
                Start skew    0.150 ms""");
    }

    @Test
    void lossyRunShowsThatItsAccountsAddUpAndIsNotValid() {
        var run = new TestResults()
                .rawUdp()
                .member(2000, 60_000, Map.of(Counters.UDP_RECEIVE_BUFFER_DROPS, 41_000L))
                .member(2000, 0, Map.of())
                .switchDrops(0, 19_000)
                .result();
        assertThat(text(run)).isEqualTo("""
                lab: 2 of 2 members each send 100,000 messages of 1,000 bytes to all, over raw udp

                MEMBER     SENT  RECEIVED    LOST   MSGS/S   MB/S  FIRST-LAST  RESENT   DROPS
                lab-0   100,000   140,000  60,000   70,000   70.0     2.000 s       0  60,000
                lab-1   100,000   200,000       0  100,000  100.0     2.000 s       0       0

                Message rate  85,000 messages/s a member, mean over members
                Throughput    85.0 MB/s a member
                Cluster       170,000 messages/s, 170.0 MB/s, sum over members
                Spread        70,000 to 100,000 messages/s over members, 35.3 % apart
                From others   50,000 messages/s, 50.0 MB/s a member; the rest is its own, which crosses no wire
                Loopback      p50 0.501 ms, p90 0.901 ms, p99 0.991 ms, p99.9 1.000 ms, max 1.001 ms
                              of 2,000 sampled messages, from send to own receipt, not over the wire
                Bottleneck    Receiver: 30 % of what was sent to lab-0 is missing (of the others 0.0 % or less), and
                                its kernel dropped 41,000 datagrams as the receive buffer was full: it is the
                                receiver. Send less, or give it cores and a larger receive buffer.
                Start skew    0.150 ms (+/- 0.055 ms)
                Messages      sent 200,000 x 2 receivers = received 340,000 + lost 60,000

                Findings
                  Invalid, MessagesMissing: 60,000 of 400,000 messages (15.0 %) did not arrive: lab-0 60,000. The
                    transport does not guarantee delivery.
                  Warning, HeldBack: 30 % of what was sent to lab-0 is missing (of the others 0.0 % or less), and
                    its kernel dropped 41,000 datagrams as the receive buffer was full: it is the receiver. Send
                    less, or give it cores and a larger receive buffer.
                  Warning, ReceiveDrops: Kernel or interface dropped what had arrived: lab-0 41,000
                    udpReceiveBufferDrops.
                  Info, SwitchDrops: The switch dropped frames as the port's queue was full: lab-0 19,000
                    switchPortDrops.

                NOT VALID: MessagesMissing. 60,000 of 400,000 messages (15.0 %) did not arrive: lab-0 60,000. The
                  transport does not guarantee delivery.
                The run completed, but its figures must not be used.
                """);
    }

    @Test
    void failedRunSaysWhoFailedAndMarksWhatIsPartial() {
        var run = new TestResults()
                .partial(700, 130_000, "it was stopped as the run had failed.")
                .failed(new RunFailure(
                        FailureReason.MEMBER_LOST,
                        RunPhase.RUNNING,
                        "lab-1 exited with status 137 after 90,000 of 200,000 messages."))
                .result();
        assertThat(text(run)).isEqualTo("""
                lab: 2 of 2 members each send 100,000 messages of 1,000 bytes to all, over jgroups with stack udp

                MEMBER     SENT  RECEIVED     LOST   MSGS/S   MB/S  FIRST-LAST  RESENT  DROPS   REPORT
                lab-0   100,000    70,000  130,000  100,000  100.0     0.700 s       0      0  partial
                lab-1         -         -        -        -      -           -       -      -     none

                Findings
                  Invalid, MemberLost: lab-1 left no report.
                  Invalid, PartialReport: lab-0 did not finish: it was stopped as the run had failed.

                FAILED while Running: lab-1 exited with status 137 after 90,000 of 200,000 messages.
                What the members had measured is shown, but is partial and not averaged.
                """);
    }

    @Test
    void repetitionsShowEachOutcomeAndTheMedianOfTheValidOnes() {
        var result = RepetitionsResult.of(List.of(whole(2000, 0), whole(2000, 7), whole(1600, 0)));
        assertThat(ConsoleReport.text(result, Style.PLAIN)).isEqualTo("""
                lab: 2 of 2 members each send 100,000 messages of 1,000 bytes to all, over jgroups with stack udp

                REPETITION  MESSAGES/S   MB/S      SKEW    OUTCOME
                1              100,000  100.0  0.150 ms      valid
                2               99,998  100.0  0.150 ms  not valid
                3              125,000  125.0  0.150 ms      valid

                Repetition 1, the median of the valid ones:

                MEMBER     SENT  RECEIVED   MSGS/S   MB/S  FIRST-LAST  RESENT  DROPS
                lab-0   100,000   200,000  100,000  100.0     2.000 s       0      0
                lab-1   100,000   200,000  100,000  100.0     2.000 s       0      0

                Message rate  100,000 messages/s a member, mean over members
                Throughput    100.0 MB/s a member
                Cluster       200,000 messages/s, 200.0 MB/s, sum over members
                Spread        100,000 to 100,000 messages/s over members, 0.0 % apart
                From others   50,000 messages/s, 50.0 MB/s a member; the rest is its own, which crosses no wire
                Loopback      p50 0.501 ms, p90 0.901 ms, p99 0.991 ms, p99.9 1.000 ms, max 1.001 ms
                              of 2,000 sampled messages, from send to own receipt, not over the wire
                Bottleneck    Unknown: Too little was counted to tell what held the rate.
                Start skew    0.150 ms (+/- 0.055 ms)

                Rate          median 112,500 messages/s a member (100,000 to 125,000, 22.2 % apart)
                Throughput    median 112.5 MB/s a member (100.0 to 125.0, 22.2 % apart)
                Repetitions   2 of 3 are valid; only these are counted above

                Findings
                  Invalid, MessagesMissing: repetition 2: 7 of 400,000 messages (0.00175 %) did not arrive: lab-0 7.

                NOT VALID, repetition 2: MessagesMissing. 7 of 400,000 messages (0.00175 %) did not arrive: lab-0 7.
                What is shown is of repetition 1, which is valid.
                """);
    }

    @Test
    void validRepetitionThatIsShownIsNotSaidToBePartialWhereALaterOneFailed() {
        var result = RepetitionsResult.of(List.of(whole(2000, 0), whole(1600, 0), lostAMember()));

        assertThat(ConsoleReport.text(result, Style.PLAIN))
                .contains("Repetition 1, the median of the valid ones:")
                .doesNotContain("partial and not averaged")
                .endsWith("""
                        FAILED while Running, repetition 3: lab-1 is gone.
                        What is shown is of repetition 1, which is valid.
                        """);
    }

    @Test
    void whatIsShownOfARepetitionThatIsNotTheFailedOneIsSaidOfThatOne() {
        var result = RepetitionsResult.of(List.of(lostAMember(), whole(2000, 7)));

        assertThat(ConsoleReport.text(result, Style.PLAIN))
                .contains("Repetition 2:")
                .endsWith("""
                        FAILED while Running, repetition 1: lab-1 is gone.
                        What is shown is of repetition 2, whose figures must not be used.
                        """);
    }

    @Test
    void repetitionsOfDatagramGiveTheirRateAListener() {
        var run = OtherWorkloads.datagram();

        assertThat(ConsoleReport.text(RepetitionsResult.of(List.of(run, run)), Style.PLAIN))
                .containsPattern("Rate +median 1,000 packets/s a listener \\(")
                .containsPattern("Throughput +median 1.0 MB/s a listener \\(");
    }

    @Test
    void pairsThatAreLeftOutAreNotSaidToBeInTheResult() {
        assertThat(preflightOfMany(40, 0)).contains("and 20 pairs more, in result.json");
        assertThat(preflightOfMany(1024, 3008)).contains("and 4,012 pairs more, 1,004 of them in result.json");
    }

    private static String preflightOfMany(int stored, int leftOut) {
        var run = new TestResults()
                .preflightOfMany(stored, leftOut, leftOut)
                .member(2000, 0, Map.of())
                .member(2000, 0, Map.of())
                .result();
        return ConsoleReport.text(RepetitionsResult.of(List.of(run)), Style.PLAIN);
    }

    @Test
    void linesStayWithin100ColumnsAndAscii() {
        var linked = new TestResults()
                .member(2000, 0, Map.of(Counters.UDP_RECEIVE_BUFFER_DROPS, 123_456_789_012L))
                .member(1, 0, Map.of(Counters.RETRANSMISSIONS, 123_456_789L))
                .link(new Link(50_000_000 / 8, 9000, 0, false))
                .result();
        var result = RepetitionsResult.of(List.of(linked, whole(2000, 7)));
        assertThat(ConsoleReport.text(result, Style.PLAIN).lines())
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(100).matches("\\p{ASCII}*"));
    }

    @Test
    void colourStandsOnlyWhereItIsWanted() {
        var result = RepetitionsResult.of(List.of(whole(2000, 0)));
        assertThat(ConsoleReport.text(result, Style.PLAIN)).doesNotContain("\u001b");
        assertThat(ConsoleReport.text(result, Style.COLOURED)).contains("\u001b[1;32mVALID");
    }

    @Test
    void colourNeedsATerminalAndNoRefusal() {
        var xterm = Map.of("TERM", "xterm");
        assertThat(Style.of(true, xterm)).isEqualTo(Style.COLOURED);
        assertThat(Style.of(false, xterm)).isEqualTo(Style.PLAIN);
        assertThat(Style.of(true, Map.of("TERM", "xterm", "NO_COLOR", "1"))).isEqualTo(Style.PLAIN);
        assertThat(Style.of(true, Map.of("TERM", "dumb"))).isEqualTo(Style.PLAIN);
    }

    private static RunResult lostAMember() {
        return new TestResults()
                .partial(700, 130_000, "it was stopped as the run had failed.")
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "lab-1 is gone."))
                .result();
    }

    private static RunResult whole(long millis, long lost) {
        return new TestResults()
                .member(millis, lost, Map.of())
                .member(millis, 0, Map.of())
                .result();
    }

    private static String text(RunResult run) {
        return ConsoleReport.text(RepetitionsResult.of(List.of(run)), Style.PLAIN);
    }
}
