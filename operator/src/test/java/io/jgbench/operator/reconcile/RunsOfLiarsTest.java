package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.operator.cluster.ChildJvm;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.MemberLie;
import io.jgbench.operator.cluster.PlayedPods;
import io.jgbench.operator.cluster.RunYaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that answer with 64 MiB or with random bytes, in runs beside one that is as it should be. */
@Tag("slow")
class RunsOfLiarsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String HONEST = "a-honest";
    private static final String LIAR = "member-1";

    private final FakeApiServer api = new FakeApiServer();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void heapOfAnOperatorOf300MebibytesStandsThemAndTheirRunsFailWithTheirNames() throws Exception {
        Map<String, MemberLie> lies = new TreeMap<>();
        for (String path : List.of(ControlPaths.STATE, ControlPaths.PREFLIGHT_REPORT, ControlPaths.REPORT)) {
            for (MemberLie.Kind kind : MemberLie.Kind.values()) {
                lies.put("liar-" + lies.size(), new MemberLie(path, kind));
            }
        }
        List<String> arguments =
                new ArrayList<>(List.of(api.client().getMasterUrl().toString()));
        int runs = lies.size() + 1;
        declare(HONEST);
        lies.keySet().forEach(this::declare);
        for (int node = 0; node < 2 * runs; node++) {
            arguments.add(PlayedPods.address(node));
        }

        Path said = folder.resolve("said");
        try (var pods = new PlayedPods(
                api.aside(),
                Duration.ofSeconds(1),
                config -> Optional.of(config.name()).filter(LIAR::equals).flatMap(_ -> lieOf(lies, config.runId())))) {
            Process process = ChildJvm.start(said.toFile(), RunsOfLiars.class, arguments);
            try {
                await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
                    pods.look();
                    return !process.isAlive();
                });
            } finally {
                process.destroyForcibly();
            }

            assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        }
        List<String> lines = Files.readAllLines(said);
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith(HONEST + " valid=true "));
        assertThat(lies.keySet())
                .allSatisfy(name -> assertThat(lines)
                        .anySatisfy(line -> assertThat(line)
                                .startsWith(name + " valid=false ")
                                .contains(LIAR)
                                .doesNotContain("member-0")));
    }

    private static Optional<MemberLie> lieOf(Map<String, MemberLie> lies, String repetitionId) {
        return lies.entrySet().stream()
                .filter(entry -> repetitionId.startsWith(entry.getKey() + "-"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private void declare(String name) {
        BenchmarkRun run = RunYaml.parsed(
                name,
                "members: 2, messages: 1000, messageSize: 1k, preflight: {policy: Require}, start: {timeout: 15s}");
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setUid("uid-" + name);
        run.getMetadata().setGeneration(1L);
        run.getMetadata().setCreationTimestamp(Instant.now().toString());
        api.aside().resource(run).create();
    }
}
