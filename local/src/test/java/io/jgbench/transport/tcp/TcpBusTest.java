package io.jgbench.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.local.host.Host;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.NamespaceHosts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TcpBusTest {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void peerWhoseHostVanishesWithoutAWordIsGoneAndMayComeBackUnderItsName() throws Exception {
        try (var hosts = hosts()) {
            Host listening = hosts.host(0);
            Host vanishing = hosts.host(1);
            Process listener = start(listening, "listener");
            Process peer = start(vanishing, "peer", listening.address(), "listener");
            var said = listener.inputReader();
            assertThat(said.readLine()).isEqualTo("connected peer");

            link(vanishing, "down");
            assertThat(said.readLine()).isEqualTo("disconnected peer");

            peer.destroyForcibly().waitFor();
            link(vanishing, "up");
            start(vanishing, "peer", listening.address(), "listener");
            assertThat(said.readLine()).isEqualTo("connected peer");
        }
    }

    private static NamespaceHosts hosts() throws IOException {
        try {
            return NamespaceHosts.open(2, LinkSettings.UNLIMITED, System.err::println);
        } catch (HostsUnavailableException e) {
            assumeTrue(false, e.getMessage());
            throw new IllegalStateException("an assumption that does not hold ends the test", e);
        }
    }

    private Process start(Host host, String name, String... peer) throws IOException {
        var arguments = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StandInBus.class.getName(),
                host.address(),
                name));
        arguments.addAll(List.of(peer));
        var process = new ProcessBuilder(host.command(arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        return process;
    }

    private static void link(Host host, String state) throws Exception {
        var set = new ProcessBuilder(host.command(List.of("ip", "link", "set", "eth0", state)))
                .inheritIO()
                .start();
        assertThat(set.waitFor()).isZero();
    }
}
