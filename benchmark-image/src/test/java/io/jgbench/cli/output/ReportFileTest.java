package io.jgbench.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.jgbench.cli.JgBenchProcess;
import io.jgbench.cli.exit.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    void linkToAFileThatIsNotThereYetStaysToo() throws Exception {
        Path target = Files.createDirectory(folder.resolve("pages")).resolve("report.html");
        Path link = Files.createSymbolicLink(folder.resolve("latest.html"), Path.of("pages/report.html"));

        ReportFile.at(link.toString()).write("new");

        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new");
    }

    @Test
    void linkIntoAFolderThatIsNotThereIsRefused() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("latest.html"), Path.of("none/report.html"));

        assertThatExceptionOfType(BadInputException.class)
                .isThrownBy(() -> ReportFile.at(link.toString()))
                .withMessageContaining("the report must be in a folder that is there and can be written, got: " + link);
    }

    @Test
    void linkThatLeadsToItselfIsRefused() throws Exception {
        Path link = folder.resolve("latest.html");
        Files.createSymbolicLink(link, link);

        assertThatExceptionOfType(BadInputException.class)
                .isThrownBy(() -> ReportFile.at(link.toString()))
                .withMessage("the report must be a file, got a link that leads to no end: " + link
                        + ". Remove it, or give another name.");
    }

    @Test
    void folderOfTheTargetIsTheOneThatMustTakeTheFile() throws Exception {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Path link = Files.createSymbolicLink(locked.resolve("latest.html"), folder.resolve("report.html"));
        lock(locked);

        ReportFile.at(link.toString()).write("new");

        assertThat(folder.resolve("report.html")).hasContent("new");
    }

    @Test
    void linkIntoAFolderThatCannotBeWrittenIsRefusedBeforeTheRun() throws Exception {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Path target = Files.writeString(locked.resolve("report.html"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("latest.html"), target);
        lock(locked);

        assertThatExceptionOfType(BadInputException.class).isThrownBy(() -> ReportFile.at(link.toString()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void deviceInAFolderThatCannotBeWrittenIsTaken() throws Exception {
        assumeFalse(isRoot(), "root may write into every folder");

        ReportFile.at("/dev/null").write("new");

        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void whyAFileCannotBeWrittenIsSaid() throws Exception {
        Path folderOfFile = Files.createDirectory(folder.resolve("removed"));
        ReportFile file = ReportFile.at(folderOfFile.resolve("report.html").toString());
        Files.delete(folderOfFile);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> file.write("new"))
                .withMessage("cannot write " + folderOfFile.resolve("report.html") + ": no such file or folder");
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void lock(Path folder) throws IOException {
        assumeFalse(isRoot(), "root may write into every folder");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
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
