package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.report.TestResults;
import io.jgbench.report.files.ResultFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDeclarationTest {
    private static final RunDeclaration DECLARATION =
            new RunDeclaration("./jgbench run run.yaml --hosts namespaces", "kind: BenchmarkRun\n");

    @TempDir
    private Path folder;

    @Test
    void isReadAsItWasWrittenFromTheFolderAndFromThatOfARepetition() throws Exception {
        var result = new TestResults().member(1000, 0, Map.of()).member(1000, 0, Map.of());
        Path written = ResultFiles.in(folder)
                .write(
                        RepetitionsResult.of(List.of(result.result())),
                        Instant.parse("2026-11-01T10:00:06Z"),
                        Optional.of(DECLARATION));

        assertThat(StoredResult.read(written).declaration()).contains(DECLARATION);
        assertThat(StoredResult.read(written.resolve("repetition-1")).declaration())
                .contains(DECLARATION);
        assertThat(StoredResult.read(written.resolve("repetition-1/result.json"))
                        .declaration())
                .contains(DECLARATION);
    }

    @Test
    void fileWithoutACommandIsNone() {
        assertThat(RunDeclaration.ofFileText("kind: BenchmarkRun\n")).isEmpty();
        assertThat(RunDeclaration.ofFileText("# ")).isEmpty();
        assertThat(RunDeclaration.ofFileText("")).isEmpty();
    }
}
