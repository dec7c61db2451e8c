package io.jgbench.operator.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Metrics and health over HTTP: {@code /metrics} in the text format of Prometheus at one port, {@code /healthz}
 * (whether the process works) and {@code /readyz} (whether it sees what happens) at another one. Whoever may read
 * metrics can take all connections of their port, and an operator that does not answer its probes is restarted.
 */
public final class HttpEndpoints implements AutoCloseable {
    private static final int BACKLOG = 16;

    private final HttpServer metrics;
    private final HttpServer health;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private HttpEndpoints(HttpServer metrics, HttpServer health) {
        this.metrics = metrics;
        this.health = health;
    }

    /**
     * Serves from here on. That it answers is all that {@code /healthz} says: a process that is restarted because
     * the API server is away finds it no sooner, and forgets what it knows.
     *
     * @param port where to serve metrics, 0 for a free port
     * @param healthPort where to serve health, 0 for a free port
     * @param isReady whether the operator sees what happens
     * @throws IOException if a port cannot be bound
     */
    public static HttpEndpoints open(
            int port, int healthPort, PrometheusMeterRegistry registry, BooleanSupplier isReady) throws IOException {
        boundStrangers();
        var endpoints = new HttpEndpoints(server(port), server(healthPort));
        endpoints.health.createContext("/healthz", exchange -> answer(exchange, true));
        endpoints.health.createContext("/readyz", exchange -> answer(exchange, isReady.getAsBoolean()));
        endpoints.metrics.createContext(
                "/metrics",
                exchange -> answer(
                        exchange,
                        HttpURLConnection.HTTP_OK,
                        "text/plain; version=0.0.4; charset=utf-8",
                        registry.scrape()));
        for (HttpServer server : List.of(endpoints.metrics, endpoints.health)) {
            server.setExecutor(endpoints.threads);
            server.start();
        }
        return endpoints;
    }

    private static HttpServer server(int port) throws IOException {
        return HttpServer.create(new InetSocketAddress(port), BACKLOG);
    }

    /**
     * Anybody in the cluster may connect. Without bounds connections that never end their request take all memory; the
     * JDK's server has them as properties alone, which it reads once. They hold for each port by itself.
     */
    private static void boundStrangers() {
        System.setProperty("jdk.httpserver.maxConnections", "64");
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
    }

    /** The port of the metrics. */
    public int port() {
        return metrics.getAddress().getPort();
    }

    /** The port of the probes. */
    public int healthPort() {
        return health.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, boolean isGood) throws IOException {
        answer(
                exchange,
                isGood ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_UNAVAILABLE,
                "text/plain; charset=utf-8",
                isGood ? "ok\n" : "not ok\n");
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        metrics.stop(0);
        health.stop(0);
        threads.close();
    }
}
