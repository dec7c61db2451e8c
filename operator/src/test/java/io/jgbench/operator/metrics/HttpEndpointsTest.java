package io.jgbench.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class HttpEndpointsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void operatorThatSeesNothingIsNotReadyAndYetAlive() throws Exception {
        try (var endpoints = HttpEndpoints.open(0, registry, () -> false)) {
            assertThat(status(endpoints, "/healthz")).isEqualTo(200);
            assertThat(status(endpoints, "/readyz")).isEqualTo(503);
        }
    }

    @Test
    void operatorThatSeesWhatHappensIsReady() throws Exception {
        try (var endpoints = HttpEndpoints.open(0, registry, () -> true)) {
            assertThat(status(endpoints, "/readyz")).isEqualTo(200);
        }
    }

    private static int status(HttpEndpoints endpoints, String path) throws Exception {
        var address = URI.create("http://127.0.0.1:" + endpoints.port() + path);
        try (var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
