package io.jgbench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBench;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run refuses before anything is started. */
final class RunCommandTest {
    private static final String RUN = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata: {name: small}
            spec: {members: 2, messages: 1000, messageSize: 1k}
            """;

    @TempDir
    private Path folder;

    @Test
    void anotherJGroupsIsOfNoUseToARawTransport() throws IOException {
        assertBadInput(
                "--jgroups needs transport jgroups, got: transport tcp",
                file(RUN.replace("1k}", "1k, transport: {name: tcp}}")),
                "--jgroups",
                jar("org/jgroups/Version.class"));
    }

    @Test
    void jarWithoutJGroupsIsRefused() throws IOException {
        assertBadInput(
                "there is no org/jgroups/Version.class in ", file(RUN), "--jgroups", jar("com/example/Other.class"));
    }

    @Test
    void fileThatIsNoJarIsRefused() throws IOException {
        assertBadInput(
                "--jgroups must name a jar, and ",
                file(RUN),
                "--jgroups",
                Files.writeString(folder.resolve("text.jar"), "no jar").toString());
    }

    @Test
    void optionThatBreaksABoundIsNamed() throws IOException {
        assertBadInput(
                "jgbench: --repetitions: spec.repetitions must be between 1 and 100, got: 0",
                file(RUN),
                "--repetitions",
                "0");
    }

    @Test
    void stackForARawTransportIsToldWithTheOption() throws IOException {
        assertBadInput(
                "jgbench: --stack: spec.", file(RUN.replace("1k}", "1k, transport: {name: tcp}}")), "--stack", "udp");
    }

    @Test
    void stackThatARequestCannotHoldIsRefused() throws IOException {
        String xml = "<config>" + " ".repeat(Stacks.MAX_BYTES) + "</config>";

        assertBadInput(
                "must have at most 98304 bytes as JSON",
                file(RUN),
                "--stack",
                Files.writeString(folder.resolve("long.xml"), xml).toString());
    }

    private void assertBadInput(String message, String... arguments) {
        var errors = new StringWriter();
        var all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        int status = JgBench.commandLine().setErr(new PrintWriter(errors, true)).execute(all.toArray(String[]::new));

        assertThat(errors.toString()).contains(message);
        assertThat(errors.toString().lines()).hasSize(1);
        assertThat(status).isEqualTo(2);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), text).toString();
    }

    private String jar(String entry) throws IOException {
        Path jar = folder.resolve("some.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.closeEntry();
        }
        return jar.toString();
    }
}
