package io.jgbench.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.transport.Stacks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;
import org.testcontainers.junit.jupiter.EnabledIfDockerAvailable;
import org.testcontainers.utility.DockerImageName;

/** The image that {@code ./jgbench images} has built, in containers of one engine, without Kubernetes. */
@EnabledIfDockerAvailable
@Timeout(300)
class MemberImageTest {
    private static final Path ARCHIVE = Path.of("../benchmark-image/target/member-image.tar");
    private static final DockerImageName IMAGE = DockerImageName.parse(System.getProperty("jgbench.member-image"));
    private static final int MEMBERS = 4;
    private static final int SENDERS = 2;
    private static final int MESSAGES = 2_000;

    @BeforeAll
    static void load() throws Exception {
        try (var archive = Files.newInputStream(ARCHIVE)) {
            DockerClientFactory.lazyClient().loadImageCmd(archive).exec();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp"})
    void fourContainersFormAClusterAndEachReceivesEveryMessage(String stack) throws Exception {
        String runId = "e2e-" + stack;
        RunCertificateAuthority authority = new RunCertificateAuthority(runId, Instant.now(), Duration.ofMinutes(10));
        RunResult result;
        try (Network network = Network.newNetwork()) {
            List<MemberContainer> members = IntStream.range(0, MEMBERS)
                    .mapToObj(i -> new MemberContainer(i, runId, authority, IMAGE, network))
                    .toList();
            try (ContainerRun run =
                    new ContainerRun(runId, spec(stack), members, TlsContexts.of(authority.issueController()))) {
                result = run.run();
            } finally {
                members.forEach(MemberContainer::close);
            }
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.completed()).isTrue();
        assertThat(result.accounts().doneUnits()).isEqualTo((long) MESSAGES * SENDERS * MEMBERS);
        assertThat(result.accounts().lostUnits()).isZero();
        assertThat(result.accounts().addUp()).isTrue();
        assertThat(result.figures().orElseThrow().unitsPerSecond()).isPositive();
        assertThat(result.valid()).as("%s", result.verdict()).isTrue();
    }

    private static RunSpec spec(String stack) {
        return RunSpecBuilder.builder()
                .name("container-run")
                .members(MEMBERS)
                .workload(new MulticastSpec(
                        SENDERS,
                        RunLength.of(MESSAGES),
                        1000,
                        Warmup.of(100),
                        1,
                        Duration.ofSeconds(1),
                        Duration.ZERO,
                        100))
                .transport(new TransportSpec("jgroups", Optional.of(new Stacks().named(stack)), Map.of(), 0))
                .repetitions(1)
                .startTimeout(Duration.ofMinutes(2))
                .maxSkew(Duration.ofSeconds(30))
                .jvmOptions(List.of())
                .activeDeadline(Duration.ofMinutes(4))
                .preflight(Policy.REQUIRE)
                .build();
    }
}
