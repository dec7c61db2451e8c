package io.jgbench.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./jgbench e2e} in a checkout of its own, with stand-ins for the cluster, the images and Maven. */
@Tag("unit")
@EnabledOnOs(OS.LINUX)
class RunScriptTest {
    @TempDir
    private Path checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        Files.createDirectories(checkout.resolve("e2e"));
        Files.copy(Path.of("run"), checkout.resolve("e2e/run"));
        program("e2e/cluster/cluster", "[ \"$1\" != up ] || echo kubeconfig");
        program("images/build", "echo '0123  member.tar'");
        program("mvnw", "printf '%s\\n' \"$@\" >told");
    }

    @Test
    void faultsThatAreAskedForAloneAreHandedOnAndRepeatedInTheHint() throws IOException {
        Command.Output output =
                run("--faults", "--only", "node_lost,tuner_killed:running", "--rounds", "3", "--seed", "7");

        assertThat(output.orFail())
                .contains("'--faults --rounds 3 --first 1 --seed 7 --only node_lost,tuner_killed:running' repeats");
        assertThat(told())
                .contains("-Djgbench.faults.only=node_lost,tuner_killed:running", "-Djgbench.faults.rounds=3");
    }

    @Test
    void allFaultsArePlannedWhereNoneIsAskedForAlone() throws IOException {
        Command.Output output = run("--faults", "--seed", "7");

        assertThat(output.orFail()).contains("'--faults --rounds 10 --first 1 --seed 7' repeats");
        assertThat(told()).contains("-Djgbench.faults.only=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--only          | --only expects faults, such as node_lost,tuner_killed:running, found ''",
                "--only --rounds | --only expects faults, such as node_lost,tuner_killed:running, found '--rounds'",
                "--first         | --first expects a number, found ''",
                "--seed x        | --seed expects a number, found 'x'",
            })
    void optionWithoutItsValueIsToldInASentence(String options, String sentence) {
        String[] words = Stream.concat(Stream.of("--faults"), Stream.of(options.split(" ", -1)))
                .toArray(String[]::new);

        Command.Output output = run(words);

        assertThat(output.status()).isEqualTo(2);
        assertThat(output.text()).contains(sentence);
        assertThat(checkout.resolve("told")).doesNotExist();
    }

    @Test
    void helpTellsOfAllOptionsOfFaults() {
        assertThat(run("--help").orFail())
                .contains("--faults", "--rounds N", "--first K", "--seed S", "--only FAULT[:STAGE]", "--table FILE")
                .doesNotContain("set -euo");
    }

    private Command.Output run(String... options) {
        String script = checkout.resolve("e2e/run").toString();
        String[] words = Stream.concat(Stream.of(script), Stream.of(options)).toArray(String[]::new);
        return Command.of(words)
                .with("XDG_STATE_HOME", checkout.resolve("state").toString())
                .run();
    }

    /** The arguments that Maven was given. */
    private List<String> told() throws IOException {
        return Files.readAllLines(checkout.resolve("told"));
    }

    private void program(String path, String script) throws IOException {
        Path file = checkout.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
