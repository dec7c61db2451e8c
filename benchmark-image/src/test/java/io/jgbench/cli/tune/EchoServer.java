package io.jgbench.cli.tune;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** An HTTPS server that answers what it was asked, as an API server does with what it is asked to exclude. */
final class EchoServer {
    private static final int FORBIDDEN = 403;

    private EchoServer() {}

    /** Listens at the address and port that it is given, and says so. */
    public static void main(String... arguments) throws Exception {
        String[] address = arguments[0].split(":", -1);
        var authority = new RunCertificateAuthority("run-1", Instant.now(), Duration.ofMinutes(10));
        var server = HttpsServer.create(new InetSocketAddress(address[0], Integer.parseInt(address[1])), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(TlsContexts.of(authority.issueMember("server", List.of()))));
        server.createContext("/", exchange -> {
            byte[] asked = exchange.getRequestURI().toString().getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(FORBIDDEN, asked.length);
            exchange.getResponseBody().write(asked);
            exchange.close();
        });
        server.start();
        System.out.println("up");
    }
}
