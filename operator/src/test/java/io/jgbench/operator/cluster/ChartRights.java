package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.KubernetesPrograms;
import java.io.ByteArrayInputStream;
import java.io.IOException;
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

    /** Grants them for the namespace of an administrator's client. */
    public static ChartRights grant(ApiServer server, KubernetesClient administrator)
            throws IOException, InterruptedException {
        String namespace = "operator-of-" + administrator.getNamespace();
        administrator
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        byte[] rendered = rendered(namespace, administrator.getNamespace());
        List<HasMetadata> granted =
                administrator.load(new ByteArrayInputStream(rendered)).items();
        granted.forEach(object -> administrator.resource(object).create());
        return new ChartRights(server, administrator, namespace, granted);
    }

    private static byte[] rendered(String namespace, String runs) throws IOException, InterruptedException {
        String helm = KubernetesPrograms.ofThisCheckout()
                .folder("helm")
                .resolve("helm")
                .toString();
        Process process = new ProcessBuilder(
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
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] text = process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
            throw new IOException("helm could not render the rights of " + CHART + "; standard error says why");
        }
        return text;
    }

    /** Where the operator is, with its Leases. */
    public String namespace() {
        return namespace;
    }

    /** A client that may do what the operator may, to be closed by the caller. */
    public KubernetesClient client() {
        return server.clientOfServiceAccount(namespace, RELEASE + "-operator");
    }

    /** Takes them back. */
    @Override
    public void close() {
        granted.forEach(object -> administrator.resource(object).delete());
        administrator.namespaces().withName(namespace).delete();
    }
}
