package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.coordination.protocol.Counters;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class NamespaceHostsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @BeforeAll
    static void needsRootAndTools() {
        try {
            NetworkTools.find(Tools.ofThisMachine());
        } catch (HostsUnavailableException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    @Test
    void memberIsReachedAtItsControlAddressFromOutside() throws Exception {
        try (var hosts = open(2, LinkSettings.UNLIMITED)) {
            var host = hosts.host(1);
            var member = host.start(TestJvm.standInMember(), "serve " + host.controlAddress());

            int port = member.controlPort().get(60, TimeUnit.SECONDS);

            try (var control = new Socket(host.controlAddress(), port)) {
                assertThat(control.isConnected()).isTrue();
            }
            assertThat(namespaceOf(member.pid()))
                    .isNotEqualTo(namespaceOf(ProcessHandle.current().pid()));
        }
    }

    @Test
    void closingRemovesInterfaceNamespacesAndProcesses() throws Exception {
        var interfacesBefore = interfaces();
        var hosts = open(2, LinkSettings.UNLIMITED);
        var host = hosts.host(0);
        var member = host.start(TestJvm.standInMember(), "serve " + host.controlAddress());
        member.controlPort().join();
        var namespace = namespaceOf(member.pid());
        var added = added(interfacesBefore);

        hosts.close();
        hosts.close();

        assertThat(member.exit()).isCompleted();
        assertThat(interfaces()).doesNotContainAnyElementsOf(added);
        assertThat(namespacesInUse()).doesNotContain(namespace);
    }

    @Test
    void killedLauncherLeavesNeitherProcessNorNamespaceNorInterface() throws Exception {
        var interfacesBefore = interfaces();
        var launcher = new ProcessBuilder(StandInLauncher.command("namespaces")).start();
        var members = Stream.of(launcher.inputReader().readLine().split(" ", -1))
                .map(Long::parseLong)
                .toList();
        var added = added(interfacesBefore);
        var namespaces = Stream.concat(members.stream(), launcher.descendants().map(ProcessHandle::pid))
                .map(NamespaceHostsTest::namespaceOf)
                .collect(Collectors.toSet());
        var temporaryFiles = filesOf(System.getProperty("java.io.tmpdir"), launcher.pid());

        launcher.destroyForcibly();

        assertThat(namespaces).hasSize(3);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(members).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
            assertThat(namespacesInUse()).doesNotContainAnyElementsOf(namespaces);
            assertThat(interfaces()).doesNotContainAnyElementsOf(added);
        });
        assertThat(temporaryFiles).isEmpty();
    }

    @Test
    void multicastOfOneMemberReachesTheOthers() throws Exception {
        try (var hosts = open(3, LinkSettings.UNLIMITED)) {
            var second = receiver(hosts, 1);
            var third = receiver(hosts, 2);

            sender(hosts, 0, 10, 1000);

            assertThat(second.readLine()).isEqualTo("10");
            assertThat(third.readLine()).isEqualTo("10");
        }
    }

    @Test
    void twoNetworksAtOnceDoNotMeet() throws Exception {
        try (var hosts = open(2, LinkSettings.UNLIMITED);
                var others = open(2, LinkSettings.UNLIMITED)) {
            var receiver = receiver(hosts, 1);

            sender(others, 0, 7, 1000);
            sender(hosts, 0, 10, 1000);

            assertThat(receiver.readLine()).isEqualTo("10");
            assertThat(others.host(0).controlAddress())
                    .isNotEqualTo(hosts.host(0).controlAddress());
        }
    }

    @Test
    void whatTheSwitchPortCannotHoldIsDroppedAndCountedFrameByFrame() throws Exception {
        var link = new LinkSettings(OptionalLong.of(10_000_000), Duration.ofMillis(20), OptionalInt.empty());
        try (var hosts = open(3, link)) {
            var receiver = receiver(hosts, 2);
            int each = 2000;

            var first = start(hosts, 0, each, 1000);
            var second = start(hosts, 1, each, 1000);
            assertThat(first.readLine()).isEqualTo("sent");
            assertThat(second.readLine()).isEqualTo("sent");
            long received = Long.parseLong(receiver.readLine());

            long lost = 2L * each - received;
            assertThat(lost).isPositive();
            assertThat(hosts.host(2).counters()).containsEntry(Counters.SWITCH_PORT_DROPS, lost);
        }
    }

    @Test
    void shapedLinkCarriesNoMoreThanItsRate() throws Exception {
        long rate = 10_000_000;
        var link = new LinkSettings(OptionalLong.of(rate), Duration.ofMillis(50), OptionalInt.empty());
        try (var hosts = open(2, link)) {
            var receiver = receiver(hosts, 1);
            int count = 2000;
            long wireBytes = count * (1000L + 8 + 20 + 14 + 24);

            long beganNanos = System.nanoTime();
            sender(hosts, 0, count, 1000);
            long elapsedNanos = System.nanoTime() - beganNanos;

            assertThat(receiver.readLine()).isEqualTo(Integer.toString(count));
            // what the socket and the bucket still hold when the last send returns has not passed yet
            long heldBytes = 300_000;
            assertThat((wireBytes - heldBytes) * 8.0 / (elapsedNanos / 1e9)).isLessThan(rate * 1.01);
            assertThat(hosts.host(1).lineRateBitsPerSecond()).hasValue(rate);
        }
    }

    @Test
    void memberHasTheMtuThatWasAskedFor() throws Exception {
        var link = new LinkSettings(OptionalLong.empty(), LinkSettings.DEFAULT_QUEUE, OptionalInt.of(9000));
        try (var hosts = open(2, link)) {
            var shown = Command.run(hosts.host(0).command(List.of("ip", "-o", "link", "show", "dev", "eth0")), "");

            assertThat(shown).contains(" mtu 9000 ");
            assertThat(hosts.host(0).mtu()).isEqualTo(9000);
            assertThat(hosts.host(0).counters()).containsEntry(Counters.SWITCH_PORT_DROPS, 0L);
        }
    }

    private static BufferedReader receiver(Hosts hosts, int index) throws Exception {
        var output = probe(hosts, index, "receive");
        assertThat(output.readLine()).isEqualTo("ready");
        return output;
    }

    private static void sender(Hosts hosts, int index, int count, int bytes) throws Exception {
        assertThat(start(hosts, index, count, bytes).readLine()).isEqualTo("sent");
    }

    private static BufferedReader start(Hosts hosts, int index, int count, int bytes) throws Exception {
        return probe(hosts, index, "send", Integer.toString(count), Integer.toString(bytes));
    }

    private static BufferedReader probe(Hosts hosts, int index, String verb, String... more) throws Exception {
        var group = hosts.ports(0).multicast();
        var host = hosts.host(index);
        var arguments = Stream.concat(
                Stream.of(verb, group.address(), Integer.toString(group.port()), host.address()), Stream.of(more));
        var command = TestJvm.command(NetworkProbe.class, arguments.toArray(String[]::new));
        return new ProcessBuilder(host.command(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .inputReader();
    }

    private static Set<String> added(Set<String> before) throws IOException {
        return interfaces().stream()
                .filter(name -> name.startsWith("jgb") && !before.contains(name))
                .collect(Collectors.toSet());
    }

    private static Set<String> interfaces() throws IOException {
        try (var names = Files.list(Path.of("/sys/class/net"))) {
            return names.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    private static String namespaceOf(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<String> namespacesInUse() {
        return ProcessHandle.allProcesses()
                .map(process -> namespaceOf(process.pid()))
                .filter(namespace -> !namespace.isEmpty())
                .collect(Collectors.toSet());
    }

    private static Set<Path> filesOf(String folder, long pid) throws IOException {
        try (var files = Files.walk(Path.of(folder), 2)) {
            return files.filter(file -> file.getFileName().toString().equals(Long.toString(pid)))
                    .collect(Collectors.toSet());
        }
    }

    private static NamespaceHosts open(int members, LinkSettings link) throws HostsUnavailableException, IOException {
        return NamespaceHosts.open(members, link, System.err::println);
    }
}
