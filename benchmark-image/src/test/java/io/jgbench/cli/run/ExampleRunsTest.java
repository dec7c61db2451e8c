package io.jgbench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBenchProcess;
import io.jgbench.testing.files.ExampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example as somebody would run it first, but for a shorter time. */
@Timeout(600)
@Tag("slow")
class ExampleRunsTest {
    private static final Path EXAMPLES = Path.of("../examples");
    /** On fewer CPUs its start still fails at times. */
    private static final String MANY_MEMBERS = "members-32.yaml";

    /** Takes as long as many runs; what a suite does is tested with shorter ones. */
    private static final String SUITE = "suite.yaml";

    private static final int CPUS = 8;
    private static final int VALID = 0;
    private static final int NOT_VALID = 3;

    /** A machine that others use at the same time may make a run not valid, as it is told to say. */
    private static final int DISTURBED_RUNS = 2;

    private static final String OUTCOME = "# Outcome: ";
    private static final Pattern STATUS = Pattern.compile("exit status (\\d)");

    @TempDir
    private Path folder;

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.getFileName().toString().equals(SUITE))
                    .filter(file -> !file.getFileName().toString().equals(MANY_MEMBERS)
                            || Runtime.getRuntime().availableProcessors() >= CPUS)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleEndsAsItsCommentSays(Path file) throws Exception {
        var ended = run(file);
        for (int again = 0;
                ended.status() == NOT_VALID && !outcomes(file).contains(NOT_VALID) && again < DISTURBED_RUNS;
                again++) {
            ended = run(file);
        }

        assertThat(outcomes(file))
                .as("%s printed:%n%s%n%s", file, ended.out(), String.join("\n", ended.errors()))
                .contains(ended.status());
    }

    private JgBenchProcess.Ended run(Path file) throws Exception {
        String name = file.getFileName().toString();
        String text = ExampleFile.named(name.replace(".yaml", "")).shortened().text();
        Path shorter = Files.writeString(folder.resolve(name), text);
        return JgBenchProcess.run(folder, List.of(), List.of("run", shorter.toString()));
    }

    /** The exit statuses that the file names; it is valid where it names none. */
    private static Set<Integer> outcomes(Path file) throws IOException {
        Set<Integer> named = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(OUTCOME))
                .flatMap(line -> STATUS.matcher(line).results())
                .map(match -> Integer.parseInt(match.group(1)))
                .collect(Collectors.toSet());
        return named.isEmpty() ? Set.of(VALID) : named;
    }
}
