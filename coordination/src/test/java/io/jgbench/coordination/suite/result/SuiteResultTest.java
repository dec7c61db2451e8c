package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.VisitRecord;
import io.jgbench.coordination.suite.result.FigureSummary.RoundValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuiteResultTest {
    private static final long[] MILLIS = {1000, 1010, 990, 1005, 995, 500};

    @Test
    void cellHasMedianIntervalSpreadAndItsOutlier() {
        SuiteResult result = result(6, 6, 0);

        FigureSummary rate = result.cells().getFirst().figures().get(VisitDigest.UNITS_PER_SECOND);
        assertThat(rate.values()).hasSize(6).first().isEqualTo(new RoundValue(1, 10_000));
        assertThat(rate.median()).isBetween(9_950.0, 10_050.0);
        assertThat(rate.interval().orElseThrow().low()).isCloseTo(10_000 / 1.01, within(1.0));
        assertThat(rate.interval().orElseThrow().high()).isCloseTo(20_000, within(1.0));
        assertThat(rate.outliers()).containsExactly(6);
        assertThat(rate.spread().max()).isCloseTo(20_000, within(1.0));
        assertThat(rate.drift()).isPresent();
    }

    @Test
    void fewerThanSixRoundsHaveNoInterval() {
        FigureSummary rate = result(5, 5, 0).cells().getFirst().figures().get(VisitDigest.UNITS_PER_SECOND);

        assertThat(rate.interval()).isEmpty();
    }

    @Test
    void whatIsNotValidIsCountedNamedAndNotAveraged() {
        SuiteResult result = result(6, 3, 2);

        CellResult cell = result.cells().getFirst();
        assertThat(cell.validRounds()).isEqualTo(3);
        assertThat(cell.invalidVisits()).isEqualTo(2);
        assertThat(cell.hasAllRounds()).isFalse();
        assertThat(cell.figures().get(VisitDigest.UNITS_PER_SECOND).values()).hasSize(3);
        assertThat(cell.findings()).containsEntry("MessagesMissing", 2);
        assertThat(cell.runs().getLast().why().orElseThrow()).startsWith("MessagesMissing: ");
    }

    @Test
    void latenciesAreMergedOverRoundsWithIntervals() {
        LatencySummary latency = result(6, 6, 0).cells().getFirst().latencies().get("loopback");

        assertThat(latency.count()).isEqualTo(12);
        var median = latency.percentiles().getFirst();
        assertThat(median.micros()).isCloseTo(1000, within(20.0));
        assertThat(median.interval().orElseThrow().holds(median.micros())).isTrue();
    }

    @Test
    void deliveryIsMergedOverRoundsWithIntervalsBesideTheLoopbackAndWithTheClocksError() {
        CellResult cell = delivered(10_000, 10_000, 20_000, 10_000, 10_000, 10_000);

        assertThat(cell.latencies()).containsOnlyKeys("delivery", "loopback");
        LatencySummary delivery = cell.latencies().get("delivery");
        assertThat(delivery.count()).isEqualTo(12);
        var median = delivery.percentiles().getFirst();
        assertThat(median.micros()).isCloseTo(200, within(4.0));
        assertThat(median.interval().orElseThrow().holds(median.micros())).isTrue();
        assertThat(cell.figures().get(VisitDigest.LATENCY_ERROR_MICROS).spread().max())
                .isEqualTo(20);
    }

    /** The rounds whose times are known would tell of the slow ones alone. */
    @Test
    void deliveryThatTheClocksOfOneRoundDoNotAllowToKnowIsNotMergedOfTheOthers() {
        CellResult cell = delivered(10_000, 10_000, 10_000, 10_000, 10_000, 500_000);

        assertThat(cell.validRounds()).isEqualTo(6);
        assertThat(cell.latencies()).containsOnlyKeys("loopback");
    }

    @Test
    void roundsThatAnEarlierVersionStoredLeaveTheLoopbackAlone() {
        SuiteSpec spec = SuiteFixture.suite(1, 1, 0, "");
        VisitDigest digest = delivered(spec, 1, 10_000);
        VisitDigest earlier = VisitDigestBuilder.builder(digest)
                .histograms(Map.of("loopback", digest.histograms().get("loopback")))
                .build();

        CellResult cell = SuiteResult.of(spec, SuiteStatus.pending(), List.of(earlier))
                .cells()
                .getFirst();

        assertThat(cell.latencies()).containsOnlyKeys("loopback");
        assertThat(cell.figures()).containsKey("latencyP50Micros");
    }

    /** A round for each of these clocks. */
    private static CellResult delivered(long... clockErrorNanos) {
        SuiteSpec spec = SuiteFixture.suite(1, clockErrorNanos.length, 0, "");
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= clockErrorNanos.length; round++) {
            digests.add(delivered(spec, round, clockErrorNanos[round - 1]));
        }
        return SuiteResult.of(spec, SuiteStatus.pending(), digests).cells().getFirst();
    }

    private static VisitDigest delivered(SuiteSpec spec, int round, long clockErrorNanos) {
        TestRun run = TestRun.of(
                        2,
                        2,
                        TestReport.whole(0, 2, 10_000).latencies(1_000_000),
                        TestReport.whole(1, 2, 10_000).delivered(0, 200_000, 300_000))
                .firstClockKnownTo(clockErrorNanos);
        return DigestOf.digest(
                "lab", spec.cells().getFirst(), VisitId.first(0, round), RepetitionsResult.of(List.of(run.result())));
    }

    @Test
    void cellWithoutAVisitIsThere() {
        SuiteSpec spec = SuiteFixture.suite(2, 6, 0, "");

        SuiteResult result = SuiteResult.of(spec, SuiteStatus.pending(), List.of());

        assertThat(result.cells())
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.figures()).isEmpty());
        assertThat(result.startTime()).isEmpty();
    }

    @Test
    void resultAndStatusAreReadAsTheyWereWritten() throws Exception {
        SuiteResult result = result(6, 6, 1);
        var status = new SuiteStatus(
                SuiteStatus.SCHEMA_VERSION,
                SuitePhase.RUNNING,
                Optional.of(VisitId.first(0, 2)),
                17,
                List.of(new VisitRecord(VisitId.first(0, 1), VisitOutcome.FAILED, 5)));

        assertThat(SuiteJson.result(SuiteJson.write(result), "suite.json")).isEqualTo(result);
        assertThat(SuiteJson.status(SuiteJson.write(status), "status.json")).isEqualTo(status);
        assertThat(SuiteJson.status(SuiteJson.write(SuiteStatus.pending()), "status.json"))
                .isEqualTo(SuiteStatus.pending());
    }

    private static SuiteResult result(int rounds, int valid, int invalid) {
        SuiteSpec spec = SuiteFixture.suite(1, rounds, 0, "");
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= valid + invalid; round++) {
            TestReport report = TestReport.whole(0, 1, 10_000)
                    .in(Duration.ofMillis(MILLIS[(round - 1) % MILLIS.length]))
                    .latencies(1_000_000, 2_000_000);
            RepetitionsResult run =
                    RepetitionsResult.of(List.of(TestRun.of(1, 1, round <= valid ? report : report.lost(0, 5))
                            .result()));
            digests.add(DigestOf.digest("lab", spec.cells().getFirst(), VisitId.first(0, round), run));
        }
        return SuiteResult.of(spec, SuiteStatus.pending(), digests);
    }
}
