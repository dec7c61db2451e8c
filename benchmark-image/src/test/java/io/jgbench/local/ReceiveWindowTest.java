package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReceiveWindowTest {
    @TempDir
    private Path folder;

    @Test
    void windowIsTheShareOfEachMemberInAReceiveBuffer() throws IOException {
        assertThat(fitted(spec(4, "udp"), 4_194_304)).containsExactly("-Xmx64m", "-Djgbench.udp.credits=1048576");
    }

    @Test
    void windowIsNoSmallerThanThatOfTheStack() throws IOException {
        assertThat(fitted(spec(4, "udp"), 212_992)).contains("-Djgbench.udp.credits=125000");
    }

    @Test
    void bufferCountsAsFarAsJGroupsAsksForIt() throws IOException {
        assertThat(fitted(spec(5, "udp"), 26_214_400)).contains("-Djgbench.udp.credits=1000000");
        assertThat(fitted(spec(1, "udp"), 26_214_400)).contains("-Djgbench.udp.credits=2000000");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void bufferIsThatOfTheKernel() throws IOException {
        long rmemMaxBytes = Long.parseLong(
                Files.readAllLines(Path.of("/proc/sys/net/core/rmem_max")).getFirst());

        assertThat(new ReceiveWindow().fitted(spec(2, "udp")).jvmOptions())
                .isEqualTo(fitted(spec(2, "udp"), rmemMaxBytes));
    }

    @Test
    void windowThatTheRunNamesIsLeftAlone() throws IOException {
        RunSpec named = spec(4, "udp").withJvmOptions(List.of("-Djgbench.udp.credits=4M"));

        assertThat(fitted(named, 4_194_304)).containsExactly("-Djgbench.udp.credits=4M");
    }

    @Test
    void otherStacksAndTransportsAreLeftAlone() throws IOException {
        assertThat(fitted(spec(4, "jgroups-udp"), 4_194_304)).containsExactly("-Xmx64m");
        assertThat(fitted(spec(4, new TransportSpec("udp", Optional.empty(), Map.of(), 0)), 4_194_304))
                .containsExactly("-Xmx64m");
    }

    @Test
    void whereTheKernelTellsNoLimitTheStackKeepsItsOwn() {
        assertThat(new ReceiveWindow(folder.resolve("absent"))
                        .fitted(spec(4, "udp"))
                        .jvmOptions())
                .containsExactly("-Xmx64m");
    }

    private List<String> fitted(RunSpec spec, long rmemMaxBytes) throws IOException {
        Path file = Files.writeString(folder.resolve("rmem_max"), rmemMaxBytes + "\n");
        return new ReceiveWindow(file).fitted(spec).jvmOptions();
    }

    private static RunSpec spec(int members, String stack) {
        return spec(members, new TransportSpec("jgroups", Optional.of(new Stack(stack, "<config/>")), Map.of(), 0));
    }

    private static RunSpec spec(int members, TransportSpec transport) {
        return new RunSpec(
                "window",
                members,
                new MulticastSpec(
                        1, RunLength.of(10), 1000, Warmup.of(0), 1, Duration.ofSeconds(1), Duration.ZERO, 128),
                transport,
                1,
                Duration.ofSeconds(1),
                Duration.ofMillis(10),
                List.of("-Xmx64m"),
                Duration.ofMinutes(1));
    }
}
