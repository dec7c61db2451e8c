package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.report.TestResults;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunDeclarationTest {
    private static final String NAME = "udp-4x1k";
    private static final RunDeclaration DECLARATION = new RunDeclaration(
            "./jgbench run run.yaml --hosts namespaces", "kind: BenchmarkRun\nmetadata:\n  name: \"" + NAME + "\"\n");

    private static final String SEVERAL_LINES = "<a b='\\1'>\r\n\t\u001b[0m\u2028\u00e4</a>\n";

    @TempDir
    private Path folder;

    @Test
    void isReadAsItWasWrittenFromTheFolderAndFromThatOfARepetition() throws Exception {
        Path written = written(Optional.of(DECLARATION));

        assertThat(StoredResult.read(written).declaration()).contains(DECLARATION);
        assertThat(StoredResult.read(written.resolve("repetition-1")).declaration())
                .contains(DECLARATION);
        assertThat(StoredResult.read(written.resolve("repetition-1/result.json"))
                        .declaration())
                .contains(DECLARATION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# ",
                "kind: BenchmarkRun\nmetadata: {name: udp-4x1k}\n",
                "# The nightly run, 1 GbE.\nkind: BenchmarkRun\nmetadata: {name: udp-4x1k}\n",
                "# ./jgbench run run.yaml\nkind: BenchmarkRun\nmetadata: {name: another}\n",
                "# ./jgbench run run.yaml\nkind: BenchmarkRun\n",
                "# ./jgbench run run.yaml\nmetadata: [name: udp-4x1k\n",
                "# ./jgbench run\rrm run.yaml\nkind: BenchmarkRun\nmetadata: {name: another}\n",
            })
    void fileOfAnybodyElseBesideAResultIsNotHowToRepeatIt(String text) throws Exception {
        Path written = written(Optional.empty());
        Files.writeString(written.resolve(RunDeclaration.FILE_NAME), text);

        assertThat(StoredResult.read(written).declaration()).isEmpty();
    }

    @Test
    void fileThatLiesBesideTheFolderOfARunIsNotOfThatRun() throws Exception {
        Path written = written(Optional.empty());
        Files.writeString(folder.resolve(RunDeclaration.FILE_NAME), DECLARATION.fileText());

        assertThat(StoredResult.read(written).declaration()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a=1k | a=1k",
                "a=1 k | 'a=1 k'",
                "a='1' | 'a='\\''1'\\'''",
                "a=b\\c | 'a=b\\c'",
            })
    void wordsOfACommandAreQuotedForAShell(String word, String quoted) {
        assertThat(RunDeclaration.command(List.of("compare"), List.of(word))).isEqualTo("./jgbench compare " + quoted);
    }

    @Test
    void wordOfSeveralLinesIsOneLineOfACommand() {
        String command = RunDeclaration.command(List.of("compare", "--a"), List.of(SEVERAL_LINES));

        assertThat(command)
                .isEqualTo("./jgbench compare --a $'<a b=\\'\\\\1\\'>\\r\\n\\t\\x1b[0m\\xe2\\x80\\xa8\u00e4</a>\\n'");
        var declaration = new RunDeclaration(command, DECLARATION.yaml());
        assertThat(RunDeclaration.ofFileText(declaration.fileText(), NAME)).contains(declaration);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void wordOfSeveralLinesIsReadByAShellAsItWas() throws Exception {
        String command = RunDeclaration.command(List.of("compare", "--a"), List.of(SEVERAL_LINES));
        Path printing =
                Files.writeString(folder.resolve("printing"), command.replace("./jgbench compare --a", "printf %s"));

        var shell = new ProcessBuilder("bash", printing.toString()).start();

        assertThat(shell.inputReader(StandardCharsets.UTF_8).readAllAsString()).isEqualTo(SEVERAL_LINES);
    }

    @Test
    void runOfAClusterIsRepeatedOnACluster() throws Exception {
        Path written = written(Optional.empty());
        var declaration = new RunDeclaration("kubectl apply -f run.yaml -n lab", DECLARATION.yaml());
        Files.writeString(written.resolve(RunDeclaration.FILE_NAME), declaration.fileText());

        assertThat(StoredResult.read(written).declaration()).contains(declaration);
    }

    private Path written(Optional<RunDeclaration> declaration) throws ResultFilesException {
        var result = new TestResults().named(NAME).member(1000, 0, Map.of()).member(1000, 0, Map.of());
        return ResultFiles.in(folder)
                .write(
                        RepetitionsResult.of(List.of(result.result())),
                        Instant.parse("2026-11-01T10:00:06Z"),
                        declaration);
    }
}
