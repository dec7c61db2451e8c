package io.jgbench.datagramtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportLogTest {
    @TempDir
    private Path folder;

    @Test
    void reportsAreAddedToWhatTheFileHolds() throws Exception {
        Path file = folder.resolve("log");
        open(file).close();
        Files.writeString(file, "a line of the first test\n", StandardOpenOption.APPEND);

        open(file).close();

        assertThat(Files.readAllLines(file)).hasSize(2).last().isEqualTo("a line of the first test");
    }

    private static ReportLog open(Path file) throws Exception {
        return ReportLog.to(
                Optional.of(file), new TestOutput(new PrintWriter(new StringWriter())), InstantSource.system());
    }
}
