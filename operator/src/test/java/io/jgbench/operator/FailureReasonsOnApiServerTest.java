package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.spec.NamePattern;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.policy.SystemInterfaces;
import io.jgbench.testing.FreePorts;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** What real members say of a run that cannot begin, as the conditions have it. */
@ApiServerTest
class FailureReasonsOnApiServerTest {

    @Test
    void anInterfaceThatANodeHasNotIsTheReason(ApiServer server, KubernetesClient client) {
        BenchmarkRun failed = runToItsEnd(
                server,
                client,
                RunYaml.placed(
                        "nic",
                        "nodeSelector: {test: nic}, interface: none0",
                        "members: 2, messages: 1000, messageSize: 1k"));

        var ready = failed.condition(ConditionType.MEMBERS_READY).orElseThrow();
        assertThat(ready.reason()).isEqualTo("InterfaceMissing");
        assertThat(ready.message()).contains("this host has no interface none0", "lo");
        assertThat(reason(failed, ConditionType.SUCCEEDED)).isEqualTo("Failed");
    }

    @Test
    void whatTheAdminDoesNotAllowEndsTheRunBeforeAnythingIsMade(ApiServer server, KubernetesClient client) {
        BenchmarkRun failed = runToItsEnd(
                server,
                client,
                RunYaml.of(
                        "deny",
                        "members: 2, messages: 1000, messageSize: 1k, tuning: {mode: Apply, mtu: 1000, sysctls: [{name:"
                                + " net.core.default_qdisc, value: fq}]}"));

        var ready = failed.condition(ConditionType.MEMBERS_READY).orElseThrow();
        assertThat(ready.reason()).isEqualTo("PolicyViolated");
        assertThat(ready.message())
                .contains(
                        "spec.tuning.sysctls must be of these: net.core.rmem_max, ",
                        ", got: net.core.default_qdisc; this is the policy of the cluster's admin, who can change it by"
                                + " the chart's value policy.tuning.sysctls",
                        "spec.tuning.mtu must be between 1280 and 65535, got: 1000; ");
        assertThat(reason(failed, ConditionType.SUCCEEDED)).isEqualTo("Failed");
        assertThat(client.pods().list().getItems()).isEmpty();
    }

    @Test
    void aProtocolThatOnlyAMemberCanKnowToBeMissingMakesTheStackInvalid(ApiServer server, KubernetesClient client) {
        BenchmarkRun failed = runToItsEnd(
                server,
                client,
                RunYaml.of(
                        "upd",
                        "members: 2, messages: 1000, messageSize: 1k, stack: {inline: '<config><UPD/></config>'}"));

        var ready = failed.condition(ConditionType.MEMBERS_READY).orElseThrow();
        assertThat(ready.reason()).isEqualTo("StackInvalid");
        assertThat(ready.message()).contains("has no protocol UPD");
    }

    @Test
    void aMemberBindsToTheInterfaceThatIsNamed(ApiServer server, KubernetesClient client) throws IOException {
        InetAddress address = ofACard().orElse(null);
        assumeTrue(address != null, "this machine must have an interface beside loopback with an IPv4 address");
        String name = NetworkInterface.getByInetAddress(address).getName();
        BenchmarkRun run = runToItsEnd(
                server,
                client,
                Map.of("JGBENCH_POLICY", "{\"interfaces\": {\"denied\": []}}"),
                RunYaml.placed(
                        "lo",
                        "nodeSelector: {test: lo}, interface: " + name + ", bindPort: "
                                + FreePorts.take(1).getFirst(),
                        "members: 1, messages: 1000, messageSize: 1k, stack: {name: tcp}, warmup: {messages: 100},"
                                + " start: {maxSkew: 30s}"));

        assertThat(reason(run, ConditionType.SUCCEEDED))
                .as(() -> run.getStatus().conditions().toString())
                .isEqualTo("Passed");
        assertThat(fullResult(client))
                .as("the node's own address is one of loopback")
                .contains("\"jgroups.bindAddress\":\"" + address.getHostAddress() + "\"");
    }

    /** An address of this machine that others can have as their interface, too. */
    private static Optional<InetAddress> ofACard() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(card -> !NamePattern.anyMatches(SystemInterfaces.patterns(), card.getName()))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance)
                .findFirst();
    }

    private static String fullResult(KubernetesClient client) throws IOException {
        String part = client.configMaps()
                .withLabel("jgbench.io/content", "results")
                .list()
                .getItems()
                .getFirst()
                .getBinaryData()
                .get("results.json.gz");
        try (var gzip =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(part)))) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static BenchmarkRun runToItsEnd(ApiServer server, KubernetesClient client, BenchmarkRun run) {
        return runToItsEnd(server, client, Map.of(), run);
    }

    private static BenchmarkRun runToItsEnd(
            ApiServer server, KubernetesClient client, Map<String, String> told, BenchmarkRun run) {
        String nodes = run.getSpec().placement().nodeSelector().get("test");
        try (var _ = PlayedCluster.withRealMembers(client).nodes(nodes, 2);
                var operator = TestOperator.start(server, client, told)) {
            client.resource(run).create();
            return operator.awaitFinished(run.getMetadata().getName());
        }
    }

    private static String reason(BenchmarkRun run, ConditionType type) {
        return run.condition(type).map(StatusCondition::reason).orElse("");
    }
}
