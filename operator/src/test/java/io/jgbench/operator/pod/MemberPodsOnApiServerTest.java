package io.jgbench.operator.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.testing.kubernetes.ApiServerTest;
import org.junit.jupiter.api.Test;

@ApiServerTest
class MemberPodsOnApiServerTest {

    @Test
    void podThatAnOperatorOfAnotherVersionMadeStaysAsItIs(KubernetesClient client) {
        var pods = new MemberPods(client);
        client.resource(pod(client, "run-1", null)).create();

        pods.apply(pod(client, "run-1", "linux"));

        assertThat(client.pods().withName("member").get().getSpec().getOs()).isNull();
        assertThatThrownBy(() -> pods.apply(pod(client, "run-2", "linux")))
                .as("of another repetition")
                .isInstanceOf(KubernetesClientException.class);
    }

    private static Pod pod(KubernetesClient client, String repetition, String os) {
        var spec = new PodBuilder()
                .withNewMetadata()
                .withNamespace(client.getNamespace())
                .withName("member")
                .addToLabels(ObjectLabels.REPETITION_ID, repetition)
                .endMetadata()
                .withNewSpec()
                .withAutomountServiceAccountToken(false)
                .addNewContainer()
                .withName("member")
                .withImage("lab/member:1")
                .endContainer();
        return (os == null ? spec : spec.withNewOs(os)).endSpec().build();
    }
}
