package io.jgbench.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test its namespace, and takes it away with what is in it. */
final class ClusterExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace STORE = Namespace.create(ClusterExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == KubernetesClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(STORE)
                .computeIfAbsent(
                        KubernetesClient.class,
                        key -> Cluster.ofEnvironment().clientWithNewNamespace(),
                        KubernetesClient.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        KubernetesClient client = context.getStore(STORE).get(KubernetesClient.class, KubernetesClient.class);
        if (client == null) {
            return;
        }
        if (context.getExecutionException().isPresent()) {
            String test = context.getRequiredTestClass().getSimpleName() + "."
                    + context.getRequiredTestMethod().getName();
            FailureReport.of(client).write(Cluster.ofEnvironment().reports().resolve(test));
        }
        client.namespaces().withName(client.getNamespace()).delete();
    }
}
