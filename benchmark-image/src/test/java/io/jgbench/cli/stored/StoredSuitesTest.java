package io.jgbench.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.suite.Limit;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.CellResult.VisitRun;
import io.jgbench.coordination.suite.result.CellResultBuilder;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.FigureSummary.RoundValue;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.coordination.suite.result.ThresholdResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Suites that are over: compared with each other, taken for a baseline, and listed over time. */
@Timeout(180)
final class StoredSuitesTest {
    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final int NOT_VALID = 3;
    private static final int SLOWER = 4;
    private static final int INCONCLUSIVE = 5;

    @TempDir
    private Path folder;

    @Test
    void twoSuitesAreComparedCellByCellAndLabelledUnpaired() throws Exception {
        Path before = store("before", 0, suite("1000", "one", 1000, 8));
        Path now = store("now", 1, suite("1000", "one", 800, 8));

        var ended =
                jgbench("compare", before.toString(), now.resolve("suite.json").toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.out())
                .contains("Against suite lab of 2026-11-01 10:00 UTC, UNPAIRED: what changed about the machine")
                .containsPattern("size=1k +1,0\\d\\d +8\\d\\d.* +-20.0 % .* Slower\n");
        Path tests = folder.resolve("junit.xml");
        assertThat(jgbench("compare", before.toString(), now.toString(), "--junit", tests.toString())
                        .status())
                .isEqualTo(VALID);
        assertThat(tests).content().contains("failures=\"0\"").doesNotContain("<failure");
        assertThat(jgbench(
                                "compare",
                                before.toString(),
                                now.toString(),
                                "--fail-if-slower",
                                "--junit",
                                tests.toString())
                        .status())
                .isEqualTo(SLOWER);
        assertThat(tests).content().contains("<failure type=\"Slower\"");
    }

    /** The exit status goes by the comparison alone. */
    @Test
    void testsOfTwoSuitesAreThoseOfTheirComparisonAlone() throws Exception {
        Path before = store("before", 0, suite("1000", "one", 1000, 8));
        SuiteResult now = suite("1000", "one", 1000, 8);
        CellResult half =
                CellResultBuilder.builder(now.cells().getFirst()).validRounds(4).build();
        Path after = store(
                "now",
                1,
                SuiteResultBuilder.builder(now)
                        .cells(List.of(half))
                        .thresholds(List.of(new ThresholdResult(
                                "size=1k",
                                "unitsPerSecond",
                                Statistic.MEDIAN,
                                Limit.MIN,
                                5000,
                                OptionalDouble.of(1000),
                                ThresholdResult.ThresholdOutcome.MISSED,
                                Optional.empty())))
                        .build());
        Path tests = folder.resolve("junit.xml");

        var ended = jgbench("compare", before.toString(), after.toString(), "--junit", tests.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(tests)
                .content()
                .contains("tests=\"1\"", "size=1k against suite lab")
                .doesNotContain("<failure", "<error");
    }

    @Test
    void fewRoundsAreInconclusiveAndOtherHostsAreNotComparedAndTestsSaySo() throws Exception {
        Path before = store("before", 0, suite("1000", "one", 1000, 8));
        Path few = store("few", 1, suite("1000", "one", 800, 3));
        Path elsewhere = store("elsewhere", 1, suite("1000", "other", 800, 8));
        Path tests = folder.resolve("junit.xml");

        assertThat(jgbench("compare", before.toString(), few.toString()).status())
                .isEqualTo(INCONCLUSIVE);
        var ended = jgbench("compare", before.toString(), elsewhere.toString(), "--junit", tests.toString());
        assertThat(ended.status()).as("%s", ended).isEqualTo(NOT_VALID);
        assertThat(ended.out()).contains("size=1k: nothing can be said: hosts or JVMs differ from the baseline's");
        assertThat(Files.readString(tests)).contains("<error type=\"NothingCanBeSaid\"");
    }

    @Test
    void whatIsNoSuiteOrAnotherOneIsOneLine() throws Exception {
        Path before = store("before", 0, suite("1000", "one", 1000, 8));
        Path other = store("other", 1, suite("5000", "one", 1000, 8));
        Path truncated = Files.createDirectory(folder.resolve("truncated"));
        byte[] whole = Files.readAllBytes(before.resolve("suite.json"));
        Files.write(truncated.resolve("suite.json"), Arrays.copyOf(whole, whole.length / 2));
        Path newer = Files.createDirectory(folder.resolve("newer"));
        Files.writeString(
                newer.resolve("suite.json"),
                Files.readString(before.resolve("suite.json"))
                        .replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 9"));

        assertRefused("measured another workload: workload.messageSizeBytes was 1000, and is 5000", before, other);
        assertRefused("suite.json is not whole", before, truncated);
        assertRefused("suite.json must be of version 1, got: 9", newer, before);
        assertRefused("suite.json is not there; give the folder of a suite", folder, before);
        assertRefused("both hold the same measurement, suite lab that was over at 2026-", before, before);
    }

    @Test
    void baselineThatDoesNotFitIsOneLineBeforeAnythingIsStarted() throws Exception {
        Path file = Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: small}
                spec:
                  template: {members: 2, messages: 1000, messageSize: 1k, transport: {name: tcp}}
                  axes: [{name: size, path: messageSize, values: [1k]}]
                """);
        Path before = store("before", 0, suite("1000", "one", 1000, 8));

        assertThat(baseline(file, before.toString()))
                .contains("cannot be compared with: cell size=1k measured another");
        assertThat(baseline(file, "nowhere")).contains("nowhere, which is not there; the papers are perfTest2006,");
        assertThat(baseline(file, "perfTest2008"))
                .contains("the paper perfTest2008 has no figure of a cell's workload");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void figureThatIsNotStoredAndSuiteThatIsNotOverAreOneLine() throws Exception {
        Path before = store("before", 0, suite("1000", "one", 1000, 8));
        Path now = store("now", 1, suite("1000", "one", 800, 8));
        Path running = store(
                "running",
                2,
                SuiteResultBuilder.builder(suite("1000", "one", 800, 8))
                        .phase(SuitePhase.RUNNING)
                        .build());

        var ended = jgbench("compare", before.toString(), now.toString(), "--metric", "latencyP99Micros");

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .contains("suite lab does not hold latencyP99Micros; it holds unitsPerSecond");
        assertRefused("running holds suite lab, which is not over; its own command continues it", before, running);
    }

    @Test
    void baselineInAConfigMapNeedsACluster() throws Exception {
        Path file = Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: small}
                spec:
                  template: {members: 2, messages: 1000, messageSize: 1k, transport: {name: tcp}}
                  baseline: {configMapKeyRef: {name: kept, key: suite.json}}
                """);

        var ended = jgbench(
                "suite", file.toString(), "--results", folder.resolve("results").toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .contains("spec.baseline.configMapKeyRef needs a cluster; on one machine give the file");
    }

    @Test
    void suitesBelowAFolderAreListedOverTimeWithTheChangeOfTheirLevel() throws Exception {
        for (int day = 0; day < 14; day++) {
            store("day-" + day, day, suite("1000", "one", (day < 8 ? 1000 : 900) + (day * 5) % 7, 6));
        }
        Path broken = Files.createDirectory(folder.resolve("broken"));
        Files.writeString(broken.resolve("suite.json"), "{");

        Path page = folder.resolve("history.html");

        var ended = jgbench("history", folder.toString(), "--report", page.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(page)
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains(
                        "1 change of level in 1 of 1 cell.",
                        "--metric unitsPerSecond --significance 1 --seed 17 --report " + page);
        assertThat(ended.out())
                .containsPattern("2026-11-09 10:00 +lab +9\\d\\d.* +-\\d+.\\d %, p = 0.00")
                .contains("CHANGED: 1 change of level in 1 cells, by e-divisive");
        assertThat(ended.errors())
                .hasSize(2)
                .first()
                .asString()
                .contains("left out: ", "broken/suite.json is not whole");
        assertThat(ended.errors()).last().asString().contains("the report is " + page);
        var json = new JsonMapper()
                .readTree(jgbench("history", folder.toString(), "-o", "json").out());
        assertThat(json.at("/series/0/changes/0/index").asInt()).isEqualTo(8);
        assertThat(json.at("/series/0/points")).hasSize(14);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesAndFilesOfAHistoryDoNothingToTheTerminal() throws Exception {
        store("first", 0, suite("1000", "one", 1000, 8));
        Path hostile = Files.createDirectory(folder.resolve("a\u001b[2J\u001b[8m\u001b]0;title\u0007"));
        Files.writeString(hostile.resolve("suite.json"), "{");

        var ended = jgbench("history", folder.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .contains("left out: ", "suite.json is not whole")
                .doesNotContain("\u001b");
    }

    @Test
    void cellsThatLackTheFigureOfAHistoryAreCounted() throws Exception {
        SuiteResult whole = suite("1000", "one", 1000, 8);
        store("first", 0, whole);
        store(
                "second",
                1,
                SuiteResultBuilder.builder(whole)
                        .cells(List.of(CellResultBuilder.builder(whole.cells().getFirst())
                                .figures(Map.of())
                                .build()))
                        .build());

        var ended = jgbench("history", folder.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.errors())
                .containsExactly("jgbench: left out: 1 cell without unitsPerSecond of all valid visits");
    }

    @Test
    void folderWithoutASuiteHasNoHistory() throws Exception {
        var ended = jgbench("history", folder.toString());

        assertThat(ended.status()).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains("holds no suite that has the figure");
    }

    private String baseline(Path file, String baseline) throws IOException, InterruptedException {
        var ended = jgbench(
                "suite", file.toString(), "--results", folder.resolve("results").toString(), "--baseline", baseline);
        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        return String.join("\n", ended.errors());
    }

    private void assertRefused(String sentence, Path first, Path second) throws IOException, InterruptedException {
        var ended = jgbench("compare", first.toString(), second.toString());
        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains(sentence);
    }

    private static JgBenchProcess.Ended jgbench(String... arguments) {
        return JgBenchCall.of(List.of(arguments));
    }

    private Path store(String name, int day, SuiteResult suite) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        Instant time = Instant.parse("2026-11-01T10:00:00Z").plusSeconds(86_400L * day);
        Files.write(
                place.resolve("suite.json"),
                SuiteJson.write(SuiteResultBuilder.builder(suite)
                        .completionTime(Optional.of(time))
                        .build()));
        return place;
    }

    static SuiteResult suite(String sizeBytes, String environment, double rate, int rounds) {
        List<RoundValue> values = IntStream.rangeClosed(1, rounds)
                .mapToObj(round -> new RoundValue(round, rate * (1 + 0.01 * ((round * 3) % 7))))
                .toList();
        var figure = new FigureSummary(
                values,
                Spread.of(values.stream().mapToDouble(RoundValue::value).toArray()),
                rate,
                Optional.empty(),
                Optional.empty(),
                List.of());
        CellResult cell = CellResultBuilder.builder()
                .cell("size=1k")
                .coordinates(Map.of("size", "1k"))
                .definition(Map.of("members", "2", "workload.messageSizeBytes", sizeBytes))
                .unitOfWork(Optional.of("messages"))
                .plannedRounds(rounds)
                .validRounds(rounds)
                .figures(Map.of("unitsPerSecond", figure))
                .latencies(Map.of())
                .bottlenecks(Map.of())
                .findings(Map.of())
                .environmentHashes(Set.of(environment))
                .runs(List.of(new VisitRun("lab-c1-r1", 1, 1, VisitOutcome.VALID, Optional.empty())))
                .build();
        return SuiteResultBuilder.builder()
                .schemaVersion(SuiteResult.SCHEMA_VERSION)
                .suite("lab")
                .phase(SuitePhase.COMPLETED)
                .axes(List.of("size"))
                .order(Order.INTERLEAVED)
                .seed(1)
                .rounds(rounds)
                .measuredNanos(1)
                .cells(List.of(cell))
                .build();
    }
}
