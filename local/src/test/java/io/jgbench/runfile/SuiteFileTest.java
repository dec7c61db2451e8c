package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteFileTest {
    private static final String TEMPLATE = "{members: 2, messages: 1000, messageSize: 1k}";
    private static final SuiteResolver RESOLVER = new SuiteResolver(
            new RunSpecResolver(_ -> new TransportSpec.Stack("udp", "<config><UDP/><PING/><pbcast.GMS/></config>")));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1: a suite file must hold a BenchmarkSuite, got: an empty file; start from examples/suite.yaml",
                "'hello' | 1: a suite file must hold a BenchmarkSuite, got: hello; start from examples/suite.yaml",
                "'a: 1\n---\nb: 2\n' | 3: a suite file must hold one document, got: another one;"
                        + " put each suite into a file of its own",
                "'a\u0000b' | 1: a suite file must be text in UTF-8, got: a NUL byte; start from examples/suite.yaml",
            })
    void fileThatHoldsNoSuiteIsToldSo(String text, String told) throws IOException {
        Path file = Files.writeString(folder.resolve("suite.yaml"), text);

        assertThatThrownBy(() -> SuiteFile.read(file))
                .isInstanceOf(RunFileException.class)
                .hasMessage(file + ":" + told);
    }

    /** An API server refuses these when the suite is created, whatever its axes set. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{members: 2, messageSize: 1k} | {name: load, path: messages, values: ['1000', '5000']}"
                        + "| spec.template must be valid before axes vary it: exactly one of messages and duration",
                "{members: 2, senders: 4, messages: 1000, messageSize: 1k}"
                        + "| {name: size, path: members, values: ['4', '8']}"
                        + "| spec.template must be valid before axes vary it: spec.senders must be at most members",
            })
    void templateHasToBeValidBeforeAxesVaryIt(String template, String axis, String told) throws Exception {
        SuiteFile file = suite(template, axis);

        assertThatThrownBy(() -> file.resolve(RESOLVER))
                .isInstanceOf(RunFileException.class)
                .hasMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n | spec.axes[0].name must be a string",
                "on | spec.axes[0].name must be a string",
            })
    void nameThatYamlTakesForABooleanHasToBeQuoted(String name, String told) throws Exception {
        String axis = "{name: %s, path: members, values: ['2', '4']}";

        assertThatThrownBy(() -> suite(TEMPLATE, axis.formatted(name)))
                .isInstanceOf(RunFileException.class)
                .hasMessageContaining(told);
        assertThat(suite(TEMPLATE, axis.formatted("\"" + name + "\""))
                        .resolve(RESOLVER)
                        .axes())
                .containsExactly(name);
    }

    private SuiteFile suite(String template, String axis) throws IOException, RunFileException {
        return SuiteFile.read(Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: lab}
                spec:
                  template: %s
                  axes:
                  - %s
                """.formatted(template, axis)));
    }

    @Test
    void fileThatIsMissingIsToldWithAnExampleOfASuite() {
        Path missing = folder.resolve("none.yaml");

        assertThatThrownBy(() -> SuiteFile.read(missing))
                .isInstanceOf(RunFileException.class)
                .hasMessage(missing + ": a suite file must be a file, got: no such file;"
                        + " name one, such as examples/suite.yaml");
    }
}
