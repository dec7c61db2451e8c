package io.jgbench.member;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.protocol.Refusal;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.WithdrawRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * A member's control server: JSON over HTTPS for whoever has the controller's certificate. While nobody asks, it costs
 * nothing; its threads are virtual.
 */
public final class MemberServer implements AutoCloseable {
    private static final int BACKLOG = 16;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int TOO_LARGE = 413;
    private static final int INTERNAL_ERROR = 500;

    private final Member member;
    private final HttpsServer server;
    private final ExecutorService threads;

    private MemberServer(Member member, HttpsServer server, ExecutorService threads) {
        this.member = member;
        this.server = server;
        this.threads = threads;
    }

    /**
     * Binds and answers from here on.
     *
     * @param address where to listen; port 0 for a free one
     * @throws IOException if the address cannot be bound
     * @throws GeneralSecurityException if the credentials cannot be used
     */
    public static MemberServer open(Member member, InetSocketAddress address, Credentials credentials)
            throws IOException, GeneralSecurityException {
        var tls = TlsContexts.of(credentials);
        var https = HttpsServer.create(address, BACKLOG);
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var server = new MemberServer(member, https, threads);
        https.setHttpsConfigurator(new Configurator(tls));
        https.setExecutor(threads);
        https.createContext("/", server::handle);
        https.start();
        return server;
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        // By hand, as closing must not hide why answering failed.
        try {
            Answer answer = answer(exchange);
            byte[] body = ProtocolJson.write(answer.body());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
            answer.afterwards().run();
        } catch (RuntimeException | Error e) {
            exchange.close();
            throw e;
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        String asked =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        try {
            return switch (asked) {
                case "GET " + ControlPaths.STATE -> Answer.ok(member.state());
                case "GET " + ControlPaths.CLOCK ->
                    Answer.ok(new ClockReading(
                            member.clock().epochNanos(), member.clock().origin()));
                case "GET " + ControlPaths.REPORT -> Answer.ok(member.report());
                case "POST " + ControlPaths.PREFLIGHT -> {
                    member.openPreflight(body(exchange, PreflightRequest.class));
                    yield Answer.ok(member.state());
                }
                case "POST " + ControlPaths.PROBE -> {
                    member.probe();
                    yield Answer.ok(member.state());
                }
                case "GET " + ControlPaths.PREFLIGHT_REPORT -> Answer.ok(member.preflightReport());
                case "POST " + ControlPaths.JOIN -> {
                    member.join(body(exchange, JoinRequest.class));
                    yield Answer.ok(member.state());
                }
                case "POST " + ControlPaths.ARM -> {
                    member.arm(body(exchange, ArmRequest.class));
                    yield Answer.ok(member.state());
                }
                case "POST " + ControlPaths.END_WARMUP -> {
                    member.endWarmup();
                    yield Answer.ok(member.state());
                }
                case "POST " + ControlPaths.START -> {
                    member.start(body(exchange, StartRequest.class));
                    yield Answer.ok(member.state());
                }
                case "POST " + ControlPaths.WITHDRAW -> {
                    member.withdraw(body(exchange, WithdrawRequest.class));
                    yield Answer.ok(member.state());
                }
                case "POST " + ControlPaths.STOP -> new Answer(OK, member.state(), member::stop);
                default -> Answer.refused(NOT_FOUND, "a member does not know '" + asked + "'");
            };
        } catch (RequestRefusedException e) {
            return Answer.refused(CONFLICT, e.getMessage());
        } catch (MalformedJsonException e) {
            return Answer.refused(BAD_REQUEST, e.getMessage());
        } catch (RequestTooLargeException e) {
            return Answer.refused(TOO_LARGE, e.getMessage());
        } catch (RuntimeException e) {
            return Answer.refused(INTERNAL_ERROR, "unexpected: " + e);
        }
    }

    private static <T> T body(HttpExchange exchange, Class<T> type)
            throws IOException, MalformedJsonException, RequestTooLargeException {
        byte[] body = exchange.getRequestBody().readNBytes(ControlPaths.MAX_REQUEST_BYTES + 1);
        if (body.length > ControlPaths.MAX_REQUEST_BYTES) {
            throw new RequestTooLargeException();
        }
        return ProtocolJson.readRequest(body, type);
    }

    /** Closes the port; answers under way are not waited for. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private record Answer(int status, Object body, Runnable afterwards) {
        static Answer ok(Object body) {
            return new Answer(OK, body, () -> {});
        }

        static Answer refused(int status, String why) {
            return new Answer(status, new Refusal(why), () -> {});
        }
    }

    private static final class RequestTooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        RequestTooLargeException() {
            super("a request has at most " + ControlPaths.MAX_REQUEST_BYTES + " bytes, this one has more");
        }
    }

    private static final class Configurator extends HttpsConfigurator {
        Configurator(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            parameters.setSSLParameters(TlsContexts.serverParameters());
        }
    }
}
