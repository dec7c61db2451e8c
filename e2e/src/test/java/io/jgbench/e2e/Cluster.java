package io.jgbench.e2e;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The cluster that the tests run on.
 *
 * @param kubeconfig an administrator's, as a file
 * @param reports the folder that takes what failed tests leave
 */
public record Cluster(Path kubeconfig, Path reports) {

    /** The one that {@code ./jgbench e2e} tells of. */
    public static Cluster ofEnvironment() {
        return new Cluster(variable("KUBECONFIG"), variable("JGBENCH_E2E_REPORTS"));
    }

    private static Path variable(String name) {
        return Optional.ofNullable(System.getenv(name))
                .map(Path::of)
                .orElseThrow(() -> new IllegalStateException(
                        "the environment variable " + name + " is not set; run these tests with './jgbench e2e'"));
    }

    /** A client, to be closed by the caller, in a namespace of its own. */
    KubernetesClient clientWithNewNamespace() {
        Namespace namespace = new NamespaceBuilder()
                .withNewMetadata()
                .withGenerateName("e2e-")
                .addToLabels("pod-security.kubernetes.io/enforce", "privileged")
                .endMetadata()
                .build();
        String name;
        try (KubernetesClient maker = client("default")) {
            name = maker.resource(namespace).create().getMetadata().getName();
        }
        return client(name);
    }

    /** An administrator's client, to be closed by the caller, that works in a namespace. */
    public KubernetesClient client(String namespace) {
        Config config = new ConfigBuilder(Config.fromKubeconfig(text(kubeconfig)))
                .withNamespace(namespace)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static String text(Path kubeconfig) {
        try {
            return Files.readString(kubeconfig);
        } catch (IOException e) {
            throw new UncheckedIOException("the cluster's kubeconfig cannot be read", e);
        }
    }
}
