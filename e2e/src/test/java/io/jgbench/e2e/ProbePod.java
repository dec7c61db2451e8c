package io.jgbench.e2e;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;

/** A pod that looks once and ends; see {@link io.jgbench.e2e.probe.Probe}. */
public final class ProbePod {
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(6);
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final KubernetesClient client;
    private final PodBuilder pod;

    private ProbePod(KubernetesClient client, PodBuilder pod) {
        this.client = client;
        this.pod = pod;
    }

    /** A pod on a node; what it looks for is the probe's arguments. */
    public static ProbePod on(Node node, KubernetesClient client, String... arguments) {
        return new ProbePod(
                client,
                new PodBuilder()
                        .withNewMetadata()
                        .withGenerateName("probe-")
                        .withNamespace(client.getNamespace())
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node.getMetadata().getName())
                        .withRestartPolicy("Never")
                        .withTerminationGracePeriodSeconds(1L)
                        .withContainers(container("probe", arguments).build())
                        .endSpec());
    }

    /** With the node's own network, and the cluster's names. */
    public ProbePod withHostNetwork() {
        pod.editSpec()
                .withHostNetwork(true)
                .withDnsPolicy("ClusterFirstWithHostNet")
                .endSpec();
        return this;
    }

    /** With a privileged look before the other, as the host tuner is one. */
    public ProbePod afterPrivileged(String... arguments) {
        Container first = container("privileged", arguments)
                .withNewSecurityContext()
                .withPrivileged(true)
                .withRunAsUser(0L)
                .endSecurityContext()
                .build();
        pod.editSpec().withInitContainers(first).endSpec();
        return this;
    }

    /** Makes the pod. */
    public Started start() {
        return new Started(
                client, client.resource(pod.build()).create().getMetadata().getName());
    }

    /** Makes the pod, waits for its end and returns what it printed. */
    public String look() {
        return start().printed();
    }

    private static ContainerBuilder container(String name, String... arguments) {
        return new ContainerBuilder()
                .withName(name)
                .withImage(System.getProperty("jgbench.probe-image"))
                .withImagePullPolicy("IfNotPresent")
                .withArgs(List.of(arguments))
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .addNewEnv()
                .withName("HOST_IP")
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("status.hostIP")
                .endFieldRef()
                .endValueFrom()
                .endEnv();
    }

    /**
     * A pod that has been made.
     *
     * @param client of its namespace
     * @param name its name
     */
    public record Started(KubernetesClient client, String name) {
        /**
         * Waits for its end and returns what it printed.
         *
         * @throws AssertionError if it fails, with what it said
         */
        public String printed() {
            Pod ended = Awaitility.await("the end of pod " + name)
                    .atMost(ENDS_WITHIN)
                    .pollInterval(Duration.ofMillis(500))
                    .until(
                            () -> client.pods().withName(name).get(),
                            seen -> seen != null
                                    && ENDED.contains(seen.getStatus().getPhase()));
            if (!ended.getStatus().getPhase().equals("Succeeded")) {
                throw new AssertionError("pod " + name + " failed: " + Serialization.asYaml(ended.getStatus()));
            }
            return client.pods().withName(name).inContainer("probe").getLog().strip();
        }
    }
}
