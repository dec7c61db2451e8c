package io.jgbench.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.testing.files.GitRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From which commit the chart before is taken: never from the one that is checked out. */
class PreviousChartTest {
    @TempDir
    private Path folder;

    private Path checkout;
    private GitRepository repository;

    @BeforeEach
    void makeCheckout() throws Exception {
        checkout = Files.createDirectories(folder.resolve("checkout"));
        repository = GitRepository.init(checkout);
        write("jgbench", "#!/bin/sh\n");
        write("examples/quickstart.yaml", "kind: BenchmarkRun\n");
        commitChart("1");
    }

    @Test
    void itIsThatOfTheLastRelease() throws Exception {
        commitChart("2");
        repository.git("tag", "v2");
        commitChart("3");

        assertThat(previous()).hasValue("version: 2");
    }

    @Test
    void itIsThatOfTheReleaseBeforeTheOneThatIsCheckedOut() throws Exception {
        repository.git("tag", "v1");
        commitChart("2");
        repository.git("tag", "v2");

        assertThat(previous()).hasValue("version: 1");
    }

    @Test
    void itIsTheFirstOneWhereNothingWasReleasedBefore() throws Exception {
        commitChart("2");
        commitChart("3");
        repository.git("tag", "v3");

        assertThat(previous()).hasValue("version: 1");
    }

    @Test
    void shallowCheckoutHasNone() throws Exception {
        repository.git("tag", "v1");
        commitChart("2");
        new GitRepository(folder)
                .git(
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
        repository.git("tag", "v1");
        write("README.md", "more\n");
        repository.commitAll();

        assertThat(previous()).isEmpty();
    }

    @Test
    void onlyCommitHasNone() throws Exception {
        repository.git("tag", "v1");

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
        repository.commitAll();
    }

    private void write(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
