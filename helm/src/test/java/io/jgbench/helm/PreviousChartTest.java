package io.jgbench.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From which commit the chart before is taken: never from the one that is checked out. */
class PreviousChartTest {
    @TempDir
    private Path folder;

    private Path checkout;

    @BeforeEach
    void makeCheckout() throws Exception {
        checkout = Files.createDirectories(folder.resolve("checkout"));
        git(checkout, "init", "--quiet");
        write("jgbench", "#!/bin/sh\n");
        write("examples/quickstart.yaml", "kind: BenchmarkRun\n");
        commitChart("1");
    }

    @Test
    void itIsThatOfTheLastRelease() throws Exception {
        commitChart("2");
        git(checkout, "tag", "v2");
        commitChart("3");

        assertThat(previous()).hasValue("version: 2");
    }

    @Test
    void itIsThatOfTheReleaseBeforeTheOneThatIsCheckedOut() throws Exception {
        git(checkout, "tag", "v1");
        commitChart("2");
        git(checkout, "tag", "v2");

        assertThat(previous()).hasValue("version: 1");
    }

    @Test
    void itIsTheFirstOneWhereNothingWasReleasedBefore() throws Exception {
        commitChart("2");
        commitChart("3");
        git(checkout, "tag", "v3");

        assertThat(previous()).hasValue("version: 1");
    }

    @Test
    void shallowCheckoutHasNone() throws Exception {
        git(checkout, "tag", "v1");
        commitChart("2");
        git(
                folder,
                "clone",
                "--quiet",
                "--no-tags",
                "--depth=1",
                checkout.toUri().toString(),
                "shallow");
        checkout = folder.resolve("shallow");

        assertThat(previous()).isEmpty();
    }

    @Test
    void thereIsNoneWhereTheChartHasNotChanged() throws Exception {
        git(checkout, "tag", "v1");
        write("README.md", "more\n");
        commit();

        assertThat(previous()).isEmpty();
    }

    @Test
    void onlyCommitHasNone() throws Exception {
        git(checkout, "tag", "v1");

        assertThat(previous()).isEmpty();
    }

    @Test
    void repositoryAroundAnUnpackedArchiveIsNotAsked() throws Exception {
        commitChart("2");
        checkout = Files.createDirectories(checkout.resolve("unpacked"));
        write("jgbench", "#!/bin/sh\n");
        write("helm/jgbench/Chart.yaml", "version: 3\n");

        assertThat(previous()).isEmpty();
    }

    /** What is in the chart. */
    private Optional<String> previous() throws IOException, InterruptedException {
        Optional<PreviousChart> previous =
                PreviousChart.of(checkout, Files.createDirectories(folder.resolve("previous")));
        return previous.isEmpty()
                ? Optional.empty()
                : Optional.of(Files.readString(previous.get().chart().resolve("Chart.yaml"))
                        .strip());
    }

    private void commitChart(String version) throws IOException, InterruptedException {
        write("helm/jgbench/Chart.yaml", "version: " + version + "\n");
        commit();
    }

    private void commit() throws IOException, InterruptedException {
        git(checkout, "add", "--all");
        git(
                checkout,
                "-c",
                "user.name=test",
                "-c",
                "user.email=test@example.com",
                "-c",
                "commit.gpgsign=false",
                "commit",
                "--quiet",
                "--message=test");
    }

    private void write(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(printed).isZero();
    }
}
