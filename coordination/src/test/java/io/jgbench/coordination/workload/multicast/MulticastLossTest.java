package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.WorkloadReport.Missed;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Over a transport that repairs nothing, what was lost of whom is known by the workload alone. */
class MulticastLossTest {
    private static final int MEMBERS = 4;
    private static final long MESSAGES = 100_000;
    private static final Duration RUN = Duration.ofSeconds(10);

    @Test
    void whatAllMissOfOneWasLostOnTheWayOutOfIt() {
        var result = overUdp(IntStream.range(0, MEMBERS)
                .mapToObj(member -> member == 0 ? whole(0) : whole(member).lost(0, 3_000))
                .toArray(TestReport[]::new));

        assertThat(result.bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.LOSS);
            assertThat(found.member()).as(found.message()).contains("member-0");
            assertThat(found.message())
                    .startsWith("9,000 of 300,000 messages (3.00 %) were lost on the way out of member-0, to member-1"
                            + " 3,000, member-2 3,000, member-3 3,000; on all other ways 0.0 %. Nothing sends them"
                            + " again");
        });
    }

    /** What a member sends to itself does not cross its link. */
    @Test
    void whatOneMissesOfTheOnlySenderThatOthersGetWasLostOnTheWayIntoIt() {
        var result = TestRun.of(
                        MEMBERS,
                        1,
                        IntStream.range(0, MEMBERS)
                                .mapToObj(member -> {
                                    var report = TestReport.whole(member, 1, MESSAGES)
                                            .in(RUN);
                                    return member == 1 ? report.lost(0, 3_000) : report;
                                })
                                .toArray(TestReport[]::new))
                .over("udp")
                .result();

        assertThat(result.bottleneck()).hasValueSatisfying(found -> {
            assertThat(found.message()).contains("on the way into member-1, from member-0 3,000");
            assertThat(found.member()).contains("member-1");
        });
    }

    /** What a stack repaired is not hidden by the little that it did not. */
    @Test
    void lossesThatTheStackCountedStayWhereTheWorkloadMissesLess() {
        var result = TestRun.of(
                        MEMBERS,
                        MEMBERS,
                        IntStream.range(0, MEMBERS)
                                .mapToObj(member -> {
                                    var report = whole(member);
                                    for (int from = 0; from < MEMBERS; from++) {
                                        report.counter(Counters.MESSAGES_FROM + "member-" + from, MESSAGES)
                                                .counter(
                                                        Counters.MISSED_FROM + "member-" + from,
                                                        from == 2 && member != 2 ? 2_000 : 0);
                                    }
                                    return member == 1 ? report.lost(0, 5) : report;
                                })
                                .toArray(TestReport[]::new))
                .result();

        assertThat(result.bottleneck())
                .hasValueSatisfying(found ->
                        assertThat(found.message()).startsWith("6,000 of 300,000 messages (2.00 %) were lost on the"));
    }

    @Test
    void limitOfTheWireIsStatedAndNotComparedWithWhatWasReached() {
        var whole = TestRun.of(
                        2,
                        1,
                        TestReport.whole(0, 1, MESSAGES).in(RUN),
                        TestReport.whole(1, 1, MESSAGES).in(RUN))
                .link(Link.ethernet(1_000_000_000, 1500));
        var lossy = TestRun.of(
                        2,
                        1,
                        TestReport.whole(0, 1, MESSAGES).in(RUN),
                        TestReport.whole(1, 1, MESSAGES).in(RUN).lost(0, 3_000))
                .link(Link.ethernet(1_000_000_000, 1500));

        assertThat(whole.figures().efficiencyPermille()).isPresent();
        assertThat(lossy.figures().wireLimit()).isEqualTo(whole.figures().wireLimit());
        assertThat(lossy.figures().efficiencyPermille()).isEmpty();
    }

    @Test
    void streamsOfOneSenderAreOneAndTheOwnIsNone() {
        var whole = Workloads.MULTICAST.own(whole(1).report().workload());
        var report = MulticastReportBuilder.builder(whole)
                .streams(List.of(
                        new MulticastReport.StreamReport(0, 0, 50, 40, 10, 0, 0),
                        new MulticastReport.StreamReport(0, 1, 50, 48, 2, 0, 0),
                        new MulticastReport.StreamReport(1, 0, 50, 50, 0, 0, 0)))
                .build();

        assertThat(report.missed(1)).containsExactly(new Missed(0, 100, 12));
    }

    private static TestReport whole(int member) {
        return TestReport.whole(member, MEMBERS, MESSAGES).in(RUN);
    }

    private static RunResult overUdp(TestReport... reports) {
        return TestRun.of(MEMBERS, MEMBERS, reports).over("udp").result();
    }
}
