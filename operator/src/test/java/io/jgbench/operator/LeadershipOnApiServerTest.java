package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.operator.cluster.ChartRights;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who of several replicas acts. */
@ApiServerTest
class LeadershipOnApiServerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void replicaThatStopsLeavesTheLeadToTheNextAndDoesNotTakeItForLost(ApiServer server, KubernetesClient client) {
        var rights = ChartRights.grant(server, client);
        var isLost = new AtomicBoolean();
        try (var first = replica("first", rights, client, isLost)) {
            first.start();
            await().atMost(PATIENCE).until(() -> "first".equals(leader(client)));
        }

        assertThat(leader(client)).isEmpty();
        assertThat(isLost).isFalse();
        try (var second = replica("second", rights, client, isLost)) {
            second.start();
            await().atMost(PATIENCE).until(() -> "second".equals(leader(client)));
        }
        assertThat(isLost).isFalse();
    }

    private static BenchmarkOperator replica(
            String name, ChartRights rights, KubernetesClient client, AtomicBoolean isLost) {
        var settings = OperatorSettings.of(Map.of(
                "HOSTNAME",
                name,
                "JGBENCH_NAMESPACE",
                rights.namespace(),
                "JGBENCH_WATCH_NAMESPACES",
                client.getNamespace(),
                "JGBENCH_MEMBER_IMAGE",
                "jgbench.test/member:1"));
        return new BenchmarkOperator(rights.client(), settings, new SimpleMeterRegistry(), () -> isLost.set(true));
    }

    private static String leader(KubernetesClient client) {
        var lease = client.leases()
                .inNamespace(ChartRights.operatorNamespace(client))
                .withName("jgbench-operator-leader")
                .get();
        return lease == null ? null : lease.getSpec().getHolderIdentity();
    }
}
