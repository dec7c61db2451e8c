package io.jgbench.cli.originals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.cli.JgBench;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes, each started as the launcher starts one, and driven by what is typed into them. */
final class RpcTestProcessesTest {
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /** Who is late on a busy machine begins a view of its own, and whoever then leads the merged one is named first. */
    private static final Pattern ALL_THREE = Pattern.compile("view: \\[[ABC], [ABC], [ABC]\\]");

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path folder;

    private String xml;

    @BeforeEach
    void planStack() {
        var random = ThreadLocalRandom.current();
        xml = new Stacks()
                .named("udp")
                .xml()
                .replaceFirst("mcast_addr=\"[^\"]*\"", "mcast_addr=\"239.255.82." + random.nextInt(1, 255) + "\"")
                .replaceFirst("mcast_port=\"[^\"]*\"", "mcast_port=\"" + random.nextInt(20_000, 30_000) + "\"");
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void memberThatIsKilledDuringARunEndsItForAllAndTheOthersGoOn() throws Exception {
        start("A");
        awaitOutput(0, "[q] Quit");
        start("B");
        start("C");
        await().atMost(DEADLINE).until(() -> ALL_THREE.matcher(output(0)).find());
        type(0, "7", "100000000");
        awaitOutput(0, "num_msgs=100000000");
        type(0, "1");
        awaitOutput(2, "invoking 100000000 RPCs");

        processes.get(2).destroyForcibly();

        awaitOutput(0, "Average of ");
        assertThat(output(0)).containsPattern("not finished: the members are now \\[(A, B|B, A)\\]");
        type(0, "7", "100");
        awaitOutput(1, "num_msgs=100,");
        type(1, "1");
        awaitOutput(1, "Average of ");
        for (int i = 0; i < 2; i++) {
            type(i, "q");
            assertThat(processes.get(i).waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(processes.get(i).exitValue()).isZero();
        }
    }

    @Test
    void portInUseIsOneLineAndBadInput() throws Exception {
        try (var taken = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            xml = xml.replaceFirst(
                    "bind_port=\"[^\"]*\"", "bind_port=\"" + taken.getLocalPort() + "\" port_range=\"0\"");
            start("A");

            assertThat(processes.getFirst().waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(processes.getFirst().exitValue()).isEqualTo(ExitStatus.BAD_INPUT);
            assertThat(output(0).lines())
                    .singleElement()
                    .asString()
                    .contains("cannot start stack", String.valueOf(taken.getLocalPort()));
        }
    }

    private void start(String name) throws IOException {
        Path stack = Files.writeString(folder.resolve("stack.xml"), xml);
        processes.add(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JgBench.class.getName(),
                        "rpc-test",
                        "-name",
                        name,
                        "-props",
                        stack.toString(),
                        "-bind_addr",
                        "127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(file(processes.size()).toFile())
                .start());
    }

    private void type(int process, String... lines) throws IOException {
        var keys = processes.get(process).getOutputStream();
        keys.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    private Path file(int process) {
        return folder.resolve("output-" + process);
    }

    private String output(int process) throws IOException {
        return Files.readString(file(process));
    }

    private void awaitOutput(int process, String part) {
        await().atMost(DEADLINE).until(() -> output(process).contains(part));
    }
}
