package io.jgbench.api.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.SuiteRetentionSettings;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code kubectl apply} takes for a suite, and with which sentence it refuses what is none. */
@ApiServerTest(
        definitions = {
            "META-INF/fabric8/benchmarkruns.jgbench.io-v1.yml",
            "META-INF/fabric8/benchmarksuites.jgbench.io-v1.yml"
        })
@Tag("slow")
class SuitesOnApiServerTest {
    private static final String AXES = "axes: [{name: stack, path: stack.name, values: [udp, tcp]}]";
    private static final String TEMPLATE = "template: {members: 4, messages: 1000, messageSize: 1k}";

    @TempDir
    private Path folder;

    @Test
    void shortSuiteIsFilledWithItsDefaults(KubernetesClient client, ApiServer server) throws Exception {
        var made = kubectl(server, client, "create", "short", TEMPLATE, "--output=yaml");

        assertThat(made.status()).as(made.text()).isZero();
        JsonNode spec = new YAMLMapper().readTree(made.text()).get("spec");
        assertThat(spec.get("rounds").asInt()).isEqualTo(10);
        assertThat(spec.get("order").asText()).isEqualTo("Interleaved");
        assertThat(spec.at("/onInvalid/retries").asInt()).isEqualTo(1);
        assertThat(spec.at("/retention/runs").asInt()).isEqualTo(SuiteRetentionSettings.DEFAULT_RUNS);
        assertThat(spec.at("/template/workload/type").asText()).isEqualTo("Multicast");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "template: {members: 4, senders: 5, messages: 1, messageSize: 1k} | senders must be at most members",
                "template: {members: 4, messages: 1, messageSize: 1k, repetitions: 2}"
                        + "| template.repetitions must be 1: rounds say how often a cell is run",
                "template: {members: 4, messages: 1, messageSize: 1k, suspend: true}"
                        + "| template.suspend may not be true: suspend holds the whole suite",
                "template: {members: 4, messages: 1, messageSize: 1k, cancel: true}"
                        + "| template.cancel may not be true: each run would end before it begins",
                TEMPLATE + ", axes: [{name: a}] | an axis must have exactly one of path and points",
                TEMPLATE + ", axes: [{name: a, path: members}]"
                        + "| an axis must have values where it has a path, and only there",
                TEMPLATE + ", axes: [{name: a, path: members, values: ['2'], points: [{name: b, values: {c: d}}]}]"
                        + "| an axis must have exactly one of path and points",
                TEMPLATE + ", axes: [{name: a, path: retention.pods, values: [Never]}] | spec.axes[0].path",
                "template: {members: 4, messages: 1, messageSize: 1k, retention: {ttlAfterFinished: 1h}}"
                        + "| template.retention.ttlAfterFinished may not be given",
                TEMPLATE + ", retention: {runs: -1} | spec.retention.runs",
                TEMPLATE + ", rounds: 0 | spec.rounds",
                TEMPLATE + ", budget: 1s | must be between 1m and 8760h",
                TEMPLATE + ", thresholds: [{metric: bytesPerSecond}]"
                        + "| a threshold must have exactly one of min and max",
                TEMPLATE + ", thresholds: [{metric: bytesPerSecond, min: 1M, max: 2M}]"
                        + "| a threshold must have exactly one of min and max",
                TEMPLATE + ", thresholds: [{metric: bytesPerSecond, min: 5000T}]" + "| spec.thresholds[0].min",
                TEMPLATE + ", thresholds: [{metric: 'bytes per second', min: 1M}] | spec.thresholds[0].metric",
                TEMPLATE + ", thresholds: [{metric: bytesPerSecond, min: 1M, of: Mean}] | spec.thresholds[0].of",
                TEMPLATE + ", compare: {a: {stack: udp}, b: {size: 1k}}"
                        + "| compare.a and compare.b must name the same axes",
                TEMPLATE + ", compare: {a: {stack: udp}, b: {stack: udp}} | compare.a and compare.b must differ",
                TEMPLATE + ", compare: {a: {stack: udp}} | spec.compare.b",
                TEMPLATE + ", baseline: {metric: bytesPerSecond}"
                        + "| a baseline must have exactly one of suite, paper and configMapKeyRef",
                TEMPLATE + ", baseline: {suite: last, paper: perfTest2008}"
                        + "| a baseline must have exactly one of suite, paper and configMapKeyRef",
                TEMPLATE + ", baseline: {paper: perfTest2008, configMapKeyRef: {name: kept, key: suite.json}}"
                        + "| a baseline must have exactly one of suite, paper and configMapKeyRef",
                TEMPLATE + ", baseline: {configMapKeyRef: {name: Kept, key: suite.json}}"
                        + "| spec.baseline.configMapKeyRef.name",
                TEMPLATE + ", baseline: {suite: 'last month'} | spec.baseline.suite",
                TEMPLATE + ", compare: {a: {}, b: {}} | spec.compare.a",
                TEMPLATE + ", compare: {a: {stack: udp}, b: {stack: tcp}, confidencePercent: 100}"
                        + "| spec.compare.confidencePercent",
                TEMPLATE + ", compare: {a: {stack: udp}, b: {stack: tcp}, minEffectPermille: 0}"
                        + "| spec.compare.minEffectPermille",
            })
    void suiteThatBreaksARuleIsRefusedWithItsSentence(
            String spec, String sentence, KubernetesClient client, ApiServer server) throws Exception {
        var refused = kubectl(server, client, "create", "refused", spec, "--dry-run=server");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.text()).contains(sentence);
    }

    @Test
    void onlyWhatDefinesNoFigureMayChange(KubernetesClient client, ApiServer server) throws Exception {
        assertThat(kubectl(server, client, "apply", "changed", TEMPLATE + ", " + AXES)
                        .status())
                .isZero();

        var more = kubectl(
                server,
                client,
                "apply",
                "changed",
                TEMPLATE + ", " + AXES + ", rounds: 20, budget: 2h, suspend: true, retention: {runs: 3},"
                        + " thresholds: [{metric: bytesPerSecond, where: {stack: udp}, min: 50M}],"
                        + " compare: {a: {stack: udp}, b: {stack: tcp}}, baseline: {suite: last}",
                "--dry-run=server");
        var other = kubectl(server, client, "apply", "changed", TEMPLATE + ", seed: 2", "--dry-run=server");

        assertThat(more.status()).as(more.text()).isZero();
        assertThat(other.text())
                .contains("axes defines the suite and never changes; make another BenchmarkSuite")
                .contains("seed defines the suite and never changes; make another BenchmarkSuite");
    }

    /** Cells are numbered in it, and visits that are made are those of their numbers. */
    @Test
    void orderOfAxesAndOfTheirPointsNeverChanges(KubernetesClient client, ApiServer server) throws Exception {
        String size = "{name: size, path: messageSize, values: [1k, 5k]}";
        String load = "{name: load, points: [%s, %s]}";
        String one = "{name: one, values: {workload.multicast.senderThreads: '1'}}";
        String four = "{name: four, values: {workload.multicast.senderThreads: '4'}}";
        String axes = TEMPLATE + ", axes: [" + size + ", " + load.formatted(one, four) + "]";
        assertThat(kubectl(server, client, "apply", "ordered", axes).status()).isZero();

        for (String other : List.of(load.formatted(one, four) + ", " + size, size + ", " + load.formatted(four, one))) {
            var swapped = kubectl(
                    server, client, "apply", "ordered", TEMPLATE + ", axes: [" + other + "]", "--dry-run=server");

            assertThat(swapped.text()).contains("axes defines the suite and never changes");
        }
    }

    @Test
    void nameLeavesRoomForThoseOfItsRuns(KubernetesClient client, ApiServer server) throws Exception {
        var refused = kubectl(server, client, "create", "a-name-of-25-letters-long", TEMPLATE, "--dry-run=server");

        assertThat(refused.text()).contains("metadata.name must be 1 to 24 lower-case letters");
    }

    private ApiServer.Output kubectl(
            ApiServer server, KubernetesClient client, String verb, String name, String spec, String... more)
            throws IOException, InterruptedException {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(file, """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: %s}
                spec: {%s}
                """.formatted(name, spec));
        return server.kubectl(Stream.concat(
                        Stream.of(verb, "--namespace=" + client.getNamespace(), "--filename=" + file), Stream.of(more))
                .toArray(String[]::new));
    }
}
