package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.report.TestResults;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDeclarationTest {
    private static final String NAME = "udp-4x1k";
    private static final RunDeclaration DECLARATION = new RunDeclaration(
            "./jgbench run run.yaml --hosts namespaces", "kind: BenchmarkRun\nmetadata:\n  name: \"" + NAME + "\"\n");

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
