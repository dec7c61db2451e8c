package io.jgbench.testing.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Starts the API server when the first test of a JVM needs it; JUnit closes it after the last. Surefire has JUnit run
 * each class by itself where a module has several JVMs, so a server that one such run kept would be one a class.
 */
final class ApiServerExtension implements ExecutionCondition, BeforeAllCallback, ParameterResolver {
    private static final Namespace STORE = Namespace.create(ApiServerExtension.class);
    private static final long ESTABLISHED_WITHIN_SECONDS = 60;

    private final KubernetesPrograms programs = new KubernetesPrograms(System::getenv, Path.of(""));

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return programs.missing()
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("Kubernetes' programs are there"));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        ApiServerTest test = AnnotationSupport.findAnnotation(context.getRequiredTestClass(), ApiServerTest.class)
                .orElseThrow();
        try (KubernetesClient client = server(context).client("default")) {
            for (String definition : test.definitions()) {
                establish(definition, client);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == KubernetesClient.class || type == ApiServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ApiServer server = server(context);
        return parameter.getParameter().getType() == ApiServer.class
                ? server
                : context.getStore(STORE)
                        .computeIfAbsent(
                                KubernetesClient.class, key -> server.clientWithNewNamespace(), KubernetesClient.class);
    }

    private ApiServer server(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, STORE)
                .computeIfAbsent(
                        ApiServer.class,
                        key -> {
                            try {
                                return ApiServer.start(programs.folder("etcd", "kube-apiserver", "kubectl"));
                            } catch (IOException e) {
                                throw new UncheckedIOException(
                                        "the API server's files could not be written to the folder for temporary files",
                                        e);
                            }
                        },
                        ApiServer.class);
    }

    private static void establish(String resource, KubernetesClient client) {
        try (InputStream yaml = ApiServerExtension.class.getClassLoader().getResourceAsStream(resource)) {
            if (yaml == null) {
                throw new IllegalArgumentException("@ApiServerTest(definitions) names " + resource
                        + ", which is not on the class path; put the module that holds it there, or name none");
            }
            CustomResourceDefinition definition = client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .load(yaml)
                    .item();
            client.resource(definition).forceConflicts().serverSideApply();
            client.resource(definition)
                    .waitUntilCondition(
                            ApiServerExtension::isEstablished, ESTABLISHED_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + resource, e);
        }
    }

    private static boolean isEstablished(HasMetadata definition) {
        return definition instanceof CustomResourceDefinition applied
                && applied.getStatus() != null
                && applied.getStatus().getConditions() != null
                && applied.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }
}
