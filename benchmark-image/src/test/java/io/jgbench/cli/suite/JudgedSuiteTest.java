package io.jgbench.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Suites of which all visits were made before: nothing is measured, and all is judged. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
final class JudgedSuiteTest {
    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final int INCONCLUSIVE = 5;
    private static final double BYTES = 100e6;

    @TempDir
    private Path folder;

    private Instant began = Instant.parse("2026-11-01T10:00:00Z");

    @Test
    void roundsThatCanAnswerNothingAreToldBeforeAnythingIsMeasured() throws Exception {
        Path file = suite("rounds: 6, axes: [{name: stack, path: stack.name, values: [udp, tcp]}],"
                + " compare: {a: {stack: udp}, b: {stack: tcp}}");
        measured(6, Map.of("stack", "udp"), Map.of("stack", "tcp"));

        var ended = suite(file);

        assertThat(ended.status()).as("%s", ended).isEqualTo(INCONCLUSIVE);
        assertThat(ended.errors().getFirst())
                .isEqualTo(
                        "jgbench: WARNING: rounds (6) leave each answer of compare Inconclusive: 1 comparison at 99 %"
                                + " takes at least 8 rounds; raise rounds to 8 or more, or lower"
                                + " compare.confidencePercent");
    }

    @Test
    void fewRoundsOfABaselineAreToldToo() throws Exception {
        Path suite = suite("rounds: 4");
        measured(4, Map.of());
        assertThat(suite(suite).status()).isEqualTo(VALID);
        Path before = Files.move(folder.resolve("results"), folder.resolve("before"));
        began = began.plus(Duration.ofDays(1));
        measured(4, Map.of());

        var ended = suite(suite, "--baseline", before.resolve("lab").toString());

        assertThat(ended.errors().getFirst())
                .startsWith("jgbench: WARNING: rounds (4) are too few to say Faster or Slower of each cell against the"
                        + " 4 of the baseline: 1 cell at 99 % takes at least ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"results/lab", "copy.json"})
    @Tag("slow")
    @Tag("beside")
    void suiteIsNotComparedWithItsOwnVisits(String baseline) throws Exception {
        Path suite = suite("rounds: 4");
        measured(4, Map.of());
        assertThat(suite(suite).status()).isEqualTo(VALID);
        Files.copy(folder.resolve("results/lab/suite.json"), folder.resolve("copy.json"));

        var ended =
                suite(suite("rounds: 5"), "--baseline", folder.resolve(baseline).toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .startsWith("jgbench: the baseline must be another measurement, got: both hold the same measurement,"
                        + " suite lab that was over at 2026-11-01T10:00:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]"})
    void definitionThatIsNotWholeIsNamed(String left) throws Exception {
        Path file = suite("rounds: 2");
        measured(2, Map.of());
        Path definition = Files.writeString(folder.resolve("results/lab/definition.json"), left);

        var ended = suite(file);

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .startsWith("jgbench: " + definition + " is not whole; where the folder holds this suite, remove it");
    }

    @Test
    void millionCellsAreRefusedInOneLine() throws Exception {
        String values = IntStream.rangeClosed(1, 64)
                .mapToObj(number -> "'" + number + "'")
                .collect(Collectors.joining(", "));
        Path file = suite("rounds: 1, axes: ["
                + Stream.of("messages", "warmup.messages", "jvm.options", "members")
                        .map(path ->
                                "{name: " + path.replace(".", "") + ", path: " + path + ", values: [" + values + "]}")
                        .collect(Collectors.joining(", "))
                + "]");

        var ended = suite(file);

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains("at most 1000 cells, got: 16777216");
    }

    @Test
    void figuresOfAPaperStandInTheResult() throws Exception {
        Path file = suite("rounds: 6, baseline: {paper: perfTest2008}");
        measured(6, Map.of());

        var ended = suite(file);

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        JsonNode paper = new JsonMapper()
                .readTree(folder.resolve("results/lab/suite.json").toFile())
                .path("paper");
        assertThat(paper.path("paper").asText()).isEqualTo("perfTest2008");
        assertThat(paper.at("/cells/0/cell").asText()).isEqualTo("template");
        assertThat(paper.at("/cells/0/measuredPermille").asDouble()).isBetween(800.0, 803.0);
        assertThat(paper.at("/cells/0/publishedLowPermille").asDouble()).isPositive();
        assertThat(paper.at("/cells/0/intervalPermille/low").asDouble()).isPositive();
    }

    /** The suite's visits, of cells with these coordinates. */
    @SafeVarargs
    private void measured(int rounds, Map<String, String>... cells) throws IOException {
        var stored = new StoredDigests(folder.resolve("results"), "lab", began);
        for (int cell = 0; cell < cells.length; cell++) {
            for (int round = 1; round <= rounds; round++) {
                double bytes = BYTES * (1 + cell) * (1 + round / 10_000.0);
                stored.write(
                        new StoredDigests.Visit(
                                VisitId.first(cell, round), cells[cell], VisitOutcome.VALID, "environment"),
                        Map.of(
                                VisitDigest.UNITS_PER_SECOND,
                                bytes / 1000,
                                VisitDigest.BYTES_PER_SECOND,
                                bytes,
                                VisitDigest.LINE_BYTES_PER_SECOND,
                                125e6));
            }
        }
    }

    private JgBenchProcess.Ended suite(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "suite", file.toString(), "--results", folder.resolve("results").toString()));
        arguments.addAll(List.of(more));
        return JgBenchCall.of(arguments);
    }

    private Path suite(String fields) throws IOException {
        return Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: lab}
                spec: {template: {members: 4, messages: 1000, messageSize: 1k, stack: {name: udp}}, %s}
                """.formatted(fields));
    }
}
