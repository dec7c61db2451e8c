package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.coordination.suite.result.TooFewRounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {
    private static final Path EXAMPLES = Path.of("../examples");
    private static final Path SUITE = EXAMPLES.resolve("suite.yaml");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            List<Path> examples = files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.equals(SUITE))
                    .sorted()
                    .toList();
            assertThat(examples).contains(EXAMPLES.resolve("quickstart.yaml"));
            return examples;
        }
    }

    @Test
    void suiteWorksAsItStandsAndSaysHowToRunIt() throws Exception {
        List<String> lines = Files.readAllLines(SUITE);
        var runs = new RunSpecResolver(source -> new TransportSpec.Stack(source.name(), "<config/>"));

        SuiteSpec suite = SuiteFile.read(SUITE).resolve(new SuiteResolver(runs));

        assertThat(suite.cells())
                .hasSizeGreaterThan(1)
                .allSatisfy(
                        cell -> assertThat(IgnoredSettings.of(cell.declared())).isEmpty());
        assertThat(lines.get(0)).startsWith("# ").endsWith(".");
        assertThat(TooFewRounds.of(suite)).isEmpty();
        assertThat(lines.get(1)).isEqualTo("# ./jgbench suite examples/suite.yaml --results results");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleWorksAsItStandsAndSaysHowToRunIt(Path file) throws Exception {
        List<String> lines = Files.readAllLines(file);
        var resolver = new RunSpecResolver(source -> new TransportSpec.Stack(source.name(), "<config/>"));

        RunFile example = RunFile.read(file);

        assertThat(example.resolve(resolver).members()).isPositive();
        assertThat(IgnoredSettings.of(example.run().getSpec())).isEmpty();
        assertThat(lines.get(0)).startsWith("# ").endsWith(".");
        assertThat(lines.get(1)).isEqualTo("# ./jgbench run examples/" + file.getFileName());
    }
}
