package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.EDivisive;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.FigureSummary.RoundValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteHistoryTest {
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void cellsAreSeriesInTheOrderOfTimeAndTheChangeOfOneIsFound() {
        var random = new Random(2);
        List<SuiteHistory.Entry> entries = new ArrayList<>();
        for (int day = 0; day < 16; day++) {
            double udp = (day < 9 ? 1000 : 900) + random.nextInt(20);
            entries.add(entry(day, "1000", day < 9 ? "old" : "new", udp, 2000 + random.nextInt(40)));
        }
        Collections.shuffle(entries, random);

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series()).extracting(SuiteHistory.Series::cell).containsExactly("stack=udp", "stack=tcp");
        var udp = history.series().getFirst();
        assertThat(udp.points()).extracting(SuiteHistory.Point::time).isSorted().hasSize(16);
        assertThat(udp.changes()).singleElement().satisfies(change -> {
            assertThat(change.index()).isEqualTo(9);
            assertThat(change.changePermille().orElseThrow()).isCloseTo(-100, within(15.0));
            assertThat(change.environmentChanged()).isTrue();
        });
        assertThat(history.series().getLast().changes()).isEmpty();
    }

    @Test
    void hostsThatAreNotKnownBeforeAChangeAreNotSaidToHaveChanged() {
        var random = new Random(2);
        List<SuiteHistory.Entry> entries = new ArrayList<>();
        for (int day = 0; day < 16; day++) {
            double udp = (day < 9 ? 1000 : 900) + random.nextInt(20);
            SuiteHistory.Entry entry = entry(day, "1000", "same", udp, 2000 + random.nextInt(40));
            entries.add(day < 9 ? withoutEnvironments(entry) : entry);
        }

        var udp = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL)
                .series()
                .getFirst();

        assertThat(udp.changes()).singleElement().satisfies(change -> {
            assertThat(change.environmentChanged()).isFalse();
            assertThat(udp.knowsEnvironmentsAt(change)).isFalse();
        });
    }

    private static SuiteHistory.Entry withoutEnvironments(SuiteHistory.Entry entry) {
        return new SuiteHistory.Entry(
                entry.place(),
                SuiteResultBuilder.builder(entry.result())
                        .cells(entry.result().cells().stream()
                                .map(cell -> CellResultBuilder.builder(cell)
                                        .environmentHashes(Set.of())
                                        .build())
                                .toList())
                        .build());
    }

    @Test
    void anotherWorkloadIsAnotherSeriesWithWhatDiffersInItsName() {
        List<SuiteHistory.Entry> entries =
                List.of(entry(0, "1000", "same", 1000, 2000), entry(1, "5000", "same", 300, 500));

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .allSatisfy(series -> assertThat(series.points()).hasSize(1))
                .extracting(SuiteHistory.Series::cell)
                .containsExactly(
                        "stack=udp (workload.messageSizeBytes 1000)",
                        "stack=tcp (workload.messageSizeBytes 1000)",
                        "stack=udp (workload.messageSizeBytes 5000)",
                        "stack=tcp (workload.messageSizeBytes 5000)");
    }

    @Test
    void cellStaysOneSeriesWhereTheAxesAreDeclaredInAnotherOrder() {
        List<SuiteHistory.Entry> entries = List.of(
                inOrder(0, "size=1k,stack=udp"), inOrder(1, "size=1k,stack=udp"), inOrder(2, "stack=udp,size=1k"));

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series()).singleElement().satisfies(series -> {
            assertThat(series.cell()).isEqualTo("stack=udp,size=1k");
            assertThat(series.points()).hasSize(3);
        });
    }

    /** Suites without axes all have the one cell {@code template}. */
    @Test
    void suitesThatAreMeasuredSideBySideAreSeriesOfTheirOwn() {
        List<SuiteHistory.Entry> entries = new ArrayList<>();
        for (int day = 0; day < 6; day += 2) {
            entries.add(template(day, "nightly-udp", "udp", 1000));
            entries.add(template(day + 1, "nightly-tcp", "tcp", 2000));
        }

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .allSatisfy(series -> assertThat(series.points()).hasSize(3))
                .extracting(SuiteHistory.Series::cell)
                .containsExactly("template (suite nightly-udp: stack udp)", "template (suite nightly-tcp: stack tcp)");
    }

    @Test
    void suiteThatChangesItsStackOrIsRenamedIsOneSeries() {
        List<SuiteHistory.Entry> entries = List.of(
                template(0, "nightly", "udp", 1000),
                template(1, "nightly", "tcp", 2000),
                template(2, "every-night", "tcp", 2000),
                template(3, "every-night", "tcp-nio", 2000));

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series()).singleElement().satisfies(series -> {
            assertThat(series.cell()).isEqualTo("template");
            assertThat(series.points())
                    .extracting(SuiteHistory.Point::time)
                    .isSorted()
                    .hasSize(4);
        });
    }

    /** Of one run file, whose name their suites have. */
    @Test
    void comparisonsOfOneRunFileThatVaryDifferentFieldsAreSeriesOfTheirOwn() {
        List<SuiteHistory.Entry> entries = List.of(
                arms(0, Map.of("stack", "udp"), Map.of("stack", "jgroups-udp")),
                arms(1, builds("5.5.5"), builds("5.5.6")),
                arms(2, builds("5.5.6"), builds("5.5.7")),
                arms(3, Map.of("stack", "udp"), Map.of("stack", "tcp")));

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .extracting(SuiteHistory.Series::cell, series -> series.points().size())
                .containsExactly(
                        tuple("arm=a (suite lab: jgroups.version not given)", 2),
                        tuple("arm=a (suite lab: jgroups.version 5.5.6)", 2),
                        tuple("arm=b (suite lab: jgroups.version not given, stack jgroups-udp)", 1),
                        tuple("arm=b (suite lab: jgroups.version 5.5.7, stack udp)", 2),
                        tuple("arm=b (suite lab: jgroups.version not given, stack tcp)", 1));
    }

    @ParameterizedTest
    @CsvSource({"stack.window, 1048576, 4194304, 8388608", "transport.options.mode, unicast, multicast, both"})
    void comparisonGoesOnWhereAnEarlierVersionDidNotStoreInWhatItsArmsDiffer(
            String path, String a, String b, String c) {
        Map<String, String> before = Map.of("jvm.options", "-Xmx1g");
        List<SuiteHistory.Entry> entries = List.of(
                arms(0, before, before), arms(1, with(path, a), with(path, b)), arms(2, with(path, b), with(path, c)));

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .extracting(SuiteHistory.Series::cell, series -> series.points().size())
                .containsExactly(
                        tuple("arm=a (suite lab: " + path + " " + a + ")", 2),
                        tuple("arm=a (suite lab: " + path + " " + b + ")", 1),
                        tuple("arm=b (suite lab: " + path + " " + b + ")", 2),
                        tuple("arm=b (suite lab: " + path + " " + c + ")", 1));
    }

    /** The stack of a run file has a window, and builds of JGroups are compared with it. */
    @Test
    void comparisonOfWindowsIsNoneOfBuildsThatHadAWindowAsWell() {
        var first = Map.of("jgroups.version", "5.5.5", "stack.window", "1048576");
        var second = Map.of("jgroups.version", "5.5.6", "stack.window", "1048576");
        var wider = Map.of("jgroups.version", "5.5.6", "stack.window", "4194304");

        SuiteHistory history = SuiteHistory.of(
                List.of(arms(0, first, second), arms(1, first, wider)), VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .extracting(SuiteHistory.Series::cell, series -> series.points().size())
                .containsExactly(
                        tuple("arm=a", 2),
                        tuple("arm=b (suite lab: stack.window 1048576)", 1),
                        tuple("arm=b (suite lab: stack.window 4194304)", 1));
    }

    /** Whether the comparison without a window was stored before windows were, nothing tells. */
    @Test
    void comparisonOfBuildsThatHasAWindowAsWellIsNotTakenForTheOneWithoutIt() {
        var first = Map.of("jgroups.version", "5.5.5");
        var second = Map.of("jgroups.version", "5.5.6");
        var wider = Map.of("jgroups.version", "5.5.6", "stack.window", "4194304");

        SuiteHistory history = SuiteHistory.of(
                List.of(arms(0, first, second), arms(1, first, wider)), VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .extracting(SuiteHistory.Series::cell, series -> series.points().size())
                .containsExactly(
                        tuple("arm=a", 2),
                        tuple("arm=b (suite lab: stack.window not given)", 1),
                        tuple("arm=b (suite lab: stack.window 4194304)", 1));
    }

    private static Map<String, String> with(String path, String value) {
        return Map.of("jvm.options", "-Xmx1g", path, value);
    }

    @Test
    void suiteOfOnesOwnWhoseAxisIsCalledArmIsOneSeriesWhateverItsJvms() {
        List<SuiteHistory.Entry> entries = List.of(
                arms(0, "old", jvm("-XX:+UseG1GC"), "new", jvm("-XX:+UseZGC")),
                arms(1, "old", jvm("-XX:+UseG1GC"), "new", jvm("-XX:+UseZGC -Xmx2g")));

        SuiteHistory history = SuiteHistory.of(entries, VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series())
                .extracting(SuiteHistory.Series::cell, series -> series.points().size())
                .containsExactly(tuple("arm=old", 2), tuple("arm=new", 2));
    }

    private static Map<String, String> jvm(String options) {
        return Map.of("jvm.options", options);
    }

    private static Map<String, String> builds(String version) {
        return Map.of("stack", "udp", "jgroups.version", version);
    }

    private static SuiteHistory.Entry arms(int day, Map<String, String> a, Map<String, String> b) {
        return arms(day, "a", a, "b", b);
    }

    private static SuiteHistory.Entry arms(
            int day, String first, Map<String, String> a, String second, Map<String, String> b) {
        SuiteHistory.Entry entry = entry(day, "1000", "same", 1000, 2000);
        return new SuiteHistory.Entry(
                entry.place(),
                SuiteResultBuilder.builder(entry.result())
                        .axes(List.of("arm"))
                        .cells(List.of(
                                arm(first, a, entry.result().cells().getFirst()),
                                arm(second, b, entry.result().cells().getLast())))
                        .build());
    }

    private static CellResult arm(String arm, Map<String, String> definition, CellResult cell) {
        return CellResultBuilder.builder(cell)
                .cell("arm=" + arm)
                .coordinates(Map.of("arm", arm))
                .definition(definition)
                .build();
    }

    private static SuiteHistory.Entry template(int day, String suite, String stack, double rate) {
        CellResult cell = CellResultBuilder.builder(cell(stack, "1000", "same", rate))
                .cell(Cell.WITHOUT_AXES)
                .coordinates(Map.of())
                .build();
        SuiteHistory.Entry entry = entry(day, "1000", "same", rate, rate);
        return new SuiteHistory.Entry(
                entry.place(),
                SuiteResultBuilder.builder(entry.result())
                        .suite(suite)
                        .cells(List.of(cell))
                        .build());
    }

    private static SuiteHistory.Entry inOrder(int day, String cell) {
        SuiteHistory.Entry entry = entry(day, "1000", "same", 1000, 1000);
        CellResult declared = CellResultBuilder.builder(entry.result().cells().getFirst())
                .cell(cell)
                .coordinates(Map.of("size", "1k", "stack", "udp"))
                .build();
        return new SuiteHistory.Entry(
                entry.place(),
                SuiteResultBuilder.builder(entry.result())
                        .cells(List.of(declared))
                        .build());
    }

    @Test
    void settingThatEarlierVersionsDidNotStoreMakesNoOtherSeries() {
        SuiteHistory.Entry before = datagram(0, Map.of("workload.type", "Datagram"));
        SuiteHistory.Entry after = datagram(1, Map.of("workload.type", "Datagram", "workload.arrivals", "Even"));
        SuiteHistory.Entry poisson = datagram(2, Map.of("workload.type", "Datagram", "workload.arrivals", "Poisson"));

        assertThat(SuiteHistory.of(List.of(before, after, poisson), VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL)
                        .series())
                .extracting(SuiteHistory.Series::cell)
                .containsExactly("stack=udp (workload.arrivals Even)", "stack=udp (workload.arrivals Poisson)");
    }

    private static SuiteHistory.Entry datagram(int day, Map<String, String> definition) {
        SuiteHistory.Entry entry = entry(day, "1000", "same", 1000, 1000);
        CellResult cell = CellResultBuilder.builder(entry.result().cells().getFirst())
                .definition(definition)
                .build();
        return new SuiteHistory.Entry(
                entry.place(),
                SuiteResultBuilder.builder(entry.result()).cells(List.of(cell)).build());
    }

    @Test
    void cellOfTwoStacksIsNoPoint() {
        SuiteHistory.Entry entry = entry(0, "1000", "same", 1000, 2000);
        CellResult mixed = CellResultBuilder.builder(entry.result().cells().getFirst())
                .stackHashes(Set.of("one", "other"))
                .build();
        SuiteResult changed = SuiteResultBuilder.builder(entry.result())
                .cells(List.of(mixed, entry.result().cells().getLast()))
                .build();

        SuiteHistory history = SuiteHistory.of(
                List.of(new SuiteHistory.Entry("day-0", changed)), VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series()).extracting(SuiteHistory.Series::cell).containsExactly("stack=tcp");
    }

    @Test
    void suiteThatIsNotOverIsNoPoint() {
        SuiteHistory.Entry over = entry(0, "1000", "same", 1000, 2000);
        SuiteHistory.Entry half = entry(1, "1000", "same", 500, 2000);
        SuiteResult running = SuiteResultBuilder.builder(half.result())
                .phase(SuitePhase.RUNNING)
                .build();

        SuiteHistory history = SuiteHistory.of(
                List.of(over, new SuiteHistory.Entry("day-1", running)), VisitDigest.UNITS_PER_SECOND, EDivisive.USUAL);

        assertThat(history.series().getFirst().points())
                .extracting(SuiteHistory.Point::place)
                .containsExactly("day-0");
    }

    @Test
    void figureThatNoSuiteHasGivesNoSeries() {
        assertThat(SuiteHistory.of(List.of(entry(0, "1000", "same", 1, 2)), "latencyP50Micros", EDivisive.USUAL)
                        .series())
                .isEmpty();
    }

    private static SuiteHistory.Entry entry(int day, String size, String environment, double udp, double tcp) {
        return new SuiteHistory.Entry(
                "day-" + day,
                SuiteResultBuilder.builder()
                        .schemaVersion(SuiteResult.SCHEMA_VERSION)
                        .suite("lab")
                        .phase(SuitePhase.COMPLETED)
                        .axes(List.of("stack"))
                        .order(Order.INTERLEAVED)
                        .seed(1)
                        .rounds(1)
                        .completionTime(Optional.of(FIRST.plus(Duration.ofDays(day))))
                        .cells(List.of(cell("udp", size, environment, udp), cell("tcp", size, environment, tcp)))
                        .build());
    }

    private static CellResult cell(String stack, String size, String environment, double rate) {
        var figure = new FigureSummary(
                List.of(new RoundValue(1, rate)), Spread.of(rate), rate, Optional.empty(), Optional.empty(), List.of());
        return CellResultBuilder.builder()
                .cell("stack=" + stack)
                .coordinates(Map.of("stack", stack))
                .definition(Map.of("workload.messageSizeBytes", size, "stack", stack))
                .plannedRounds(1)
                .validRounds(1)
                .figures(Map.of(VisitDigest.UNITS_PER_SECOND, figure))
                .latencies(Map.of())
                .bottlenecks(Map.of())
                .findings(Map.of())
                .environmentHashes(Set.of(environment))
                .runs(List.of())
                .build();
    }
}
