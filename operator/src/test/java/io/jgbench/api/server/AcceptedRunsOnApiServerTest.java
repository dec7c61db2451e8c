package io.jgbench.api.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ApiServerTest(
        definitions = {
            "META-INF/fabric8/benchmarkruns.jgbench.io-v1.yml",
            "META-INF/fabric8/benchmarksuites.jgbench.io-v1.yml"
        })
class AcceptedRunsOnApiServerTest {
    private static final Path EXAMPLES = Path.of("../examples");

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void everyExampleIsAcceptedByKubectlApply(KubernetesClient client, ApiServer server) throws Exception {
        var applied = server.kubectl(
                "apply", "--dry-run=server", "--namespace", client.getNamespace(), "--recursive", "-f", "" + EXAMPLES);

        assertThat(applied.status()).as(applied.text()).isZero();
        assertThat(applied.text().lines())
                .hasSameSizeAs(exampleFiles())
                .allMatch(line ->
                        line.startsWith("benchmarkrun.jgbench.io/") || line.startsWith("benchmarksuite.jgbench.io/"))
                .allMatch(line -> line.contains("created"));
    }

    @Test
    void kubectlApplyRefusesAFieldThatThereIsNot(KubernetesClient client, ApiServer server) throws Exception {
        Path misspelt = Files.createTempFile("misspelt", ".yaml");
        try {
            Files.writeString(misspelt, """
                    apiVersion: jgbench.io/v1alpha1
                    kind: BenchmarkRun
                    metadata: {name: misspelt}
                    spec: {members: 4, messages: 1000, messageSize: 1k, sender: 2}
                    """);
            var applied = server.kubectl(
                    "apply", "--dry-run=server", "--namespace", client.getNamespace(), "-f", "" + misspelt);

            assertThat(applied.status()).isNotZero();
            assertThat(applied.text()).contains("unknown field \"spec.sender\"");
        } finally {
            Files.delete(misspelt);
        }
    }

    @Test
    void fiveLinesAreFilledWithTheirDefaults(KubernetesClient client) throws Exception {
        JsonNode stored = TestRun.with("{}").created(client, false).get("spec");

        assertThat(stored).isEqualTo(new YAMLMapper().readTree("""
                members: 4
                messages: 1000
                messageSize: 1k
                transport: {name: jgroups}
                workload: {type: Multicast}
                repetitions: 1
                start: {timeout: 2m, maxSkew: 10ms}
                preflight: {policy: Require}
                activeDeadline: 30m
                stallTimeout: 30s
                suspend: false
                """));
    }

    @Test
    void blocksThatAreGivenAreFilledWithTheirDefaults(KubernetesClient client) throws Exception {
        JsonNode stored = TestRun.with(
                        "{placement: {tolerations: [{key: a}]}, tuning: {}, retention: {}, workload: {multicast: {}}}")
                .created(client, true)
                .get("spec");

        assertThat(stored.get("placement").get("spread").asText()).isEqualTo("OnePerNode");
        assertThat(stored.at("/placement/tolerations/0/operator").asText()).isEqualTo("Equal");
        assertThat(stored.get("tuning").get("mode").asText()).isEqualTo("Verify");
        assertThat(stored.get("retention").get("pods").asText()).isEqualTo("OnFailure");
        assertThat(stored.at("/workload/multicast/senderThreads").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{senders: 4, messageSize: 8}",
                "{stack: {name: udp}, transport: {name: jgroups}}",
                "{stack: {name: udp, window: 500k}}",
                "{stack: {inline: x}}",
                "{stack: {configMapKeyRef: {name: stacks, key: udp.xml}}}",
                "{transport: {name: udp}}",
                "{placement: {nodeNames: [a, b, c, d], bindPort: 7800}}",
                "{members: 256, placement: {nodeNames: [a], spread: Any}}",
                "{messageSize: 16Mi, activeDeadline: 1h30m, workload: {type: Multicast, multicast: {}}}",
                "{tuning: {mode: Apply, rmemMax: 26214400, wmemMax: 25Mi, mtu: 9000, flowControl: {rx: true}}}",
                "{tuning: {sysctls: [{name: net.core.netdev_max_backlog, value: '5000'}]}}",
            })
    void goodRunIsAccepted(String change, KubernetesClient client) throws IOException {
        assertThat(TestRun.with(change).refusalToCreate(client)).isEmpty();
    }

    @Test
    void statusIsWrittenApartFromTheSpec(KubernetesClient client, ApiServer server) throws Exception {
        TestRun.with("{}").created(client, false);

        var patched = server.kubectl(
                "patch",
                "brun",
                "five-lines",
                "--namespace=" + client.getNamespace(),
                "--subresource=status",
                "--type=merge",
                "--patch={\"spec\": {\"members\": 7}, \"status\": {\"stack\": \"udp\"}}");
        assertThat(patched.status()).as(patched.text()).isZero();

        var listed = server.kubectl("get", "brun", "--namespace=" + client.getNamespace());
        assertThat(listed.text().lines().findFirst().orElseThrow().split(" +"))
                .containsExactly("NAME", "STATUS", "VALID", "MEMBERS", "STACK", "SIZE", "RATE", "THROUGHPUT", "AGE");
        assertThat(listed.text()).containsPattern("five-lines +4 +udp +1k ");
    }

    @Test
    void kubectlExplainsEveryField(KubernetesClient client, ApiServer server) throws Exception {
        JsonNode schema = json.readTree(client.raw("/openapi/v3/apis/jgbench.io/v1alpha1"))
                .at("/components/schemas/io.jgbench.v1alpha1.BenchmarkRun");

        assertThat(schema.path("description").asText()).isNotBlank();
        assertThat(undescribed("brun", schema)).isEmpty();
        assertThat(server.kubectl("explain", "brun.spec.tuning.rmemMax").text())
                .contains("net.core.rmem_max, the largest receive buffer of a socket, in bytes.");
    }

    private static List<String> undescribed(String path, JsonNode schema) {
        List<String> found = new ArrayList<>();
        JsonNode properties = schema.path("properties");
        properties.fieldNames().forEachRemaining(name -> {
            JsonNode property = properties.get(name);
            if (property.path("description").asText().isBlank()) {
                found.add(path + "." + name);
            }
            found.addAll(undescribed(path + "." + name, property));
            found.addAll(undescribed(path + "." + name + "[]", property.path("items")));
        });
        return found;
    }

    private static List<Path> exampleFiles() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
    }
}
