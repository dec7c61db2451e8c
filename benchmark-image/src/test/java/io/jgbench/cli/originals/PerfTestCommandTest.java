package io.jgbench.cli.originals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.cli.JgBench;
import io.jgbench.testing.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PerfTestCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final StringWriter errors = new StringWriter();

    @TempDir
    private Path folder;

    private Path config;

    @BeforeEach
    void writeConfig() throws IOException {
        config = Files.writeString(folder.resolve("config.txt"), """
                transport=jgroups
                num_msgs=1000
                msg_size=1000
                num_members=2
                num_senders=1
                """);
    }

    @Test
    void fileThatIsMissingIsBadInput() {
        assertBadInput(
                "jgbench: " + folder.resolve("none.txt")
                        + ": there is no such file; name the test's configuration with -config FILE",
                "-config",
                folder.resolve("none.txt").toString());
    }

    @Test
    void unknownOptionIsBadInput() {
        assertBadInput("jgbench: Unknown option: '-sendr'", "-config", config.toString(), "-sendr");
    }

    @Test
    void senderAndReceiverAtOnceIsBadInput() {
        assertBadInput(
                "-sender, -receiver are mutually exclusive", "-config", config.toString(), "-sender", "-receiver");
    }

    @Test
    void valueThatBreaksItsRuleIsBadInput() throws IOException {
        Files.writeString(config, Files.readString(config).replace("msg_size=1000", "msg_size=0"));
        assertBadInput("msg_size must be a whole number between 8 and 16777216, got: 0", "-config", config.toString());
    }

    @Test
    void moreSendersThanMembersIsBadInput() throws IOException {
        Files.writeString(config, Files.readString(config).replace("num_senders=1", "num_senders=3"));
        assertBadInput("num_senders must be at most num_members (2), got: 3", "-config", config.toString());
    }

    @Test
    void morePlacesThanMembersIsBadInput() throws IOException {
        Files.writeString(
                config,
                Files.readString(config).replace("=jgroups", "=tcp")
                        + "initial_hosts=192.0.2.1[7800],192.0.2.2[7800],192.0.2.3[7800]\n");
        assertBadInput(
                "initial_hosts must name a place for each of num_members (2) over transport tcp, got: 3 places",
                "-config",
                config.toString());
    }

    @Test
    void stackThatDoesNotExistIsBadInput() {
        assertBadInput("none.xml does not exist", "-config", config.toString(), "-props", "none.xml");
    }

    /** The files that JGroups shipped name localhost, and the reports of 2008 gave the address to the JVM. */
    @Test
    void addressThatIsGivenToTheJvmWinsOverThatOfTheFile() throws IOException {
        Files.writeString(config, Files.readString(config) + "bind_addr=localhost\n");
        var output = new StringWriter();
        String before = System.setProperty("jgroups.bind_addr", "127.0.0.7");
        try {
            JgBench.commandLine()
                    .setOut(new PrintWriter(output, true))
                    .setErr(new PrintWriter(errors, true))
                    .execute("perf-test", "-config", config.toString(), "-props", "none.xml");

            assertThat(System.getProperty("jgroups.bind_addr")).isEqualTo("127.0.0.7");
            assertThat(output.toString()).contains("not localhost, as jgroups.bind_addr=127.0.0.7 is given");
        } finally {
            if (before == null) {
                System.clearProperty("jgroups.bind_addr");
            } else {
                System.setProperty("jgroups.bind_addr", before);
            }
        }
    }

    @Test
    void transportThatDoesNotExistIsBadInput() throws IOException {
        Files.writeString(config, Files.readString(config).replace("=jgroups", "=JmsTransport"));
        assertBadInput("transport must be one of ", "-config", config.toString());
    }

    @Test
    void fileThatCannotBeWrittenIsBadInput() {
        assertBadInput(
                "-f: cannot write " + folder.resolve("none/samples"),
                "-config",
                config.toString(),
                "-f",
                folder.resolve("none/samples").toString());
    }

    @Test
    void timeoutThatIsNoneIsBadInput() {
        assertBadInput("-timeout must be at least 1 second, got: 0", "-config", config.toString(), "-timeout", "0");
    }

    @Test
    void helpShowsTheOptionsOf2008() {
        var output = new StringWriter();
        int status = JgBench.commandLine().setOut(new PrintWriter(output)).execute("perf-test", "-help");

        assertThat(status).isZero();
        assertThat(output.toString())
                .contains(
                        "-sender", "-receiver", "-config", "-props", "-verbose", "-jmx", "-dump_stats", "-f", "-help");
    }

    /** What is seen by JMX is wanted most where the test failed. */
    @Test
    void testThatFailsKeepsTheProcessWithJmx() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Files.writeString(
                config,
                Files.readString(config).replace("=jgroups", "=tcp")
                        + "initial_hosts=127.0.0.1[%d],127.0.0.1[%d]%n".formatted(ports.get(0), ports.get(1)));
        var output = new StringWriter();

        Thread test = Thread.ofPlatform()
                .daemon()
                .start(() -> JgBench.commandLine()
                        .setOut(new PrintWriter(output, true))
                        .setErr(new PrintWriter(errors, true))
                        .execute("perf-test", "-config", config.toString(), "-jmx", "-timeout", "1"));

        await().atMost(PATIENCE).until(() -> output.toString().contains("; -jmx: not terminating, process "));
        assertThat(output.toString()).contains("-- failed: not all members joined within 1 s");
        assertThat(test.isAlive()).isTrue();
        test.interrupt();
        assertThat(test.join(PATIENCE)).isTrue();
    }

    private void assertBadInput(String message, String... arguments) {
        var all = new ArrayList<>(List.of("perf-test"));
        all.addAll(List.of(arguments));
        int status = JgBench.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(errors, true))
                .execute(all.toArray(String[]::new));

        assertThat(errors.toString()).contains(message);
        assertThat(errors.toString().lines()).hasSize(1);
        assertThat(status).isEqualTo(2);
    }
}
