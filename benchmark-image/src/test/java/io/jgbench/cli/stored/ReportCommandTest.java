package io.jgbench.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.cli.local.RequestedRun;
import io.jgbench.report.stored.RunDeclaration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code jgbench report} writes and how it ends, as a process of its own. */
@Timeout(180)
final class ReportCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "rpc", "message-bus", "datagram"})
    void pageOfEachWorkloadIsWrittenBesideItsResult(String workload) throws Exception {
        Path repetition = Files.createDirectories(folder.resolve("run/repetition-1"));
        Files.write(repetition.resolve("result.json"), resource(workload));

        var ended = report(folder.resolve("run").toString());

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.errors()).singleElement().asString().endsWith("/run/report.html");
        assertThat(folder.resolve("run/report.html"))
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains("VALID", "</html>");
    }

    @Test
    void resultOfAnotherVersionIsRefusedWithOneSentence() throws Exception {
        String other =
                new String(resource("multicast"), StandardCharsets.UTF_8).replace("\"senders\"", "\"publishers\"");
        Path file = Files.writeString(folder.resolve("result.json"), other);

        var ended = report(file.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("cannot be read by this version of jgbench");
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    @Test
    void resultThatWasCutOffIsRefusedWithOneSentence() throws Exception {
        byte[] whole = resource("multicast");
        Path file = Files.write(folder.resolve("result.json"), Arrays.copyOf(whole, whole.length / 2));

        var ended = report(file.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("is no JSON");
    }

    @Test
    void placeThatCannotBeWrittenIsRefused() throws Exception {
        Path file = Files.write(folder.resolve("result.json"), resource("multicast"));

        var ended = report(
                file.toString(), "--output", folder.resolve("none/page.html").toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("the report must be in a folder that is there");
    }

    @Test
    void folderWithSuitesNamesThem() throws Exception {
        Path suite = Files.createDirectories(folder.resolve("results/stacks"));
        Files.writeString(suite.resolve("definition.json"), "{}");

        var ended = report(folder.resolve("results").toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("holds suites; give one of them: ", "stacks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"schemaVersion\": 2}", "<html>", "{\"schemaVersion\": 1, \"suite\": \"x\""})
    void suiteThatIsNoneOfThisVersionIsRefusedWithOneSentence(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("suite.json"), text);

        var ended = report(file.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("suite.json");
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith("suite.yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void runFileBesideAResultIsTheRunAsItWasCarriedOut(Path example) throws Exception {
        var stack =
                Files.readString(example).contains("stack:") ? Optional.of("jgroups-tcp") : Optional.<String>empty();
        RequestedRun asked = RequestedRun.read(example, stack, Optional.of(3));
        var declaration = RunDeclaration.of(asked.spec().name(), asked.declared(), List.of("--link-rate", "1 Gbit"));

        Path file = Files.writeString(folder.resolve(RunDeclaration.FILE_NAME), declaration.fileText());
        RequestedRun again = RequestedRun.read(file, Optional.empty(), Optional.empty());

        assertThat(again.declared()).isEqualTo(asked.declared());
        assertThat(again.spec().workload()).isEqualTo(asked.spec().workload());
        assertThat(again.spec().repetitions()).isEqualTo(3);
        assertThat(again.spec().transport().stack().map(it -> it.xml()))
                .isEqualTo(asked.spec().transport().stack().map(it -> it.xml()));
        assertThat(declaration.command()).isEqualTo("./jgbench run run.yaml --link-rate '1 Gbit'");
    }

    /** A result as the tests of its format have it. */
    private static byte[] resource(String workload) throws IOException {
        return Files.readAllBytes(Path.of("../coordination/src/test/resources/io/jgbench/coordination/json")
                .resolve(workload + "-result.json"));
    }

    private static JgBenchProcess.Ended report(String... arguments) {
        return JgBenchCall.of(
                Stream.concat(Stream.of("report"), Stream.of(arguments)).toList());
    }
}
