package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.Drift;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.statistics.PairedEffect;
import io.jgbench.coordination.suite.Limit;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.CellResult.VisitRun;
import io.jgbench.coordination.suite.result.CellResultBuilder;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.FigureSummary.RoundValue;
import io.jgbench.coordination.suite.result.LatencySummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.coordination.suite.result.ThresholdResult;
import io.jgbench.coordination.suite.result.ThresholdResult.ThresholdOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

public class SuiteReportTest {

    @Test
    void eachCellHasALineAndWhatOneMustKnowStandsBelow() {
        String text = text(SuitePhase.COMPLETED, whole(), lacking());

        assertThat(text)
                .startsWith("Suite lab: 2 cells, 6 rounds, interleaved with seed 1, 12 min 0 s measured.\n")
                .containsPattern("CELL +ROUNDS +MESSAGES/s +95 % INTERVAL +SPREAD +MB/s +NOT VALID")
                .containsPattern("stack=udp +6/6 +126,480 +120,000 to 130,000 +8.0 % +126.5 +0\n")
                .containsPattern("stack=tcp +0/6 +- +- +- +- +1\n")
                .containsPattern("stack=udp latency +1,000 +2,000 +5,000\n")
                .contains("  stack=udp latency, intervals of 95 %: P99 4,000 to 9,000\n")
                .contains("stack=udp: the rate of round 3 lies far from the others; it is counted like them.")
                .contains("stack=udp: its rate fell by 6.0 % from the first round to the last")
                .contains("lab-c2-r1 failed: MemberLost: member-1 is gone")
                .contains("Cells ran in 2 environments")
                .endsWith("COMPLETED: 1 of 2 cells lack valid figures of some rounds; they are counted above, and"
                        + " averaged\n  nowhere.\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    @Test
    void latenciesOfCellsWithLongNamesAndIntervalsAreToldApartWithinTheWidth() {
        List<LatencySummary.Percentile> percentiles = Stream.of(50.0, 90.0, 99.0, 99.9)
                .map(percentile -> new LatencySummary.Percentile(
                        percentile, 1_234_567, Optional.of(new Interval(1_190_000, 2_280_000, 0.95))))
                .toList();
        List<String> names = List.of(
                "members=4,messageSize=1000,acknowledgements=immediate,stack=udp",
                "members=10,messageSize=1000,acknowledgements=immediate,stack=udp");
        CellResult[] cells = names.stream()
                .map(name -> CellResultBuilder.builder(whole())
                        .cell(name)
                        .latencies(Map.of("loopback", new LatencySummary(10, percentiles, "")))
                        .build())
                .toArray(CellResult[]::new);

        String text = text(SuitePhase.COMPLETED, cells);

        assertThat(text)
                .containsOnlyOnce("\n" + names.getFirst() + " loopback\n")
                .containsOnlyOnce("\n" + names.getLast() + " loopback\n")
                .as("in the table of rates")
                .containsOnlyOnce("\n" + names.getFirst() + "\n")
                .containsOnlyOnce("\n" + names.getLast() + "\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    @Test
    void timesToOthersAreToldWithTheErrorOfTheClocksAndTheLoopbackAsWhatItIs() {
        LatencySummary timed = whole().latencies().get("latency");
        var error = new FigureSummary(
                List.of(new RoundValue(1, 30)), Spread.of(30), 30, Optional.empty(), Optional.empty(), List.of());
        Map<String, FigureSummary> figures = new LinkedHashMap<>(whole().figures());
        figures.put(VisitDigest.LATENCY_ERROR_MICROS, error);
        CellResult cell = CellResultBuilder.builder(whole())
                .figures(figures)
                .latencies(Map.of("delivery", timed, "loopback", timed))
                .build();

        assertThat(text(SuitePhase.COMPLETED, cell))
                .containsPattern("stack=udp delivery +1,000 +2,000 +5,000\nstack=udp loopback +1,000 +2,000 +5,000\n")
                .contains("""

                          delivery: to another member, by clocks known to +/- 30.0 microseconds
                            (measured before each run and, where that was possible, after it)
                          loopback: back to its own sender, over no wire
                        """);
    }

    @Test
    void suiteThatIsNotOverSaysHowItGoesOn() {
        assertThat(text(SuitePhase.RUNNING, whole())).contains("NOT OVER: the same command continues");
        assertThat(text(SuitePhase.BUDGET_SPENT, whole()))
                .contains("BUDGET SPENT: the next visit would probably exceed it.");
        assertThat(text(SuitePhase.COMPLETED, whole())).contains("COMPLETED: each cell has valid figures");
    }

    @Test
    void onATerminalAllCellsStandOnOneScale() {
        var half = new FigureSummary(
                List.of(new RoundValue(1, 63_240), new RoundValue(2, 31_620)),
                new Spread(31_620, 63_240, 63_240, 500),
                63_240,
                Optional.empty(),
                Optional.empty(),
                List.of());
        CellResult nio = CellResultBuilder.builder(whole())
                .cell("stack=nio")
                .figures(Map.of(VisitDigest.UNITS_PER_SECOND, half))
                .build();

        String text = SuiteReport.text(suite(SuitePhase.COMPLETED, whole(), nio, lacking()), Style.PLAIN, true);

        assertThat(text)
                .contains("Rounds (·), 95 % interval (├─┤) and median (●) of the rate, 0 to 126,480 messages/s\n")
                .contains("\n  stack=udp  " + " ".repeat(45) + "├─●\n")
                .contains("\n  stack=nio  " + " ".repeat(12) + "·" + " ".repeat(11) + "●\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
        assertThat(SuiteReport.text(suite(SuitePhase.COMPLETED, whole(), nio), Style.PLAIN))
                .doesNotContain("●");
    }

    @Test
    void roundsInsideTheIntervalAreDrawn() {
        var rate = new FigureSummary(
                List.of(
                        new RoundValue(1, 24_000),
                        new RoundValue(2, 26_000),
                        new RoundValue(3, 28_000),
                        new RoundValue(4, 44_000),
                        new RoundValue(5, 46_000),
                        new RoundValue(6, 47_000)),
                Spread.of(24_000, 47_000),
                36_000,
                Optional.of(new Interval(24_000, 47_000, 0.95)),
                Optional.empty(),
                List.of());
        CellResult cell = CellResultBuilder.builder(whole())
                .figures(Map.of(VisitDigest.UNITS_PER_SECOND, rate))
                .build();
        CellResult other = CellResultBuilder.builder(cell).cell("stack=nio").build();

        assertThat(SuiteReport.text(suite(SuitePhase.COMPLETED, cell, other), Style.PLAIN, true))
                .contains("\n  stack=udp  " + " ".repeat(24) + "├─·─·───────●───────·─·┤\n");
    }

    @Test
    void comparisonSaysOneWordWithItsNumbers() {
        assertThat(comparison(Claim.FASTER, 0))
                .contains("B (arm=b) against A (arm=a): unitsPerSecond, 2 rounds")
                .contains("B less A      +5.0 % (99 % interval +3.0 % to +7.0 %), p = 0.0010")
                .contains("FASTER: B is faster than A.");
        assertThat(comparison(Claim.NO_DIFFERENCE_ABOVE, 0)).contains("NO DIFFERENCE ABOVE 5 %: if A and B differ");
        assertThat(comparison(Claim.INCONCLUSIVE, 7)).contains("INCONCLUSIVE: it would probably take 7 more rounds");
    }

    @Test
    void thresholdsAndComparedCellsHaveATableEachAndASentenceWhereTheyAreMissedOrOpen() {
        String text = SuiteReport.text(
                SuiteResultBuilder.builder(suite(SuitePhase.COMPLETED, whole()))
                        .thresholds(List.of(
                                threshold(
                                        "stack=udp",
                                        OptionalDouble.of(120_000),
                                        ThresholdOutcome.MET,
                                        Optional.empty()),
                                threshold("stack=tcp", OptionalDouble.of(9), ThresholdOutcome.MISSED, Optional.empty()),
                                threshold(
                                        "stack=nio",
                                        OptionalDouble.empty(),
                                        ThresholdOutcome.INCONCLUSIVE,
                                        Optional.of("no visit is valid"))))
                        .comparisons(List.of(
                                compared(Claim.FASTER, 0),
                                compared(Claim.INCONCLUSIVE, 7),
                                refused("hosts or JVMs changed")))
                        .build(),
                Style.PLAIN);

        assertThat(text)
                .containsPattern("stack=udp +lower bound of unitsPerSecond +at least 50,000 +120,000 +Met\n")
                .containsPattern("stack=tcp +lower bound of unitsPerSecond +at least 50,000 +9.0 +Missed\n")
                .contains("stack=nio: of unitsPerSecond no visit is valid")
                .containsPattern("arm=b against arm=a +2 +\\+5.0 % +\\+3.0 % to \\+7.0 % +0.0010 +Faster\n")
                .containsPattern("0.0010 +Inconclusive, 7 more rounds\n")
                .contains("arm=b against arm=a: nothing can be said: hosts or JVMs changed")
                .contains("THRESHOLD MISSED: 1 of 3 are missed.")
                .contains("INCONCLUSIVE: 1 of 3 thresholds cannot be answered; the reasons stand above.")
                .endsWith("""
                        INCONCLUSIVE: 1 of 3 comparisons take more rounds.
                        NOTHING CAN BE SAID of 1 of 3 comparisons; why stands above.
                        """);
        assertThat(text.lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    @Test
    void figureThatJustMissesItsThresholdIsNotShownAsTheThreshold() {
        String text = SuiteReport.text(
                SuiteResultBuilder.builder(suite(SuitePhase.COMPLETED, whole()))
                        .thresholds(List.of(threshold(
                                "stack=udp", OptionalDouble.of(49_999.6), ThresholdOutcome.MISSED, Optional.empty())))
                        .build(),
                Style.PLAIN);

        assertThat(text)
                .containsPattern("stack=udp +lower bound of unitsPerSecond +at least 50,000.000 +49,999.600 +Missed\n");
    }

    public static ThresholdResult threshold(
            String cell, OptionalDouble found, ThresholdOutcome outcome, Optional<String> why) {
        return new ThresholdResult(
                cell, "unitsPerSecond", Statistic.LOWER_BOUND, Limit.MIN, 50_000, found, outcome, why);
    }

    public static ArmComparison refused(String why) {
        return new ArmComparison(
                1,
                "lab",
                "unitsPerSecond",
                "arm=a",
                "arm=b",
                new ClaimRule(0.99, 0.05, true),
                List.of(),
                List.of(),
                0,
                Optional.empty(),
                Optional.of(why),
                List.of(),
                List.of());
    }

    @Test
    void looksAtAComparisonAreToldWithWhatEachSaid() {
        var looked = compared(Claim.FASTER, 0)
                .lookedAt(
                        List.of(
                                new ArmComparison.Look(12, 0.995, Claim.INCONCLUSIVE),
                                new ArmComparison.Look(18, 0.9975, Claim.FASTER)),
                        List.of());

        assertThat(ComparisonReport.text(looked, Style.PLAIN))
                .contains("  looked at after 12 rounds at 99.5 %: Inconclusive; 18 rounds at 99.75 %: Faster\n");
        assertThat(ComparisonReport.text(
                        compared(Claim.FASTER, 0)
                                .lookedAt(List.of(new ArmComparison.Look(12, 0.995, Claim.FASTER)), List.of()),
                        Style.PLAIN))
                .doesNotContain("looked at");
    }

    private static String comparison(Claim claim, int moreRounds) {
        return ComparisonReport.text(compared(claim, moreRounds), Style.PLAIN);
    }

    public static ArmComparison compared(Claim claim, int moreRounds) {
        var effect = new PairedEffect(2, 0.05, Optional.of(new Interval(0.03, 0.07, 0.99)), 0.001);
        return new ArmComparison(
                1,
                "lab",
                "unitsPerSecond",
                "arm=a",
                "arm=b",
                new ClaimRule(0.99, 0.05, true),
                List.of(100.0, 101.0),
                List.of(105.0, 106.0),
                0,
                Optional.of(new ClaimRule.Verdict(claim, effect, 0.001, moreRounds)),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private static String text(SuitePhase phase, CellResult... cells) {
        return SuiteReport.text(suite(phase, cells), Style.PLAIN);
    }

    public static SuiteResult suite(SuitePhase phase, CellResult... cells) {
        return SuiteResultBuilder.builder()
                .schemaVersion(1)
                .suite("lab")
                .phase(phase)
                .axes(List.of("stack"))
                .order(Order.INTERLEAVED)
                .seed(1)
                .rounds(6)
                .measuredNanos(Duration.ofMinutes(12).toNanos())
                .cells(List.of(cells))
                .build();
    }

    public static CellResult whole() {
        var rate = new FigureSummary(
                List.of(new RoundValue(1, 126_480), new RoundValue(2, 126_480)),
                new Spread(120_000, 126_480, 130_118, 80),
                126_000,
                Optional.of(new Interval(120_000, 130_000, 0.95)),
                Optional.of(new Drift(-60, 0.005)),
                List.of(3));
        var bytes = new FigureSummary(
                List.of(new RoundValue(1, 126_480_000)),
                Spread.of(126_480_000),
                126_480_000,
                Optional.empty(),
                Optional.empty(),
                List.of());
        return CellResultBuilder.builder()
                .cell("stack=udp")
                .coordinates(Map.of("stack", "udp"))
                .unitOfWork(Optional.of("messages"))
                .plannedRounds(6)
                .validRounds(6)
                .figures(Map.of(VisitDigest.UNITS_PER_SECOND, rate, VisitDigest.BYTES_PER_SECOND, bytes))
                .latencies(Map.of(
                        "latency",
                        new LatencySummary(
                                10,
                                List.of(
                                        new LatencySummary.Percentile(50, 1000, Optional.empty()),
                                        new LatencySummary.Percentile(90, 2000, Optional.empty()),
                                        new LatencySummary.Percentile(
                                                99, 5000, Optional.of(new Interval(4000, 9000, 0.95)))),
                                "")))
                .bottlenecks(Map.of())
                .findings(Map.of())
                .environmentHashes(Set.of("one"))
                .runs(IntStream.rangeClosed(1, 6)
                        .mapToObj(round ->
                                new VisitRun("lab-c1-r" + round, round, 1, VisitOutcome.VALID, Optional.empty()))
                        .toList())
                .build();
    }

    public static CellResult lacking() {
        return CellResultBuilder.builder()
                .cell("stack=tcp")
                .coordinates(Map.of("stack", "tcp"))
                .unitOfWork(Optional.of("messages"))
                .plannedRounds(6)
                .failedVisits(1)
                .figures(Map.of())
                .latencies(Map.of())
                .bottlenecks(Map.of())
                .findings(Map.of())
                .environmentHashes(Set.of("other"))
                .runs(List.of(new VisitRun(
                        "lab-c2-r1", 1, 1, VisitOutcome.FAILED, Optional.of("MemberLost: member-1 is gone"))))
                .build();
    }
}
