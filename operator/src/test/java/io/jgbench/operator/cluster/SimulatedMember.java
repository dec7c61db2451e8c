package io.jgbench.operator.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.protocol.WithdrawRequest;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Speaks the control protocol, does nothing between, and reports that all messages arrived within one second. */
final class SimulatedMember implements Container {
    private static final EpochClock CLOCK = EpochClock.system();
    private static final long MESSAGES = 1000;
    private static final HostNetwork NETWORK =
            new HostNetwork(OptionalLong.of(26_214_400), OptionalLong.of(10_000_000_000L));

    private final MemberConfig config;
    private final Duration workload;
    private final MemberGate gate;
    private final Optional<MemberLie> lie;
    private final Map<String, ControlExchange> exchanges = new ConcurrentHashMap<>();
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch stopped = new CountDownLatch(1);

    private volatile MemberPhase phase = MemberPhase.CREATED;
    private volatile StartState starts = StartState.NONE;
    private volatile int index;
    private volatile JoinRequest join;
    private volatile long startAtEpochNanos = Long.MAX_VALUE;
    private volatile long startTakenAtEpochNanos;

    /**
     * Answers from here on.
     *
     * @param workload how long it seems to measure
     * @param gate what it must not do yet
     */
    SimulatedMember(MemberConfig config, Duration workload, MemberGate gate)
            throws IOException, GeneralSecurityException {
        this(config, workload, gate, Optional.empty());
    }

    /** The same, which may lie. */
    SimulatedMember(MemberConfig config, Duration workload, MemberGate gate, Optional<MemberLie> lie)
            throws IOException, GeneralSecurityException {
        this.config = config;
        this.workload = workload;
        this.gate = gate;
        this.lie = lie;
        this.server = HttpsServer.create(new InetSocketAddress(config.controlHost(), config.controlPort()), 16);
        server.setHttpsConfigurator(new HttpsConfigurator(TlsContexts.of(config.credentials())) {
            @Override
            public void configure(HttpsParameters parameters) {
                parameters.setSSLParameters(TlsContexts.serverParameters());
            }
        });
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            Optional<MemberLie> told =
                    lie.filter(it -> it.path().equals(exchange.getRequestURI().getPath()));
            if (told.isPresent()) {
                told.get().tell(exchange);
                return;
            }
            byte[] answer = ProtocolJson.write(answer(exchange, request));
            exchanges.put(
                    exchange.getRequestURI().getPath(),
                    new ControlExchange(
                            new String(request, StandardCharsets.UTF_8), new String(answer, StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (MalformedJsonException e) {
            throw new IOException(e);
        }
        if (exchange.getRequestURI().getPath().equals(ControlPaths.STOP)) {
            stopped.countDown();
        }
    }

    private Object answer(HttpExchange exchange, byte[] body) throws IOException, MalformedJsonException {
        switch (exchange.getRequestURI().getPath()) {
            case ControlPaths.CLOCK -> {
                return new ClockReading(CLOCK.epochNanos(), CLOCK.origin());
            }
            case ControlPaths.REPORT -> {
                if (holds(MemberGate.Step.REPORT)) {
                    throw new IOException("the report is held back");
                }
                return report();
            }
            case ControlPaths.PREFLIGHT -> {
                index = ProtocolJson.readRequest(body, PreflightRequest.class).self();
                phase = MemberPhase.LISTENING;
            }
            case ControlPaths.PROBE -> phase = MemberPhase.PROBED;
            case ControlPaths.PREFLIGHT_REPORT -> {
                return new PreflightReport(
                        index,
                        new PreflightReport.Scope(true, false, true),
                        Optional.empty(),
                        OptionalLong.empty(),
                        0,
                        0,
                        0,
                        0,
                        List.of(),
                        List.of());
            }
            case ControlPaths.JOIN -> {
                join = ProtocolJson.readRequest(body, JoinRequest.class);
                if (!holds(MemberGate.Step.JOIN)) {
                    phase = MemberPhase.JOINED;
                }
            }
            case ControlPaths.ARM -> phase = MemberPhase.ARMING;
            case ControlPaths.START -> {
                var start = ProtocolJson.readRequest(body, StartRequest.class);
                startAtEpochNanos = start.clock().toMember(start.startAtEpochNanos());
                startTakenAtEpochNanos = CLOCK.epochNanos();
                starts = new StartState(start.attempt(), startTakenAtEpochNanos < startAtEpochNanos);
            }
            case ControlPaths.WITHDRAW -> {
                var withdrawal = ProtocolJson.readRequest(body, WithdrawRequest.class);
                if (state().phase() == MemberPhase.ARMED) {
                    starts = new StartState(withdrawal.attempt(), false);
                }
            }
            default -> {
                // the state, or the end
            }
        }
        return state();
    }

    /** When the start reached it, 0 if it did not yet. */
    long startTakenAtEpochNanos() {
        return startTakenAtEpochNanos;
    }

    /** The last request of each path, and its answer. */
    Map<String, ControlExchange> exchanges() {
        return Map.copyOf(exchanges);
    }

    private boolean holds(MemberGate.Step step) {
        return gate.holds(step, config.runId());
    }

    private MemberState state() {
        long now = CLOCK.epochNanos();
        if (phase == MemberPhase.ARMING && !holds(MemberGate.Step.ARM)) {
            phase = MemberPhase.ARMED;
        }
        if (phase == MemberPhase.ARMED && starts.taken() && now >= startAtEpochNanos) {
            phase = MemberPhase.RUNNING;
        }
        boolean isDone = now > startAtEpochNanos + workload.toNanos() && !holds(MemberGate.Step.WORKLOAD);
        if (phase == MemberPhase.RUNNING && isDone) {
            phase = MemberPhase.REPORTED;
        }
        int members = join == null ? 0 : join.peers().size();
        long done = phase == MemberPhase.REPORTED ? MESSAGES : 0;
        return new MemberState(
                config.runId(),
                config.name(),
                phase,
                starts,
                members,
                done,
                MESSAGES,
                done,
                Optional.empty(),
                Optional.empty(),
                NETWORK,
                Optional.empty());
    }

    private MemberReport report() {
        int members = join.peers().size();
        var streams = IntStream.range(0, members)
                .mapToObj(sender -> new StreamReport(sender, 0, MESSAGES, MESSAGES, 0, 0, 0))
                .toList();
        return MemberReportBuilder.builder()
                .runId(config.runId())
                .member(config.name())
                .index(join.self())
                .beganAtEpochNanos(startAtEpochNanos)
                .workload(MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(MESSAGES)
                        .receivedMessages(MESSAGES * members)
                        .expectedMessages(MESSAGES * members)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(startAtEpochNanos)
                        .lastReceivedEpochNanos(
                                startAtEpochNanos + Duration.ofSeconds(1).toNanos())
                        .timedMessages(MESSAGES * members)
                        .timedUntilEpochNanos(
                                startAtEpochNanos + Duration.ofSeconds(1).toNanos())
                        .streams(streams)
                        .latencyHistogram("")
                        .samples(List.of())
                        .build())
                .counters(Map.of("gcNanos", 1L))
                .framing(new Framing(0, 1472, 0, Framing.Layer.UDP, true))
                .host(Map.of(
                        HostFact.INTERFACE.label(),
                        "eth0",
                        HostFact.LINE_RATE_BITS_PER_SECOND.label(),
                        "10000000000",
                        HostFact.MTU.label(),
                        "1500"))
                .build();
    }

    @Override
    public int run() throws InterruptedException {
        stopped.await();
        close();
        return 0;
    }

    @Override
    public void kill() {
        close();
    }

    private void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
