package io.jgbench.coordination.drive;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.preflight.Probed;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.Refusal;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Answers all that a controller asks, and remembers that it was launched, started or ended. Its clock is an hour ahead.
 */
final class AnsweringMember implements MemberSite, AutoCloseable {
    static final Duration AHEAD = Duration.ofHours(1);
    private static final String RUN = "run-1";

    final List<String> done = new CopyOnWriteArrayList<>();
    private final int index;
    private final String name;
    private final EpochClock clock = EpochClock.system();
    private final HttpsServer server;
    private final MemberClient client;
    private final AtomicInteger reportsAsked = new AtomicInteger();
    private volatile MemberReport report;
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private volatile Optional<byte[]> raw = Optional.empty();
    private volatile PreflightReport preflight;
    private volatile boolean holding;
    private volatile WorkloadSpec workload =
            new MulticastSpec(1, RunLength.of(1), 1000, Warmup.of(0), 1, Duration.ofMillis(100), Duration.ZERO, 100);

    /** A field of a request that it does not know. */
    private volatile Optional<String> unknown = Optional.empty();

    AnsweringMember(int index) throws IOException, GeneralSecurityException {
        this.index = index;
        this.name = "member-" + index;
        this.report = report(index, name, Map.of());
        this.preflight = Probed.udp(2).reports().get(index);
        var authority = new RunCertificateAuthority(RUN, Instant.now(), Duration.ofMinutes(5));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(TlsContexts.of(authority.issueMember(name, List.of()))));
        server.createContext("/", this::answer);
        server.start();
        client =
                new MemberClient(name, server.getAddress(), authority.issueController(), clock, Duration.ofSeconds(30));
    }

    /** Its report takes more bytes than that. */
    void makeReportLargerThan(int bytes) {
        report = report(index, name, Map.of("kernel", "x".repeat(bytes)));
    }

    /** What it reports. */
    MemberReport report() {
        return report;
    }

    /** It gives another report than its own. */
    void changeReport(UnaryOperator<MemberReport> change) {
        report = change.apply(report);
    }

    /** It gives another report of the pre-flight than its own. */
    void changePreflight(UnaryOperator<PreflightReport> change) {
        preflight = change.apply(preflight);
    }

    /** How often it was asked for its report. */
    int reportsAsked() {
        return reportsAsked.get();
    }

    /** It answers with no report but with what breaks a reader. */
    void answerReportWith(byte[] json) {
        raw = Optional.of(json);
    }

    /** It is of an earlier version, which refuses a pre-flight with this field; the run has a workload with it. */
    void doNotKnow(String field, WorkloadSpec of) {
        unknown = Optional.of(field);
        workload = of;
    }

    /** From now on it answers nothing that is asked at this path before the latch is open. */
    void hold(String path, CountDownLatch until) {
        held.put(path, until);
    }

    /** Whether it was asked what it does not answer yet. */
    boolean isHolding() {
        return holding;
    }

    private void awaitOpen(String path) {
        CountDownLatch until = held.get(path);
        if (until == null) {
            return;
        }
        try {
            holding = true;
            until.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            awaitOpen(path);
            if (path.equals(ControlPaths.PREFLIGHT) && refuses(exchange)) {
                return;
            }
            if (path.equals(ControlPaths.START)) {
                done.add("start");
            } else if (path.equals(ControlPaths.WITHDRAW)) {
                done.add("withdraw");
            }
            byte[] body = switch (path) {
                case ControlPaths.CLOCK ->
                    ProtocolJson.write(new ClockReading(clock.epochNanos() + AHEAD.toNanos(), Optional.empty()));
                case ControlPaths.REPORT -> {
                    reportsAsked.incrementAndGet();
                    yield raw.orElseGet(() -> ProtocolJson.write(report));
                }
                case ControlPaths.PREFLIGHT_REPORT -> ProtocolJson.write(preflight);
                default -> ProtocolJson.write(state());
            };
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private boolean refuses(HttpExchange exchange) throws IOException {
        String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean isRefused = unknown.filter(asked::contains).isPresent();
        done.add(isRefused ? "refused" : "preflight");
        if (isRefused) {
            byte[] body = ProtocolJson.write(new Refusal("the field '" + unknown.get() + "' is not known"));
            exchange.sendResponseHeaders(400, body.length);
            exchange.getResponseBody().write(body);
        }
        return isRefused;
    }

    private MemberState state() {
        return new MemberState(
                RUN,
                name,
                MemberPhase.ARMED,
                StartState.NONE,
                2,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                HostNetwork.UNKNOWN,
                Optional.empty());
    }

    private static MemberReport report(int index, String name, Map<String, String> host) {
        return MemberReportBuilder.builder()
                .runId(RUN)
                .member(name)
                .index(index)
                .beganAtEpochNanos(1)
                .workload(new MulticastReport(
                        true, 1, 1, 1, 1000, 1, 2, 1, 0, 2, List.of(), "", "", Optional.empty(), List.of()))
                .counters(Map.of())
                .framing(new Framing(0, 1472, 0, Layer.UDP, true))
                .host(host)
                .build();
    }

    @Override
    public void launch() {
        done.add("launch");
    }

    @Override
    public Optional<MemberClient> client() {
        return Optional.of(client);
    }

    @Override
    public JoinRequest join(Duration timeout) {
        return new JoinRequest(
                workload,
                new TransportSpec("udp", Optional.empty(), Map.of(), 0),
                "cluster",
                0,
                List.of(new Peer(0, name, "127.0.0.1", 1)),
                "239.1.1.1",
                1,
                timeout);
    }

    @Override
    public void end() {
        done.add("end");
    }

    @Override
    public void close() {
        // The server waits until what it was asked is answered.
        held.values().forEach(CountDownLatch::countDown);
        client.close();
        server.stop(0);
    }
}
