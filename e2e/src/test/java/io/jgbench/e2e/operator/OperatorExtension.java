package io.jgbench.e2e.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.Cluster;
import io.jgbench.e2e.FailureReport;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Installs the operator before the first test that needs it, and takes it away after the last. */
final class OperatorExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace STORE = Namespace.create(OperatorExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Lab.class;
    }

    /** The store closes what it holds when its context ends: a lab after its test, the installation after all. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Installation installation = context.getRoot()
                .getStore(STORE)
                .computeIfAbsent(Installation.class, key -> Installation.install(), Installation.class);
        return context.getStore(STORE).computeIfAbsent(Lab.class, key -> new Lab(installation), Lab.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Lab lab = context.getStore(STORE).get(Lab.class, Lab.class);
        if (lab == null || context.getExecutionException().isEmpty()) {
            return;
        }
        String test = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
        Path folder = Cluster.ofEnvironment().reports().resolve(test);
        lab.describeRuns(folder);
        FailureReport.of(lab.client()).write(folder);
        try (KubernetesClient system = Cluster.ofEnvironment().client(Installation.NAMESPACE)) {
            FailureReport.of(system).write(folder.resolve(Installation.NAMESPACE));
        }
    }
}
