package io.jgbench.cli.originals;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBench;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, each started as the launcher starts one. */
final class PerfTestProcessesTest {
    private static final long DEADLINE_SECONDS = 180;

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path folder;

    private Path config;
    private Path stack;

    @BeforeEach
    void writeFiles() throws IOException {
        config = Files.writeString(folder.resolve("config.txt"), """
                transport=org.jgroups.tests.perf.transports.JGroupsTransport
                num_msgs=2000
                msg_size=1000
                num_members=3
                num_senders=2
                log_interval=1000
                """);
        var random = ThreadLocalRandom.current();
        stack = Files.writeString(
                folder.resolve("stack.xml"),
                new Stacks()
                        .named("udp")
                        .xml()
                        .replaceFirst(
                                "mcast_addr=\"[^\"]*\"", "mcast_addr=\"239.255.80." + random.nextInt(1, 255) + "\"")
                        .replaceFirst(
                                "mcast_port=\"[^\"]*\"", "mcast_port=\"" + random.nextInt(20_000, 30_000) + "\""));
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    @Tag("slow")
    void threeProcessesFormTheGroupAndEachPrintsTheAverages() throws Exception {
        var outputs = List.of(start("-sender"), start("-sender"), start("-receiver"));
        for (Process process : processes) {
            assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        var averages = new ArrayList<String>();
        for (Path output : outputs) {
            var text = Files.readString(output);
            assertThat(text).contains("num_msgs_expected=4000, num_msgs_received=4000", "VALID: every message");
            averages.add(text.lines()
                    .filter(line -> line.startsWith("combined: "))
                    .findFirst()
                    .orElseThrow());
        }
        assertThat(averages).containsOnly(averages.getFirst());
        assertThat(processes).extracting(Process::exitValue).containsOnly(0);
    }

    private Path start(String part) throws IOException {
        Path output = folder.resolve("output-" + processes.size());
        processes.add(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JgBench.class.getName(),
                        "perf-test",
                        part,
                        "-config",
                        config.toString(),
                        "-props",
                        stack.toString(),
                        "-bind_addr",
                        "127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start());
        return output;
    }
}
