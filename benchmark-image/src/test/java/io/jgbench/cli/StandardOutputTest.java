package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.exit.ExitStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StandardOutputTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {"selftest --list", "tune --mode verify --interface lo --rmem-max 1"})
    void fullDiskIsToldAndEndsWithOne(String command) throws Exception {
        List<String> intoFullDisk = List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh");

        var ended = JgBenchProcess.run(folder, intoFullDisk, List.of(command.split(" ")));

        assertThat(ended.status()).as("%s", ended).isEqualTo(ExitStatus.FAILED);
        assertThat(ended.errors())
                .last()
                .isEqualTo("jgbench: standard output could not be written: No space left on device");
    }

    @Test
    void readerThatEndsFirstIsNoFailureWhateverTheSystemCallsIt() throws Exception {
        Path pipe = Files.createSymbolicLink(folder.resolve("1"), Path.of("pipe:[4711]"));
        Path file = folder.resolve("none");

        assertThat(failureOf("Broken pipe", file)).isEmpty();
        assertThat(failureOf("Relais brisé (pipe)", pipe)).isEmpty();
        assertThat(failureOf("No space left on device", file)).contains("No space left on device");
    }

    private static Optional<String> failureOf(String message, Path descriptor) {
        var failing = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
        var output = new StandardOutput(failing, descriptor);
        output.stream(StandardCharsets.UTF_8).println("a table");
        return output.failure();
    }
}
