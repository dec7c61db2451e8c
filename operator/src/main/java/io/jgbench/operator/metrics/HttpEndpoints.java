package io.jgbench.operator.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Health and metrics over HTTP: {@code /healthz} (whether the process works), {@code /readyz} (whether it sees what
 * happens) and {@code /metrics} in the text format of Prometheus.
 */
public final class HttpEndpoints implements AutoCloseable {
    private static final int BACKLOG = 16;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private HttpEndpoints(HttpServer server) {
        this.server = server;
    }

    /**
     * Serves from here on. That it answers is all that {@code /healthz} says: a process that is restarted because
     * the API server is away finds it no sooner, and forgets what it knows.
     *
     * @param port where to listen, 0 for a free port
     * @param isReady whether the operator sees what happens
     * @throws IOException if the port cannot be bound
     */
    public static HttpEndpoints open(int port, PrometheusMeterRegistry registry, BooleanSupplier isReady)
            throws IOException {
        boundStrangers();
        var endpoints = new HttpEndpoints(HttpServer.create(new InetSocketAddress(port), BACKLOG));
        endpoints.server.setExecutor(endpoints.threads);
        endpoints.server.createContext("/healthz", exchange -> answer(exchange, true));
        endpoints.server.createContext("/readyz", exchange -> answer(exchange, isReady.getAsBoolean()));
        endpoints.server.createContext(
                "/metrics",
                exchange -> answer(
                        exchange,
                        HttpURLConnection.HTTP_OK,
                        "text/plain; version=0.0.4; charset=utf-8",
                        registry.scrape()));
        endpoints.server.start();
        return endpoints;
    }

    /**
     * Anybody in the cluster may connect. Without bounds connections that never end their request take all memory; the
     * JDK's server has them as properties alone, which it reads once.
     */
    private static void boundStrangers() {
        System.setProperty("jdk.httpserver.maxConnections", "64");
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
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
        server.stop(0);
        threads.close();
    }
}
