package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteFileTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1: a suite file must hold a BenchmarkSuite, got: an empty file; start from examples/suite.yaml",
                "'hello' | 1: a suite file must hold a BenchmarkSuite, got: hello; start from examples/suite.yaml",
                "'a: 1\n---\nb: 2\n' | 3: a suite file must hold one document, got: another one;"
                        + " put each suite into a file of its own",
                "'a\u0000b' | 1: a suite file must be text in UTF-8, got: a NUL byte; start from examples/suite.yaml",
            })
    void fileThatHoldsNoSuiteIsToldSo(String text, String told) throws IOException {
        Path file = Files.writeString(folder.resolve("suite.yaml"), text);

        assertThatThrownBy(() -> SuiteFile.read(file))
                .isInstanceOf(RunFileException.class)
                .hasMessage(file + ":" + told);
    }

    @Test
    void fileThatIsMissingIsToldWithAnExampleOfASuite() {
        Path missing = folder.resolve("none.yaml");

        assertThatThrownBy(() -> SuiteFile.read(missing))
                .isInstanceOf(RunFileException.class)
                .hasMessage(missing + ": a suite file must be a file, got: no such file;"
                        + " name one, such as examples/suite.yaml");
    }
}
