package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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
    void deviceIsWrittenToAndNotReplaced() throws Exception {
        Path device = Files.createSymbolicLink(folder.resolve("device"), Path.of("/dev/null"));

        ReportFile.at(device.toString()).write("new");

        assertThat(device).isSymbolicLink();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }
}
