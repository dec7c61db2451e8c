package io.jgbench.member;

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
import io.jgbench.member.control.ControlAnswer;
import io.jgbench.member.control.ControlHandler;
import io.jgbench.member.control.ControlRequest;
import io.jgbench.member.control.ControlServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.regex.Pattern;

/** What a member answers to its controller: JSON, behind the {@link ControlServer}. */
public final class MemberServer implements AutoCloseable {
    private final ControlServer server;

    private MemberServer(ControlServer server) {
        this.server = server;
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
        return new MemberServer(ControlServer.open(address, TlsContexts.of(credentials), new Handler(member)));
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** How many connections are open, those of strangers included. */
    int connections() {
        return server.connections();
    }

    /** Closes the port; answers under way are not waited for. */
    @Override
    public void close() {
        server.close();
    }

    private record Handler(Member member) implements ControlHandler {
        private static final Pattern VERSION = Pattern.compile("\\S+ /v([0-9]{1,9})/");
        private static final int OK = 200;
        private static final int BAD_REQUEST = 400;
        private static final int NOT_FOUND = 404;
        private static final int CONFLICT = 409;
        private static final int INTERNAL_ERROR = 500;

        @Override
        public ControlAnswer answer(ControlRequest request) {
            String asked = request.asked();
            try {
                return switch (asked) {
                    case "GET " + ControlPaths.STATE -> ok(member.state());
                    case "GET " + ControlPaths.CLOCK ->
                        ok(new ClockReading(
                                member.clock().epochNanos(), member.clock().origin()));
                    case "GET " + ControlPaths.REPORT -> ok(member.report());
                    case "POST " + ControlPaths.PREFLIGHT -> {
                        member.openPreflight(body(request, PreflightRequest.class));
                        yield ok(member.state());
                    }
                    case "POST " + ControlPaths.PROBE -> {
                        member.probe();
                        yield ok(member.state());
                    }
                    case "GET " + ControlPaths.PREFLIGHT_REPORT -> ok(member.preflightReport());
                    case "POST " + ControlPaths.JOIN -> {
                        member.join(body(request, JoinRequest.class));
                        yield ok(member.state());
                    }
                    case "POST " + ControlPaths.ARM -> {
                        member.arm(body(request, ArmRequest.class));
                        yield ok(member.state());
                    }
                    case "POST " + ControlPaths.END_WARMUP -> {
                        member.endWarmup();
                        yield ok(member.state());
                    }
                    case "POST " + ControlPaths.START -> {
                        member.start(body(request, StartRequest.class));
                        yield ok(member.state());
                    }
                    case "POST " + ControlPaths.WITHDRAW -> {
                        member.withdraw(body(request, WithdrawRequest.class));
                        yield ok(member.state());
                    }
                    case "POST " + ControlPaths.STOP ->
                        new ControlAnswer(OK, ProtocolJson.write(member.state()), member::stop);
                    default -> refuse(NOT_FOUND, unknown(asked));
                };
            } catch (RequestRefusedException e) {
                return refuse(CONFLICT, e.getMessage());
            } catch (MalformedJsonException e) {
                return refuse(BAD_REQUEST, e.getMessage());
            } catch (RuntimeException e) {
                return refuse(INTERNAL_ERROR, "unexpected: " + e);
            }
        }

        @Override
        public ControlAnswer refuse(int status, String why) {
            return answer(status, new Refusal(why));
        }

        private static String unknown(String asked) {
            var version = VERSION.matcher(asked);
            return version.lookingAt() && !version.group(1).equals(String.valueOf(ControlPaths.VERSION))
                    ? "this member speaks version " + ControlPaths.VERSION
                            + " of the control protocol, and was asked in version " + version.group(1)
                            + ": take the members' image of the same release as the controller"
                    : "a member does not know '" + asked + "'";
        }

        private static ControlAnswer ok(Object body) {
            return answer(OK, body);
        }

        private static ControlAnswer answer(int status, Object body) {
            return new ControlAnswer(status, ProtocolJson.write(body), () -> {});
        }

        private static <T> T body(ControlRequest request, Class<T> type) throws MalformedJsonException {
            return ProtocolJson.readRequest(request.body(), type);
        }
    }
}
