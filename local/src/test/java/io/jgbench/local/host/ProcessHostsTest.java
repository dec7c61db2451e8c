package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.testing.EnabledIfInterruptible;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ProcessHostsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ProcessHosts hosts = ProcessHosts.open(2);

    @AfterEach
    void close() {
        hosts.close();
    }

    @Test
    void memberIsReachedAtTheControlPortThatItTells() throws Exception {
        var member = hosts.host(1).start(TestJvm.standInMember(), "serve 127.0.0.1");

        int port = member.controlPort().get(60, TimeUnit.SECONDS);

        try (var control = new Socket(hosts.host(1).controlAddress(), port)) {
            assertThat(control.isConnected()).isTrue();
        }
        assertThat(member.name()).isEqualTo("member-1");
        assertThat(member.lastLines()).containsExactly("[warning] as the JVM itself prints them");
    }

    @Test
    void killedMemberIsToldWithItsSignal() throws Exception {
        var member = serving(0);

        signal("KILL", member.pid());

        assertThat(member.exit().get(60, TimeUnit.SECONDS)).hasToString("killed by signal 9 (SIGKILL)");
    }

    @Test
    void memberThatEndsBeforeItServesIsToldWithItsExitCodeAndLastWords() throws Exception {
        var member = hosts.host(0).start(TestJvm.standInMember(), "fail no memory");

        assertThatThrownBy(() -> member.controlPort().join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(IOException.class)
                .hasRootCauseMessage("member-0 ended before its control server stood (exit code 3): no memory");
        assertThat(member.exit().join()).hasToString("exit code 3");
    }

    @Test
    void closingEndsEveryMemberAlsoOneThatIgnoresTheRequest() throws Exception {
        var obedient = serving(0);
        var stubborn = hosts.host(1).start(TestJvm.standInMember(), "stubborn 127.0.0.1");
        stubborn.controlPort().join();

        hosts.close();
        hosts.close();

        assertThat(obedient.exit().join().bySignal()).isTrue();
        assertThat(stubborn.exit().join()).hasToString("killed by signal 9 (SIGKILL)");
        assertThatThrownBy(() -> hosts.host(0).start(TestJvm.standInMember(), "serve 127.0.0.1"))
                .isInstanceOf(IOException.class)
                .hasMessage("the hosts are closed: member-0 cannot be started");
    }

    @Test
    void membersEndWithALauncherThatIsKilled() throws Exception {
        membersEndWithTheLauncher("KILL");
    }

    @Test
    @EnabledIfInterruptible
    void membersEndWithALauncherThatIsInterrupted() throws Exception {
        membersEndWithTheLauncher("INT");
    }

    @Test
    void runsAtTheSameTimeHavePortsAndGroupsOfTheirOwn() throws Exception {
        var first = hosts.ports(0);
        try (var other = ProcessHosts.open(2)) {
            var second = other.ports(0);

            assertThat(second.firstPorts()).doesNotContainAnyElementsOf(first.firstPorts());
            assertThat(second.multicast().address())
                    .isNotEqualTo(first.multicast().address());
            assertThat(second.multicast().port()).isNotEqualTo(first.multicast().port());
        }
    }

    @Test
    void membersHaveConsecutivePortsFromTheOneThatIsFixed() throws Exception {
        int port = freePort();

        assertThat(hosts.ports(port).firstPorts()).containsExactly(port, port + 1);
    }

    @Test
    void fixedPortThatIsInUseIsNamed() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> hosts.ports(port - 1))
                    .isInstanceOf(HostsUnavailableException.class)
                    .hasMessageStartingWith("port ")
                    .hasMessageContaining(" of 127.0.0.1 is in use, and bindPort " + (port - 1) + " with 2 members");
        }
    }

    @Test
    void fixedPortThatLeavesNoRoomIsRefused() {
        assertThatThrownBy(() -> hosts.ports(65_535))
                .isInstanceOf(HostsUnavailableException.class)
                .hasMessage("bindPort 65535 leaves no room for 2 members, whose ports would reach 65536:"
                        + " choose one of at most 65534");
    }

    private MemberHandle serving(int index) throws IOException {
        var member = hosts.host(index).start(TestJvm.standInMember(), "serve 127.0.0.1");
        member.controlPort().join();
        return member;
    }

    private static void membersEndWithTheLauncher(String signal) throws Exception {
        var launcher = new ProcessBuilder(StandInLauncher.command("processes")).start();
        try {
            var members = Stream.of(launcher.inputReader().readLine().split(" ", -1))
                    .map(Long::parseLong)
                    .toList();

            signal(signal, launcher.pid());

            await().atMost(PATIENCE).until(() -> members.stream().noneMatch(ProcessHostsTest::isAlive));
            assertThat(launcher.waitFor()).isNotZero();
        } finally {
            launcher.destroyForcibly();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static void signal(String name, long pid) throws IOException {
        Command.run(List.of("kill", "-" + name, Long.toString(pid)), "");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
