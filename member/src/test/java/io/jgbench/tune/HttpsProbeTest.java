package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpsProbeTest {
    private static final int PADDING = 36_000;

    private HttpsServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void anyStatusAndAnyCertificateIsAnAnswer() throws Exception {
        var query = new AtomicReference<String>();
        start(exchange -> {
            query.set(exchange.getRequestURI().toString());
            byte[] echo = query.get().getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(403, echo.length);
            exchange.getResponseBody().write(echo);
            exchange.close();
        });

        assertThat(probe().ask(PADDING)).succeedsWithin(Duration.ofSeconds(30));

        assertThat(query.get()).startsWith("/livez?verbose&exclude=xxx").hasSizeGreaterThan(PADDING);
    }

    @Test
    void answerOfWhichTheEndIsMissingIsNone() throws Exception {
        start(exchange -> {
            exchange.sendResponseHeaders(200, PADDING);
            exchange.getResponseBody().write(new byte[PADDING / 2]);
            exchange.getResponseBody().flush();
            // closing it short of what was announced ends the connection
            exchange.close();
        });

        assertThatThrownBy(() -> probe().ask(PADDING).get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void portThatNobodyListensAtFails() throws Exception {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThat(new HttpsProbe(new ConfirmTarget("127.0.0.1", port)).ask(PADDING))
                .failsWithin(Duration.ofSeconds(30));
    }

    @Test
    void connectionAloneIsNoAnswer() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var answer = new HttpsProbe(new ConfirmTarget("127.0.0.1", silent.getLocalPort())).ask(PADDING);
            try (var _ = silent.accept()) {
                assertThatThrownBy(() -> answer.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
                assertThat(answer.cancel(true)).isTrue();
            }
        }
    }

    private void start(HttpHandler handler) throws Exception {
        var authority = new RunCertificateAuthority("run-1", Instant.now(), Duration.ofMinutes(5));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(TlsContexts.of(authority.issueMember("any", List.of()))));
        server.createContext("/", handler);
        server.start();
    }

    private HttpsProbe probe() {
        return new HttpsProbe(new ConfirmTarget("127.0.0.1", server.getAddress().getPort()));
    }
}
