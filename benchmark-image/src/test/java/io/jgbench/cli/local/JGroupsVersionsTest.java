package io.jgbench.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.local.Cancellation;
import io.jgbench.local.LocalBenchmark;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.local.host.ProcessHosts;
import io.jgbench.transport.Stacks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jgroups.Version;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members with the JGroups that jgbench is built with, and with the other one that their image carries. */
@Tag("slow")
@Timeout(120)
final class JGroupsVersionsTest {
    private static final String CARRIED = System.getProperty("jgbench.jgroups-carried");
    private static final int MEMBERS = 2;

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp"})
    void membersRunWithTheJGroupsThatIsPutInFront(String stack) throws Exception {
        Path jar = Path.of("target", "carried", "jgroups", CARRIED, "jgroups-" + CARRIED + ".jar");

        RunResult result = run(stack, jvm().withInFront(jar));

        assertThat(result.valid()).as("%s", result).isTrue();
        assertThat(versions(result)).containsOnly(CARRIED.replace(".Final", "")).hasSize(MEMBERS);
    }

    @Test
    void membersRunWithTheirOwnJGroupsOtherwise() throws Exception {
        RunResult result = run("udp", jvm());

        assertThat(result.valid()).as("%s", result).isTrue();
        assertThat(versions(result)).containsOnly(Version.printVersion().replaceFirst(" .*", ""));
    }

    private static List<String> versions(RunResult result) {
        return result.members().stream()
                .map(member -> member.report().orElseThrow().host().get("jgroups.version"))
                .map(version -> version.replaceFirst(" .*", ""))
                .toList();
    }

    private static RunResult run(String stack, MemberJvm jvm) throws Exception {
        var transport = new TransportSpec("jgroups", Optional.of(new Stacks().named(stack)), Map.of(), 0);
        var workload = new MulticastSpec(
                MEMBERS, RunLength.of(500), 1000, Warmup.of(50), 1, Duration.ofSeconds(1), Duration.ZERO, 100);
        var spec = RunSpecBuilder.builder()
                .name("versions")
                .members(MEMBERS)
                .workload(workload)
                .transport(transport)
                .repetitions(1)
                .startTimeout(Duration.ofMinutes(1))
                .maxSkew(Duration.ofSeconds(30))
                .jvmOptions(List.of())
                .activeDeadline(Duration.ofMinutes(2))
                .preflight(Policy.REQUIRE)
                .build();
        try (var hosts = ProcessHosts.open(MEMBERS)) {
            return new LocalBenchmark(hosts, jvm, EpochClock.system(), () -> "versions-1")
                    .run(spec, true, List.of(), (_, _, _) -> {}, new Cancellation())
                    .runs()
                    .getFirst();
        }
    }

    private static MemberJvm jvm() {
        return MemberJvm.likeThisOne(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
    }
}
