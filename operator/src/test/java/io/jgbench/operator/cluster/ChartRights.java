package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.KubernetesPrograms;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What the chart lets the operator do with the runs of one namespace, and no more. The operator's own namespace is
 * another one, as it is where the chart installs it.
 */
public final class ChartRights implements AutoCloseable {
    private static final String RELEASE = "jgbench";
    private static final String CHART = "../helm/jgbench";
    private static final String KUBERNETES = "1.34.4";

    private final ApiServer server;
    private final KubernetesClient administrator;
    private final String namespace;
    private final List<HasMetadata> granted;

    private ChartRights(ApiServer server, KubernetesClient administrator, String namespace, List<HasMetadata> granted) {
        this.server = server;
        this.administrator = administrator;
        this.namespace = namespace;
        this.granted = List.copyOf(granted);
    }

    /** Grants them for the namespace of an administrator's client, where they may have been granted before. */
    public static ChartRights grant(ApiServer server, KubernetesClient administrator) {
        String namespace = operatorNamespace(administrator);
        administrator
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .serverSideApply();
        byte[] rendered = rendered(namespace, administrator.getNamespace());
        List<HasMetadata> granted =
                administrator.load(new ByteArrayInputStream(rendered)).items();
        granted.forEach(object -> administrator.resource(object).serverSideApply());
        return new ChartRights(server, administrator, namespace, granted);
    }

    /** Where the operator of a client's namespace is, with its Leases. */
    public static String operatorNamespace(KubernetesClient client) {
        return "operator-of-" + client.getNamespace();
    }

    private static byte[] rendered(String namespace, String runs) {
        String helm = KubernetesPrograms.ofThisCheckout()
                .folder("helm")
                .resolve("helm")
                .toString();
        var builder = new ProcessBuilder(
                        helm,
                        "template",
                        RELEASE,
                        CHART,
                        "--namespace",
                        namespace,
                        "--set",
                        "runs.namespaces={" + runs + "}",
                        "--kube-version",
                        KUBERNETES,
                        "--show-only",
                        "templates/rbac.yaml")
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            Process process = builder.start();
            byte[] text = process.getInputStream().readAllBytes();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(
                        "helm could not render the rights of " + CHART + "; standard error says why");
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException("could not run " + helm, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while helm ran", e);
        }
    }

    /** Where the operator is, with its Leases. */
    public String namespace() {
        return namespace;
    }

    /** A client that may do what the operator may and reads as the operator does, to be closed by the caller. */
    public KubernetesClient client() {
        try (var plain = server.clientOfServiceAccount(namespace, RELEASE + "-operator")) {
            return new KubernetesClientBuilder()
                    .withConfig(plain.getConfiguration())
                    .withKubernetesSerialization(LeanObjects.serialization())
                    .build();
        }
    }

    /** Takes them back. */
    @Override
    public void close() {
        granted.forEach(object -> administrator.resource(object).delete());
        administrator.namespaces().withName(namespace).delete();
    }
}
