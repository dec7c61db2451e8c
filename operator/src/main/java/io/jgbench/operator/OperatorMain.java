package io.jgbench.operator;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.OperatorException;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.metrics.HttpEndpoints;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the operator; it runs until its process is ended. */
public final class OperatorMain {
    private static final int RETRIES = 3;
    private static final int BAD_SETTINGS = 2;
    private static final int CANNOT_START = 1;
    private static final int LEADERSHIP_LOST = 1;

    private OperatorMain() {}

    /** Takes no arguments; see {@link OperatorSettings} for the environment. */
    public static void main(String[] arguments) throws IOException {
        // numbers in sentences are stored and compared: some languages have other digits
        Locale.setDefault(Locale.ROOT);
        OperatorSettings settings;
        try {
            settings = OperatorSettings.of(System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println("jgbench-operator: " + e.getMessage());
            System.exit(BAD_SETTINGS);
            return;
        }
        Logger log = LoggerFactory.getLogger(OperatorMain.class);
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        // At once: an orderly end asks the API server, which may not answer, and what is under way is another's.
        var operator = new BenchmarkOperator(
                client(settings), settings, registry, () -> Runtime.getRuntime().halt(LEADERSHIP_LOST));
        var endpoints = HttpEndpoints.open(settings.httpPort(), settings.healthPort(), registry, operator::isReady);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            operator.close();
            endpoints.close();
        }));
        try {
            operator.start();
        } catch (OperatorException e) {
            // A process that watches nothing must not seem to work; Kubernetes restarts it.
            log.error("The operator cannot start: {}", rootOf(e).toString());
            System.exit(CANNOT_START);
        }
        log.info(
                "Watching runs in {}; metrics on port {}, health on port {}",
                settings.watchedNamespaces().isEmpty() ? "all namespaces" : settings.watchedNamespaces(),
                endpoints.port(),
                endpoints.healthPort());
    }

    private static Throwable rootOf(Throwable error) {
        return error.getCause() == null ? error : rootOf(error.getCause());
    }

    private static KubernetesClient client(OperatorSettings settings) {
        // A call that fails is made again by the next reconciliation, which can say so meanwhile.
        var config = new ConfigBuilder().withRequestRetryBackoffLimit(RETRIES);
        return settings.leaderLease()
                .map(lease -> fenced(config, lease, System::nanoTime))
                .orElseGet(() -> builder(config))
                .build();
    }

    private static KubernetesClientBuilder builder(ConfigBuilder config) {
        return new KubernetesClientBuilder()
                .withConfig(config.build())
                .withKubernetesSerialization(LeanObjects.serialization());
    }

    /**
     * Makes clients that change nothing once this replica's Lease has expired. They try no request again by themselves:
     * where the fence refuses the second try, which another thread makes, whoever waits for the answer of the first one
     * would wait for ever.
     */
    static KubernetesClientBuilder fenced(ConfigBuilder config, String leaseName, LongSupplier nanoTime) {
        var fence = new LeaderFence(leaseName, nanoTime);
        return builder(config.withRequestRetryBackoffLimit(0))
                .withHttpClientBuilderConsumer(
                        http -> http.addOrReplaceInterceptor(LeaderFence.class.getSimpleName(), fence));
    }
}
