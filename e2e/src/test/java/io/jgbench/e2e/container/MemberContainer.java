package io.jgbench.e2e.container;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.protocol.Peer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** A member in a container, started as the operator starts one: the image's JVM, with its configuration in a file. */
final class MemberContainer implements AutoCloseable {
    private static final String CONFIG_FILE = "/etc/jgbench/member.json";
    private static final int CONTROL_PORT = 7600;
    private static final int TRANSPORT_PORT = 7800;
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private final int index;
    private final String name;
    private final GenericContainer<?> container;

    MemberContainer(
            int index, String runId, RunCertificateAuthority authority, DockerImageName image, Network network) {
        this.index = index;
        this.name = "member-" + index;
        MemberConfig config = new MemberConfig(
                runId,
                name,
                "0.0.0.0",
                CONTROL_PORT,
                Optional.empty(),
                authority.issueMember(name, List.of()),
                LIFETIME);
        this.container = new GenericContainer<>(image)
                .withNetwork(network)
                .withExposedPorts(CONTROL_PORT)
                .withCopyToContainer(Transferable.of(ProtocolJson.write(config)), CONFIG_FILE)
                .withCreateContainerCmdModifier(command -> command.withEntrypoint(
                        "java",
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        // no start without the archive of classes, so that it is known to be of use
                        "-XX:AOTCache=/app/member.aot",
                        "-XX:AOTMode=on",
                        "-cp",
                        "@/app/jib-classpath-file",
                        "io.jgbench.member.MemberMain",
                        "--config",
                        CONFIG_FILE));
    }

    /** Returns when its control server's port is open. */
    void start() {
        container.start();
    }

    boolean isRunning() {
        return container.isRunning();
    }

    String logs() {
        return container.getLogs();
    }

    String name() {
        return name;
    }

    /** As the other members reach it, on the engine's network. */
    Peer peer() {
        String address = container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
        return new Peer(index, name, address, TRANSPORT_PORT);
    }

    /** A client of its control server, to be closed by the caller. */
    MemberClient connect(SSLContext tls, EpochClock clock) {
        var address = new InetSocketAddress(container.getHost(), container.getMappedPort(CONTROL_PORT));
        return new MemberClient(name, address, tls, clock, CALL_TIMEOUT);
    }

    @Override
    public void close() {
        container.stop();
    }
}
