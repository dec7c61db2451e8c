package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.testing.kubernetes.ApiServerTest;
import org.junit.jupiter.api.Test;

@ApiServerTest
class DeletionByUidOnApiServerTest {

    @Test
    void objectOfTheSameNameThatIsThereByNowStays(KubernetesClient client) {
        var deletion = new DeletionByUid(client);
        var run = RunYaml.parsed("named", "members: 1, messages: 1000, messageSize: 1k, suspend: true");
        BenchmarkRun first = client.resource(run).create();
        deletion.delete(first);
        assertThat(find(client)).isNull();
        deletion.delete(first);

        BenchmarkRun second = client.resource(run).create();
        deletion.delete(first);
        assertThat(find(client)).isNotNull();

        deletion.delete(second);
        assertThat(find(client)).isNull();
    }

    private static BenchmarkRun find(KubernetesClient client) {
        return client.resources(BenchmarkRun.class).withName("named").get();
    }
}
