package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunAsSuiteTest {
    private static final ClaimRule RULE = BaselineRequest.defaults().rule();
    private static final Instant BEFORE = Instant.parse("2026-10-01T10:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");

    @Test
    void repetitionsAreTheRoundsOfOneCellWithTheNameOfTheRun() {
        SuiteResult suite = suite(NOW, "6.18", 1000, 1010, 1020);

        assertThat(suite.phase().isOver()).isTrue();
        assertThat(suite.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.cell()).isEqualTo("udp-1k");
            assertThat(cell.validRounds()).isEqualTo(3);
            assertThat(cell.figures().get(VisitDigest.UNITS_PER_SECOND).values())
                    .extracting(FigureSummary.RoundValue::round)
                    .containsExactly(1, 2, 3);
        });
    }

    @Test
    void repetitionThatIsNotValidIsCountedAndNotCompared() {
        List<RunResult> runs = new ArrayList<>(List.of(run("6.18", 1000), run("6.18", 1010)));
        runs.add(TestRun.of(
                        2, 2, report(0, "6.18", 1000), report(1, "6.18", 1000).lost(0, 10))
                .result());

        CellResult cell = RunAsSuite.of(RepetitionsResult.of(runs), BaselineRequest.defaults())
                .cells()
                .getFirst();

        assertThat(cell.validRounds()).isEqualTo(2);
        assertThat(cell.invalidVisits()).isEqualTo(1);
    }

    @Test
    void runThatTakesLongerForTheSameIsSlower() {
        CellChange change = change(
                suite(NOW, "6.18", 1500, 1510, 1520, 1530, 1540), suite(BEFORE, "6.18", 1000, 1010, 1020, 1030, 1040));

        assertThat(change.says(Claim.SLOWER)).isTrue();
    }

    @Test
    void singleRepetitionOnEitherSideIsNoStatement() {
        SuiteResult one = suite(BEFORE, "6.18", 1000);
        SuiteResult several = suite(NOW, "6.18", 1500, 1510, 1520, 1530, 1540);

        assertThat(change(several, one).verdict()).isEmpty();
        assertThat(change(several, one).refusal())
                .contains("the earlier run has a single valid repetition, which does not tell what chance makes of a"
                        + " figure; measure both again with repetitions: 5 or more");
        assertThat(change(one, several).refusal().orElseThrow()).startsWith("it has a single valid repetition");
    }

    @Test
    void otherHostsAreSaidInTheWordsOfRuns() {
        CellChange change = change(
                suite(NOW, "6.19", 1500, 1510, 1520, 1530, 1540), suite(BEFORE, "6.18", 1000, 1010, 1020, 1030, 1040));

        assertThat(change.refusal().orElseThrow()).startsWith("hosts or JVMs differ from the earlier run's in kernel");
    }

    @Test
    void anotherWorkloadIsAnObstacle() {
        SuiteResult alone = timed(
                BEFORE,
                RunAsSuite.of(
                        RepetitionsResult.of(List.of(
                                TestRun.of(1, 1, TestReport.whole(0, 1, 10_000).in(Duration.ofSeconds(1)))
                                        .result())),
                        BaselineRequest.defaults()));

        assertThat(RunComparison.obstacle(suite(NOW, "6.18", 1000), alone, VisitDigest.UNITS_PER_SECOND))
                .contains("run udp-1k measured another workload: members was 1, and is 2");
    }

    @Test
    void runIsNotComparedWithItselfNorByAFigureThatItHasNot() {
        SuiteResult run = suite(NOW, "6.18", 1000, 1010);

        assertThat(RunComparison.obstacle(run, run, VisitDigest.UNITS_PER_SECOND))
                .contains("both hold the same measurement, run udp-1k");
        assertThat(RunComparison.obstacle(run, suite(BEFORE, "6.18", 1000), "rpc.readP99Micros")
                        .orElseThrow())
                .startsWith("not all valid repetitions of run udp-1k have the figure rpc.readP99Micros; all have ")
                .contains("unitsPerSecond");
    }

    private static CellChange change(SuiteResult now, SuiteResult before) {
        return RunComparison.against(now, before, VisitDigest.UNITS_PER_SECOND, RULE)
                .baseline()
                .orElseThrow()
                .cells()
                .getFirst();
    }

    /** A repetition for each time that it took, in milliseconds. */
    private static SuiteResult suite(Instant began, String kernel, long... millis) {
        List<RunResult> runs = new ArrayList<>();
        for (long each : millis) {
            runs.add(run(kernel, each));
        }
        return timed(began, RunAsSuite.of(RepetitionsResult.of(runs), BaselineRequest.defaults()));
    }

    /** Test runs all begin at the same instant. */
    private static SuiteResult timed(Instant began, SuiteResult suite) {
        return SuiteResultBuilder.builder(suite)
                .startTime(Optional.of(began))
                .completionTime(Optional.of(began.plusSeconds(60)))
                .build();
    }

    private static RunResult run(String kernel, long millis) {
        return TestRun.of(2, 2, report(0, kernel, millis), report(1, kernel, millis))
                .result();
    }

    private static TestReport report(int index, String kernel, long millis) {
        return TestReport.whole(index, 2, 10_000).in(Duration.ofMillis(millis)).host("kernel", kernel);
    }
}
