package io.jgbench.coordination.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunSpecBuilder;
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

class SearchTablesTest {
    private static final DatagramSpec SPEC = DatagramSpecBuilder.builder()
            .publishers(2)
            .listeners(2)
            .packetBytes(1468)
            .processBytes(4)
            .rxBufferPackets(1428)
            .txBufferPackets(16)
            .rxTimeout(Duration.ofSeconds(1))
            .bytesPerSecond(Optional.of(2_000_000L))
            .duration(Duration.ofSeconds(1))
            .warmup(Warmup.of(0))
            .port(0)
            .dontFragment(false)
            .provider(DatagramSpec.Provider.AUTO)
            .logInterval(Duration.ofSeconds(1))
            .search(Optional.of(new DatagramSearch(Duration.ofSeconds(1), 20, 1)))
            .build();

    private static final SearchTrial FAST = trial(0, 2_000_000, 10);
    private static final SearchTrial SLOW = trial(0, 1_000_000, 0);

    @Test
    void matrixOfAPairIsOfTheTrialsThatBothHaveSeen() {
        var lines = new SearchTables(Workloads.DATAGRAM.of(run(List.of(trial(1, 2_000_000, 0)), List.of(FAST, SLOW))))
                .tables().stream().flatMap(table -> table.lines(100).stream()).toList();

        assertThat(lines)
                .containsExactly(
                        "TRIAL  MB/S ASKED  MB/S SENT  WORST LOSS   OUTCOME",
                        "1             2.0        2.0     1.000 %  too much",
                        "Highest MB/s of a publisher at which a pair kept within the bound, in any trial (row to"
                                + " column):",
                        "FROM  TO 0  TO 1",
                        "0        -     -",
                        "1      2.0     -");
    }

    @Test
    void lossesOnBothSidesOfASmallBoundAreToldApart() {
        var within = new SearchTrial(1_000_000, 1_000_000, true, List.of(new PairLoss(0, 1_000_000, 999_910)));
        var above = new SearchTrial(2_000_000, 2_000_000, false, List.of(new PairLoss(0, 1_000_000, 999_860)));
        var both = List.of(within, above);

        var trials = new SearchTables(Workloads.DATAGRAM.of(run(both, both)))
                .tables()
                .getFirst();

        assertThat(trials.rows()).extracting(row -> row.get(3)).containsExactly("0.00900 %", "0.014 %");
    }

    @Test
    void membersOfWhichOneHasSeenNoTrialHaveNothingToShow() {
        assertThat(new SearchTables(Workloads.DATAGRAM.of(run(List.of(FAST), List.of()))).tables())
                .isEmpty();
    }

    private static SearchTrial trial(int publisher, long rate, long missing) {
        return new SearchTrial(rate, rate, false, List.of(new PairLoss(publisher, 1000, 1000 - missing)));
    }

    private static RunResult run(List<SearchTrial> first, List<SearchTrial> second) {
        List<List<SearchTrial>> trials = List.of(first, second);
        List<MemberReport> reports = IntStream.range(0, 2)
                .mapToObj(index -> MemberReportBuilder.builder()
                        .runId("run-1")
                        .member("lab-" + index)
                        .index(index)
                        .partial(true)
                        .failure(Optional.of("it was stopped"))
                        .beganAtEpochNanos(0)
                        .workload(DatagramReportBuilder.builder()
                                .packetBytes(1468)
                                .publishNanos(0)
                                .outbound(List.of())
                                .inbound(List.of())
                                .slots(0)
                                .slotsWithinRate(0)
                                .queueFull(0)
                                .strangers(0)
                                .socket(new Socket("sendmmsg", 1, 1, 0, 0, 0))
                                .endedAtEpochNanos(0)
                                .samples(List.of())
                                .trials(trials.get(index))
                                .foundBytesPerSecond(0)
                                .build())
                        .counters(Map.of())
                        .framing(new Framing(30, 65_000, 40, Layer.UDP, true))
                        .host(Map.of())
                        .build())
                .toList();
        return Workloads.result(RunEvidenceBuilder.builder()
                .runId("run-1")
                .spec(RunSpecBuilder.builder()
                        .name("lab")
                        .members(2)
                        .workload(SPEC)
                        .transport(new TransportSpec("udp", Optional.empty(), Map.of(), 0))
                        .repetitions(1)
                        .startTimeout(Duration.ofMinutes(2))
                        .maxSkew(Duration.ofMillis(10))
                        .jvmOptions(List.of())
                        .activeDeadline(Duration.ofMinutes(30))
                        .build())
                .reliable(false)
                .memberNames(List.of("lab-0", "lab-1"))
                .reports(reports)
                .clocks(Map.of("lab-0", new ClockOffset(0, 0), "lab-1", new ClockOffset(0, 0)))
                .hostCounters(Map.of())
                .startTime(Instant.EPOCH)
                .completionTime(Instant.EPOCH)
                .notApplied(List.of())
                .build());
    }
}
