package io.jgbench.e2e;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What there is to read of a namespace in which a test has failed. */
public final class FailureReport {
    private final KubernetesClient client;

    private FailureReport(KubernetesClient client) {
        this.client = client;
    }

    /** Of the namespace that a client works in. */
    public static FailureReport of(KubernetesClient client) {
        return new FailureReport(client);
    }

    /** Writes events, and each pod with the logs of its containers, into a folder. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("events.yaml"),
                Serialization.asYaml(client.v1().events().list().getItems()));
        for (Pod pod : client.pods().list().getItems()) {
            String name = pod.getMetadata().getName();
            Files.writeString(folder.resolve(name + ".yaml"), Serialization.asYaml(pod));
            for (Container container : containers(pod)) {
                Files.writeString(folder.resolve(name + "." + container.getName() + ".log"), log(name, container));
            }
        }
    }

    private static List<Container> containers(Pod pod) {
        return Stream.concat(pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
                .toList();
    }

    private String log(String pod, Container container) {
        try {
            return client.pods().withName(pod).inContainer(container.getName()).getLog();
        } catch (KubernetesClientException e) {
            // a container that never began has no log, and a node that is gone gives none
            return "no log: " + e.getMessage() + "\n";
        }
    }
}
