package io.jgbench.coordination.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.datagram.DatagramReport.PairLoss;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchLinesTest {
    private static final DatagramSpec SPEC = new DatagramSpec(
            2,
            2,
            1468,
            4,
            1428,
            16,
            Duration.ofSeconds(1),
            Optional.of(2_000_000L),
            Optional.empty(),
            Duration.ofSeconds(1),
            Warmup.of(0),
            0,
            false,
            DatagramSpec.Provider.AUTO,
            Optional.empty(),
            Duration.ofSeconds(1),
            Optional.of(new DatagramSearch(Duration.ofSeconds(1), 20, 1)));

    private static final SearchTrial FAST = trial(0, 2_000_000, 10);
    private static final SearchTrial SLOW = trial(0, 1_000_000, 0);

    @Test
    void matrixOfAPairIsOfTheTrialsThatBothHaveSeen() {
        var lines = new SearchLines(Workloads.DATAGRAM.of(run(List.of(trial(1, 2_000_000, 0)), List.of(FAST, SLOW))))
                .lines(100);

        assertThat(lines)
                .containsExactly(
                        "",
                        "TRIAL  MB/S ASKED  MB/S SENT  WORST LOSS   OUTCOME",
                        "1             2.0        2.0       1.0 %  too much",
                        "",
                        "Highest MB/s of a publisher at which a pair kept within the bound, in any trial (row to column):",
                        "FROM  TO 0  TO 1",
                        "0        -     -",
                        "1      2.0     -");
    }

    @Test
    void membersOfWhichOneHasSeenNoTrialHaveNothingToShow() {
        assertThat(new SearchLines(Workloads.DATAGRAM.of(run(List.of(FAST), List.of()))).lines(100))
                .isEmpty();
    }

    private static SearchTrial trial(int publisher, long rate, long missing) {
        return new SearchTrial(rate, rate, false, List.of(new PairLoss(publisher, 1000, 1000 - missing)));
    }

    private static RunResult run(List<SearchTrial> first, List<SearchTrial> second) {
        List<List<SearchTrial>> trials = List.of(first, second);
        List<MemberReport> reports = IntStream.range(0, 2)
                .mapToObj(index -> new MemberReport(
                        "run-1",
                        "lab-" + index,
                        index,
                        true,
                        Optional.of("it was stopped"),
                        0,
                        new DatagramReport(
                                1468,
                                0,
                                List.of(),
                                List.of(),
                                0,
                                0,
                                0,
                                0,
                                new Socket("sendmmsg", 1, 1),
                                0,
                                List.of(),
                                trials.get(index),
                                0),
                        Map.of(),
                        new Framing(30, 65_000, 40, Layer.UDP, true),
                        Map.of()))
                .toList();
        return Workloads.result(new RunEvidence(
                "run-1",
                new RunSpec(
                        "lab",
                        2,
                        SPEC,
                        new TransportSpec("udp", Optional.empty(), Map.of(), 0),
                        1,
                        Duration.ofMinutes(2),
                        Duration.ofMillis(10),
                        List.of(),
                        Duration.ofMinutes(30)),
                false,
                List.of("lab-0", "lab-1"),
                reports,
                Map.of("lab-0", new ClockOffset(0, 0), "lab-1", new ClockOffset(0, 0)),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH,
                List.of()));
    }
}
