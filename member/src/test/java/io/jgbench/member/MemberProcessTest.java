package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.protocol.MemberFailure.Kind;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.counters.LinuxHostProbe;
import io.jgbench.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** By signal 15. */
    private static final int TERMINATED = 128 + 15;

    private final RunCertificateAuthority authority =
            new RunCertificateAuthority("run-1", Instant.now(), Duration.ofMinutes(10));

    @TempDir
    Path folder;

    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void memberTellsItsPortAnswersAndExitsWhenItIsStopped() throws Exception {
        begin("--exit-with-parent");
        write(config(0, Duration.ofMinutes(10)));
        String line = firstLine();
        assertThat(line).matches("\\{\"controlPort\": [0-9]+}");
        int port = Integer.parseInt(line.replaceAll("\\D", ""));
        try (var client = new MemberClient(
                "m0", TestRun.loopback(port), authority.issueController(), EpochClock.system(), PATIENCE)) {
            assertThat(client.state().phase()).isEqualTo(MemberPhase.CREATED);
            client.stop();
        }
        assertThat(exitStatus()).isZero();
        assertThat(errors()).isEmpty();
    }

    @Test
    void memberThatIsToldToEndHandsItsReportOverFirst() throws Exception {
        begin();
        write(config(0, Duration.ofMinutes(10)));
        try (var client = client()) {
            measure(client);

            process.destroy();

            assertThat(client.report().partial()).isFalse();
        }
        assertThat(exitStatus()).isEqualTo(TERMINATED);
    }

    @Test
    void memberThatHasNothingToHandOverEndsWhenItIsTold() throws Exception {
        begin();
        write(config(0, Duration.ofMinutes(10)));
        firstLine();
        process.destroy();
        assertThat(exitStatus()).isEqualTo(TERMINATED);
    }

    @Test
    void memberExitsWithItsParent() throws Exception {
        begin("--exit-with-parent");
        write(config(0, Duration.ofMinutes(10)));
        firstLine();
        process.getOutputStream().close();
        assertThat(exitStatus()).isEqualTo(1);
    }

    @Test
    void memberThatNobodyStopsEndsAfterItsLifetime() throws Exception {
        Path file = folder.resolve("member.json");
        Files.write(file, ProtocolJson.write(config(0, Duration.ofMillis(100))));
        begin("--config", file.toString());
        assertThat(exitStatus()).isEqualTo(1);
        assertThat(errors()).containsExactly("member: m0 got no stop request within its lifetime of 100 ms");
    }

    @Test
    void portInUseIsOneLine() throws Exception {
        try (var taken = new ServerSocket(0, 1, TestRun.loopback(0).getAddress())) {
            begin();
            write(config(taken.getLocalPort(), Duration.ofMinutes(10)));
            assertThat(exitStatus()).isEqualTo(1);
            assertThat(errors())
                    .containsExactly("member: the control server cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use");
        }
    }

    @Test
    void configurationThatIsMissingOrNoneIsOneLine() throws Exception {
        begin("--config", folder.resolve("none.json").toString());
        assertThat(exitStatus()).isEqualTo(1);
        assertThat(errors()).singleElement().asString().contains("cannot be read", "none.json");

        begin();
        process.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        assertThat(exitStatus()).isEqualTo(1);
        assertThat(errors()).singleElement().asString().contains("standard input", "not a MemberConfig", "hello");
    }

    @Test
    void unknownOptionIsOneLineWithTheUsage() throws Exception {
        begin("--port", "7");
        assertThat(exitStatus()).isEqualTo(1);
        assertThat(errors()).singleElement().asString().contains("no such option: --port", "usage: ");
    }

    @Test
    void memberSaysAtWhichAddressItBindsItsInterface() throws Exception {
        var state = stateWith("lo");

        assertThat(state.phase()).isEqualTo(MemberPhase.CREATED);
        assertThat(state.bindAddress()).contains("127.0.0.1");
        assertThat(state.network()).isEqualTo(LinuxHostProbe.at("127.0.0.1").network());
    }

    @Test
    void interfaceThatTheHostHasNotFailsTheMemberAndThoseItHasAreNamed() throws Exception {
        var state = stateWith("none0");

        assertThat(state.phase()).isEqualTo(MemberPhase.FAILED);
        assertThat(state.failure().orElseThrow().kind()).isEqualTo(Kind.INTERFACE_MISSING);
        assertThat(state.failure().orElseThrow().message()).contains("no interface none0", "placement.interface", "lo");
    }

    @Test
    void jgroupsThatTheImageDoesNotCarryFailsTheMemberAndThoseItCarriesAreNamed() throws Exception {
        Files.createDirectory(folder.resolve("5.5.6.Final"));
        begin("--exit-with-parent", "--jgroups", folder.resolve("5.4.99.Final").toString());
        write(config(0, Duration.ofMinutes(10)));

        var state = state();

        assertThat(state.failure().orElseThrow().kind()).isEqualTo(Kind.JGROUPS_MISSING);
        assertThat(state.failure().orElseThrow().message())
                .isEqualTo("the members' image does not carry JGroups 5.4.99.Final, which jgroups.version names;"
                        + " it carries 5.5.6.Final.");
    }

    @Test
    void jgroupsThatCameFromElsewhereFailsTheMember() throws Exception {
        begin("--exit-with-parent", "--jgroups", folder.toString());
        write(config(0, Duration.ofMinutes(10)));

        assertThat(state().failure().orElseThrow().message())
                .contains("came from ", "and not from " + folder, "put a jar with org.jgroups into that folder");
    }

    /** A run of this member alone. */
    private static void measure(MemberClient client) throws Exception {
        var workload =
                new MulticastSpec(1, RunLength.of(10), 100, Warmup.of(10), 1, Duration.ofSeconds(1), Duration.ZERO, 1);
        client.join(new JoinRequest(
                workload,
                new TransportSpec("tcp", Optional.empty(), Map.of(), 0),
                "c1",
                0,
                List.of(new Peer(0, "m0", "127.0.0.1", FreePorts.take(1).getFirst())),
                "239.8.8.8",
                45_588,
                PATIENCE));
        await(client, MemberPhase.JOINED);
        client.arm(new ArmRequest(PATIENCE));
        await(client, MemberPhase.ARMED);
        client.start(TestRun.start(
                EpochClock.system().epochNanos() + Duration.ofSeconds(1).toNanos(), PATIENCE));
        await(client, MemberPhase.REPORTED);
    }

    private static void await(MemberClient client, MemberPhase phase) {
        Awaitility.await().atMost(PATIENCE).until(() -> client.state().phase() == phase);
    }

    private MemberState stateWith(String networkInterface) throws Exception {
        begin("--exit-with-parent");
        write(config(0, Duration.ofMinutes(10), Optional.of(networkInterface)));
        return state();
    }

    private MemberState state() throws Exception {
        try (var client = client()) {
            return client.state();
        }
    }

    private MemberClient client() throws Exception {
        int port = Integer.parseInt(firstLine().replaceAll("\\D", ""));
        return new MemberClient(
                "m0", TestRun.loopback(port), authority.issueController(), EpochClock.system(), PATIENCE);
    }

    private MemberConfig config(int port, Duration lifetime) {
        return config(port, lifetime, Optional.empty());
    }

    private MemberConfig config(int port, Duration lifetime, Optional<String> networkInterface) {
        return new MemberConfig(
                "run-1",
                "m0",
                "127.0.0.1",
                port,
                networkInterface,
                authority.issueMember("m0", List.of("127.0.0.1")),
                lifetime);
    }

    private void begin(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MemberMain.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        process = builder.start();
    }

    private void write(MemberConfig config) throws IOException {
        process.getOutputStream().write(ProtocolJson.write(config));
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    private String firstLine() throws IOException {
        return process.inputReader(StandardCharsets.UTF_8).readLine();
    }

    private int exitStatus() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private List<String> errors() throws IOException {
        try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
            return reader.lines().toList();
        }
    }
}
