package io.jgbench.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.testing.EnabledIfInterruptible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suites on the command line, with real members. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
final class SuiteCommandTest {
    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final String TEMPLATE = """
            members: 2
                messages: 1000
                messageSize: 1k
                transport: {name: tcp}
                warmup: {messages: 100}
                start: {maxSkew: 5s}
                jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}""";

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void suiteMeasuresEachCellInEachRoundAndPrintsATable() throws Exception {
        Path page = folder.resolve("suite.html");
        List<String> arguments =
                new ArrayList<>(arguments(file("rounds: 2", "{name: size, path: messageSize, values: [1k, 2k]}")));
        arguments.addAll(List.of("--report", page.toString()));

        var ended = JgBenchProcess.run(folder, List.of(), arguments);

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.out())
                .contains("Suite small: 2 cells, 2 rounds", "size=1k", "size=2k", "2/2", "COMPLETED: each cell");
        assertThat(ended.errors())
                .anyMatch(line -> line.matches("\\[1/4] size=[12]k, round 1"))
                .anyMatch(line -> line.matches("\\[4/4] size=[12]k, round 2: about .* left"))
                .anyMatch(line -> line.startsWith("[4/4] valid, "));
        JsonNode suite = new JsonMapper()
                .readTree(folder.resolve("results/small/suite.json").toFile());
        assertThat(suite.path("phase").asText()).isEqualTo("Completed");
        assertThat(suite.at("/cells/1/figures/unitsPerSecond/values")).hasSize(2);
        assertThat(page).content().contains("COMPLETED", "size=1k", "./jgbench suite suite.yaml", "</html>");
        assertThat(ended.errors()).anyMatch(line -> line.equals("jgbench: the report is " + page));
    }

    @Test
    @Tag("slow")
    void suiteThatIsKilledOrInterruptedGoesOnWhereItWas() throws Exception {
        Path file = file("rounds: 3", "{name: size, path: messageSize, values: [1k, 2k]}");
        try (var killed = JgBenchProcess.start(folder, List.of(), arguments(file))) {
            killed.awaitError("[2/6] ");
            killed.kill();
        }
        assertThat(digests()).hasSize(1);

        var ended = JgBenchProcess.run(folder, List.of(), arguments(file));

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.errors()).noneMatch(line -> line.startsWith("[1/6]"));
        assertThat(digests()).hasSize(6);
    }

    @Test
    @Tag("slow")
    @EnabledIfInterruptible
    void suiteThatIsInterruptedPrintsWhatItHasAndSaysThatItGoesOn() throws Exception {
        Path file = file("rounds: 3", "{name: size, path: messageSize, values: [1k, 2k]}");
        try (var launcher = JgBenchProcess.start(folder, List.of(), arguments(file))) {
            launcher.awaitError("[2/6] ");

            var ended = launcher.interrupt();

            assertThat(ended.out()).contains("1/3", "NOT OVER: the same command continues");
            assertThat(launcher.pids()).isEmpty();
        }
        assertThat(digests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: size, path: messageSizes, values: [1k]} | :15: spec.axes[0].path must match",
                "{name: members, path: members, values: ['0']} | :15: cell members=0: spec.members must be between 1",
                "{name: mtu, path: tuning.mtu, values: ['9000']}"
                        + "| 'cell mtu=9000: an axis varies what a local suite does not do: tuning.mtu (9000)'",
                "{name: transport, path: transport.name, values: [pigeon]} | 'cell transport=pigeon: '",
            })
    void whatCannotBeRunIsOneLineBeforeAnythingIsStarted(String axis, String sentence) throws Exception {
        var ended = suite(file("rounds: 2", axis));

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).hasSize(1).first().asString().contains(sentence);
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void linkWithoutANamespaceIsOneLineBeforeAnythingIsWritten() throws Exception {
        List<String> arguments =
                new ArrayList<>(arguments(file("rounds: 2", "{name: size, path: messageSize, values: [1k]}")));
        arguments.addAll(List.of("--link-rate", "1Gbit"));

        var ended = JgBenchCall.of(arguments);

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains("need --hosts namespaces");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void runIsNoSuiteAndASuiteNoRun() throws Exception {
        Path run = Files.writeString(folder.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: run}
                spec: {members: 2, messages: 10, messageSize: 1k}
                """);
        Path suite = file("rounds: 2", "{name: size, path: messageSize, values: [1k]}");

        assertThat(suite(run).errors()).singleElement().asString().endsWith("run it with ./jgbench run");
        assertThat(JgBenchCall.of(List.of("run", suite.toString())).errors())
                .singleElement()
                .asString()
                .endsWith("run it with ./jgbench suite");
    }

    private JgBenchProcess.Ended suite(Path file) {
        return JgBenchCall.of(arguments(file));
    }

    private List<String> arguments(Path file) {
        return List.of(
                "suite", file.toString(), "--results", folder.resolve("results").toString());
    }

    private List<Path> digests() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("results/small/digests"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private Path file(String rounds, String axis) throws IOException {
        return Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: small}
                spec:
                  template:
                    %s
                  %s
                  axes:
                  - %s
                """.formatted(TEMPLATE, rounds, axis));
    }
}
