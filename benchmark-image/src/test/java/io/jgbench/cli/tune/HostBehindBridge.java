package io.jgbench.cli.tune;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A host and a server in network namespaces of their own, on the two ports of a bridge in a third one. The server's
 * interface takes 9000 bytes, the host's 1500, and what the bridge's ports carry is the test's choice.
 */
final class HostBehindBridge implements AutoCloseable {
    static final String SERVER = "10.77.0.2:8443";

    private static final String KEEPER = """
            set -e
            ip link set lo up
            mount -t sysfs sysfs /sys
            echo up
            read -r end
            """;

    /** Takes what the ports carry, and the processes in the namespaces of host and server. */
    private static final String LINKS = """
            set -e
            ip link add br0 type bridge
            ip link add p0 mtu "$1" type veth peer name jgbtune0 mtu 1500 netns "$2"
            ip link add p1 mtu "$1" type veth peer name jgbtune1 mtu 9000 netns "$3"
            ip link set p0 master br0 up
            ip link set p1 master br0 up
            ip link set br0 up
            """;

    /** A veth would hand on several segments as one, whatever its peer takes; a network card would not. */
    private static final String HOST = """
            set -e
            ip link set jgbtune0 gso_max_segs 1 up
            ip addr add 10.77.0.1/24 dev jgbtune0
            ip route add default via 10.77.0.2
            """;

    private static final String PEER = """
            set -e
            ip link set jgbtune1 gso_max_segs 1 up
            ip addr add 10.77.0.2/24 dev jgbtune1
            """;

    private final List<Process> keepers = new ArrayList<>();
    private final List<Process> started = new ArrayList<>();

    private HostBehindBridge() {}

    /**
     * Makes them; the test is skipped where that is not allowed or the tools are missing.
     *
     * @param portMtu what the bridge's ports carry, in bytes
     */
    static HostBehindBridge make(int portMtu) throws IOException {
        var made = new HostBehindBridge();
        try {
            long host = made.keep();
            long peer = made.keep();
            long bridge = made.keep();
            made.run(bridge, LINKS, Integer.toString(portMtu), Long.toString(host), Long.toString(peer));
            made.run(host, HOST);
            made.run(peer, PEER);
            return made;
        } catch (IOException e) {
            made.close();
            assumeTrue(false, "network namespaces need root, iproute2 and util-linux: " + e.getMessage());
            throw e;
        }
    }

    private long keep() throws IOException {
        var keeper = new ProcessBuilder("unshare", "--net", "--mount", "sh", "-c", KEEPER).start();
        keepers.add(keeper);
        if (!"up".equals(keeper.inputReader(StandardCharsets.UTF_8).readLine())) {
            throw new IOException(
                    keeper.errorReader(StandardCharsets.UTF_8).readAllAsString().strip());
        }
        return keeper.pid();
    }

    private String run(long namespace, String script, String... arguments) throws IOException {
        var command = Stream.concat(Stream.of("sh", "-c", script, "sh"), Stream.of(arguments));
        var shell = new ProcessBuilder(entering(namespace, command.toList()))
                .redirectErrorStream(true)
                .start();
        String said =
                shell.inputReader(StandardCharsets.UTF_8).readAllAsString().strip();
        if (shell.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
        return said;
    }

    private static List<String> entering(long namespace, List<String> command) {
        var entering = List.of("nsenter", "--target", Long.toString(namespace), "--net", "--mount");
        return Stream.concat(entering.stream(), command.stream()).toList();
    }

    /** Starts the server that the host can be confirmed with, and waits until it listens. */
    void startServer() throws IOException {
        var java = TestHost.java(EchoServer.class.getName(), SERVER);
        var server = new ProcessBuilder(entering(keepers.get(1).pid(), java))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(server);
        if (!"up".equals(server.inputReader(StandardCharsets.UTF_8).readLine())) {
            throw new IllegalStateException("the server does not listen");
        }
    }

    /** Starts {@code jgbench tune} on the host; both its outputs go to the file. */
    Process tune(Path log, String... options) throws IOException {
        var tuner = new ProcessBuilder(entering(keepers.getFirst().pid(), TestHost.tuneCommand(options)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        started.add(tuner);
        return tuner;
    }

    /** The MTU of the host's interface. */
    String mtu() throws IOException {
        return run(keepers.getFirst().pid(), "cat /sys/class/net/jgbtune0/mtu");
    }

    @Override
    public void close() {
        Stream.concat(started.stream(), keepers.stream()).forEach(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
    }
}
