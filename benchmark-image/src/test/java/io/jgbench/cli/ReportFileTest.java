package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class ReportFileTest {
    @TempDir
    private Path folder;

    @Test
    void whatALinkLeadsToIsWrittenAndTheLinkStays() throws Exception {
        Path target = Files.writeString(folder.resolve("report.html"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("latest.html"), target);

        ReportFile.at(link.toString()).write("new");

        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new");
    }

    @Test
    void fileOfTheSameNameWithNewAtItsEndIsTheUsers() throws Exception {
        Path users = Files.writeString(folder.resolve("report.html.new"), "notes");

        ReportFile.at(folder.resolve("report.html").toString()).write("new");

        assertThat(users).hasContent("notes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/stderr", "/dev/fd/2"})
    @EnabledOnOs(OS.LINUX)
    void fileBehindAnOpenStreamIsAddedToAndNotReplaced(String stream) throws Exception {
        Path log = Files.writeString(folder.resolve("log.html"), "before\n");
        Path result = Files.copy(
                Path.of("../coordination/src/test/resources/io/jgbench/coordination/json/multicast-result.json"),
                folder.resolve("result.json"));
        List<String> appending = List.of("sh", "-c", "exec \"$@\" >>" + log + " 2>&1", "sh");

        var ended = JgBenchProcess.run(folder, appending, List.of("report", result.toString(), "--output", stream));

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(log).content().startsWith("before\n").contains("<!DOCTYPE html>", "</html>", stream);
    }

    @Test
    void deviceIsWrittenToAndNotReplaced() throws Exception {
        Path device = Files.createSymbolicLink(folder.resolve("device"), Path.of("/dev/null"));

        ReportFile.at(device.toString()).write("new");

        assertThat(device).isSymbolicLink();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }
}
