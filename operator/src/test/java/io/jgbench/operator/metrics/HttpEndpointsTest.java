package io.jgbench.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpEndpointsTest {
    private static final int MOST_CONNECTIONS = 64;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void operatorThatSeesNothingIsNotReadyAndYetAlive() throws Exception {
        try (var endpoints = HttpEndpoints.open(0, 0, registry, () -> false)) {
            assertThat(status(endpoints, "/healthz")).isEqualTo(200);
            assertThat(status(endpoints, "/readyz")).isEqualTo(503);
        }
    }

    @Test
    void operatorThatSeesWhatHappensIsReady() throws Exception {
        try (var endpoints = HttpEndpoints.open(0, 0, registry, () -> true)) {
            assertThat(status(endpoints, "/readyz")).isEqualTo(200);
        }
    }

    @Test
    void strangersThatTakeAllConnectionsOfTheMetricsCostNoProbeItsAnswer() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (var endpoints = HttpEndpoints.open(0, 0, registry, () -> true)) {
            for (int i = 0; i < MOST_CONNECTIONS; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), endpoints.port()));
            }
            assertThat(status(endpoints, "/healthz")).isEqualTo(200);
            assertThat(status(endpoints, "/readyz")).isEqualTo(200);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void metricsAreNotServedWhereProbesAre() throws Exception {
        try (var endpoints = HttpEndpoints.open(0, 0, registry, () -> true)) {
            assertThat(status(endpoints, "/metrics")).isEqualTo(404);
            assertThat(status(endpoints.port(), "/metrics")).isEqualTo(200);
            assertThat(status(endpoints.port(), "/healthz")).isEqualTo(404);
        }
    }

    private static int status(HttpEndpoints endpoints, String path) throws Exception {
        return status(endpoints.healthPort(), path);
    }

    private static int status(int port, String path) throws Exception {
        var address = URI.create("http://127.0.0.1:" + port + path);
        try (var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
