package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
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
import java.util.Map;
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

    private static final class Handler implements ControlHandler {
        private static final Pattern VERSION = Pattern.compile("\\S+ /v([0-9]{1,9})/");
        private static final int OK = 200;
        private static final int BAD_REQUEST = 400;
        private static final int NOT_FOUND = 404;
        private static final int CONFLICT = 409;
        private static final int INTERNAL_ERROR = 500;

        private final Member member;
        private final Map<String, Route> routes;

        Handler(Member member) {
            this.member = member;
            this.routes = Map.ofEntries(
                    route("GET " + ControlPaths.STATE, _ -> state()),
                    route("GET " + ControlPaths.CLOCK, _ -> clock()),
                    route("GET " + ControlPaths.REPORT, _ -> report()),
                    route("GET " + ControlPaths.PREFLIGHT_REPORT, _ -> ok(member.preflightReport())),
                    order(
                            ControlPaths.PREFLIGHT,
                            request -> member.openPreflight(body(request, PreflightRequest.class))),
                    order(ControlPaths.PROBE, _ -> member.probe()),
                    order(ControlPaths.JOIN, request -> member.join(body(request, JoinRequest.class))),
                    order(ControlPaths.ARM, request -> member.arm(body(request, ArmRequest.class))),
                    order(ControlPaths.END_WARMUP, _ -> member.endWarmup()),
                    order(ControlPaths.START, request -> member.start(body(request, StartRequest.class))),
                    order(ControlPaths.WITHDRAW, request -> member.withdraw(body(request, WithdrawRequest.class))),
                    route("POST " + ControlPaths.STOP, _ -> stop()));
        }

        /** What is answered to a request. */
        @FunctionalInterface
        private interface Route {
            ControlAnswer answer(ControlRequest request) throws RequestRefusedException, MalformedJsonException;
        }

        /** What the member is to do. */
        @FunctionalInterface
        private interface MemberOrder {
            void carryOut(ControlRequest request) throws RequestRefusedException, MalformedJsonException;
        }

        private static Map.Entry<String, Route> route(String asked, Route route) {
            return Map.entry(asked, route);
        }

        /** Is answered with the state that the member then has. */
        private Map.Entry<String, Route> order(String path, MemberOrder order) {
            return route("POST " + path, request -> {
                order.carryOut(request);
                return state();
            });
        }

        @Override
        public ControlAnswer answer(ControlRequest request) {
            String asked = request.asked();
            Route route = routes.get(asked);
            if (route == null) {
                return refuse(NOT_FOUND, unknown(asked));
            }
            try {
                return route.answer(request);
            } catch (RequestRefusedException e) {
                return refuse(CONFLICT, e.getMessage());
            } catch (MalformedJsonException e) {
                return refuse(BAD_REQUEST, e.getMessage());
            } catch (RuntimeException e) {
                return refuse(INTERNAL_ERROR, "unexpected: " + e);
            }
        }

        private ControlAnswer report() throws RequestRefusedException {
            var report = member.report();
            return new ControlAnswer(OK, ProtocolJson.write(report), report.partial() ? () -> {} : member::handedOver);
        }

        private ControlAnswer state() {
            return ok(member.state());
        }

        private ControlAnswer clock() {
            EpochClock clock = member.clock();
            return ok(new ClockReading(clock.epochNanos(), clock.origin()));
        }

        private ControlAnswer stop() {
            return new ControlAnswer(OK, ProtocolJson.write(member.state()), member::stop);
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
