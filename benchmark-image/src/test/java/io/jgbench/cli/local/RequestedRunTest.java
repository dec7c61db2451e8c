package io.jgbench.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.report.stored.RunDeclaration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is run, and the file with which it can be run again. */
class RequestedRunTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"udp", "udp-auth", "tcp", "jgroups-udp"})
    void fileThatIsStoredRunsTheStackOfTheCommandLineAgain(String stack) throws Exception {
        RequestedRun requested = RequestedRun.read(file("stack: {name: tcp}"), Optional.of(stack), Optional.empty());

        RunSpec again = again(requested);

        assertThat(again).isEqualTo(requested.spec());
        assertThat(stackOf(again).leavesWindowOpen()).isEqualTo(stack.startsWith("udp"));
    }

    @Test
    void windowOfTheFileStaysWhereTheOtherStackHasOne() throws Exception {
        Path file = file("stack: {name: udp, window: 500k}");

        RequestedRun requested = RequestedRun.read(file, Optional.of("udp-auth"), Optional.empty());

        assertThat(stackOf(requested.spec()).window().map(FlowWindow::bytes)).contains(500_000L);
        assertThat(again(requested)).isEqualTo(requested.spec());
        assertThat(stackOf(RequestedRun.read(file, Optional.of("tcp"), Optional.empty())
                                .spec())
                        .window())
                .isEmpty();
    }

    @Test
    void stackOfAFileIsWrittenOut() throws Exception {
        Path xml = Files.writeString(
                folder.resolve("mine.xml"),
                stackOf(RequestedRun.read(file("stack: {name: tcp}"), Optional.empty(), Optional.empty())
                                .spec())
                        .xml());

        RequestedRun requested = RequestedRun.read(file("messages: 10"), Optional.of(xml.toString()), Optional.empty());

        assertThat(stackOf(again(requested)).xml())
                .isEqualTo(stackOf(requested.spec()).xml());
    }

    private RunSpec again(RequestedRun requested) throws Exception {
        var declaration = RunDeclaration.of(requested.spec().name(), requested.declared(), List.of());
        Path stored = Files.writeString(folder.resolve("again.yaml"), declaration.yaml());
        return RequestedRun.read(stored, Optional.empty(), Optional.empty()).spec();
    }

    private static Stack stackOf(RunSpec spec) {
        return spec.transport().stack().orElseThrow();
    }

    private Path file(String setting) throws Exception {
        return Files.writeString(folder.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: small}
                spec:
                  members: 2
                  messageSize: 1k
                  %s
                """.formatted(
                        setting.startsWith("messages") ? setting : "messages: 10\n  " + setting));
    }
}
