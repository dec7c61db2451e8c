package io.jgbench.coordination.control;

import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException.Kind;
import io.jgbench.coordination.control.MemberConnection.Answer;
import io.jgbench.coordination.control.MemberConnection.BodyRoom;
import io.jgbench.coordination.control.MemberConnection.StaleConnectionException;
import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.coordination.protocol.Refusal;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.WithdrawRequest;
import io.jgbench.coordination.spec.ReadableDuration;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * The controller's side of the control connection to one member. The connection is made by the first call, kept, and
 * made anew where it was lost. All calls can be repeated without harm; they may come from any thread and follow one
 * another.
 */
public final class MemberClient implements AutoCloseable {
    /** A report can be two megabytes, all other answers are less than a packet. */
    private static final int REPORT_TIMEOUT_FACTOR = 5;

    /** Longer than all exchanges take, each of which has its own timeout. */
    private static final Duration UNLIMITED = Duration.ofDays(1);

    private static final int OK = 200;

    /** In characters, of what a member says of why it refuses something. */
    private static final int MOST_OF_A_REFUSAL = 2048;

    private static final byte[] NO_BODY = {};

    private final String member;
    private final InetSocketAddress address;
    private final SSLContext tls;
    private final EpochClock clock;
    private final Duration timeout;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile MemberConnection connection;
    private volatile boolean closed;

    /**
     * Makes a client; nothing is connected yet.
     *
     * @param member the member's name, which its certificate must bear
     * @param address where its control server listens
     * @param controller the controller's own credentials
     * @param clock the controller's clock
     * @param timeout how long a call may take in all, connecting included; a report five times as long
     * @throws GeneralSecurityException if the credentials cannot be used
     */
    public MemberClient(
            String member, InetSocketAddress address, Credentials controller, EpochClock clock, Duration timeout)
            throws GeneralSecurityException {
        this(member, address, TlsContexts.of(controller), clock, timeout);
    }

    /** As the other one, with a context of {@link TlsContexts#of} that many clients share. */
    public MemberClient(String member, InetSocketAddress address, SSLContext tls, EpochClock clock, Duration timeout) {
        this.member = member;
        this.address = address;
        this.tls = tls;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** The member's name. */
    public String member() {
        return member;
    }

    /** How the member is. */
    public MemberState state() throws MemberCallException {
        return get("state", ControlPaths.STATE, MemberState.class);
    }

    /** Measures how the member's clock stands to ours, in several exchanges over the open connection. */
    public ClockMeasurement measureClock() throws MemberCallException {
        return measureClock(UNLIMITED).orElseThrow();
    }

    /**
     * The same, within a time after which no other exchange is begun.
     *
     * @return empty where the exchanges until then are too few
     */
    public Optional<ClockMeasurement> measureClock(Duration within) throws MemberCallException {
        long began = System.nanoTime();
        state();
        var exchanges = new ClockExchanges(clock.origin());
        while (!exchanges.areEnough()) {
            if (System.nanoTime() - began >= within.toNanos()) {
                return exchanges.resultSoFar();
            }
            long asked = clock.epochNanos();
            var answer = exchange("clock", "GET", ControlPaths.CLOCK, NO_BODY, ControlPaths.MAX_ANSWER_BYTES, timeout);
            long answered = clock.epochNanos();
            exchanges.add(asked, answered, read("clock", answer, ClockReading.class));
        }
        return Optional.of(exchanges.result());
    }

    /** Asks the member to open the sockets of the pre-flight. */
    public MemberState openPreflight(PreflightRequest request) throws MemberCallException {
        return post("preflight", ControlPaths.PREFLIGHT, ProtocolJson.write(request));
    }

    /** Asks the member to probe the paths to all others, and waits until it has. */
    public MemberState probe() throws MemberCallException {
        var patience = timeout.plus(PreflightLimits.LONGEST);
        var answer = exchange("probe", "POST", ControlPaths.PROBE, NO_BODY, ControlPaths.MAX_ANSWER_BYTES, patience);
        return read("probe", answer, MemberState.class);
    }

    /**
     * What the member sent and received in the pre-flight so far, within the room that is there for reports on their
     * way.
     *
     * @param turns one is held from when the member has announced its report
     * @param taker is given the report; room and turn are free again when it returns
     */
    public void preflightReport(ReportRoom room, Semaphore turns, Consumer<PreflightReport> taker)
            throws MemberCallException {
        try (var claim = room.claim(turns)) {
            var answer = exchange(
                    "preflight report",
                    "GET",
                    ControlPaths.PREFLIGHT_REPORT,
                    NO_BODY,
                    ControlPaths.MAX_PREFLIGHT_REPORT_BYTES,
                    claim,
                    timeout);
            taker.accept(read("preflight report", answer, PreflightReport.class));
        }
    }

    /** Asks the member to open its transport and to look for the others. */
    public MemberState join(JoinRequest request) throws MemberCallException {
        return post("join", ControlPaths.JOIN, ProtocolJson.write(request));
    }

    /** Asks the member to warm up. */
    public MemberState arm(ArmRequest request) throws MemberCallException {
        return post("arm", ControlPaths.ARM, ProtocolJson.write(request));
    }

    /** Ends a warm-up that lasts until it is steady. */
    public MemberState endWarmup() throws MemberCallException {
        return post("end-warmup", ControlPaths.END_WARMUP, NO_BODY);
    }

    /** Releases the member at an instant. */
    public MemberState start(StartRequest request) throws MemberCallException {
        return post("start", ControlPaths.START, ProtocolJson.write(request));
    }

    /** Takes back a start, unless the member begins already. */
    public MemberState withdraw(WithdrawRequest request) throws MemberCallException {
        return post("withdraw", ControlPaths.WITHDRAW, ProtocolJson.write(request));
    }

    /** The report of a member that is done, or the partial one of a member that failed or still runs. */
    public MemberReport report() throws MemberCallException {
        var taken = new AtomicReference<MemberReport>();
        report(new ReportRoom(Long.MAX_VALUE), new Semaphore(1), (report, _) -> taken.set(report));
        return taken.get();
    }

    /**
     * The same, within the room that is there for reports on their way.
     *
     * @param turns one is held from when the member has announced its report; a member that does not answer holds none
     * @param taker is given the report; room and turn are free again when it returns
     */
    public void report(ReportRoom room, Semaphore turns, ReportTaker taker) throws MemberCallException {
        var patience = timeout.multipliedBy(REPORT_TIMEOUT_FACTOR);
        try (var claim = room.claim(turns)) {
            var answer = exchange(
                    "report", "GET", ControlPaths.REPORT, NO_BODY, ControlPaths.MAX_REPORT_BYTES, claim, patience);
            taker.take(read("report", answer, MemberReport.class), answer.body());
        }
    }

    /** Takes a report out of the memory of those on their way. */
    @FunctionalInterface
    public interface ReportTaker {

        /**
         * Takes it.
         *
         * @param json as the member wrote it
         * @throws MemberCallException if it is not to be had
         */
        void take(MemberReport report, byte[] json) throws MemberCallException;
    }

    /** Asks the member to leave and to exit. */
    public MemberState stop() throws MemberCallException {
        return post("stop", ControlPaths.STOP, NO_BODY);
    }

    /** Closes the connection; a call that waits for an answer fails. The member is not told anything. */
    @Override
    public void close() {
        closed = true;
        dropConnection();
    }

    private <T> T get(String call, String path, Class<T> type) throws MemberCallException {
        return read(call, exchange(call, "GET", path, NO_BODY, ControlPaths.MAX_ANSWER_BYTES, timeout), type);
    }

    private MemberState post(String call, String path, byte[] body) throws MemberCallException {
        if (body.length > ControlPaths.MAX_REQUEST_BYTES) {
            throw new MemberCallException(
                    Kind.REFUSED,
                    "'" + call + "' for " + who() + " takes " + body.length + " bytes, at most "
                            + ControlPaths.MAX_REQUEST_BYTES + " can be sent: make the stack or the list shorter",
                    null);
        }
        var answer = exchange(call, "POST", path, body, ControlPaths.MAX_ANSWER_BYTES, timeout);
        return read(call, answer, MemberState.class);
    }

    private <T> T read(String call, Answer answer, Class<T> type) throws MemberCallException {
        try {
            if (answer.status() == OK) {
                return ProtocolJson.readAnswer(answer.body(), type);
            }
            var refusal = ProtocolJson.readAnswer(answer.body(), Refusal.class);
            String why = BoundedText.of(refusal.error(), MOST_OF_A_REFUSAL);
            throw new MemberCallException(Kind.REFUSED, who() + " refused '" + call + "': " + why, null);
        } catch (MalformedJsonException e) {
            throw new MemberCallException(
                    Kind.BAD_ANSWER,
                    who() + " answered '" + call + "' with HTTP " + answer.status() + ", but the body is "
                            + e.getMessage(),
                    e);
        }
    }

    private Answer exchange(String call, String method, String path, byte[] body, int maxBytes, Duration patience)
            throws MemberCallException {
        return exchange(call, method, path, body, maxBytes, BodyRoom.ENOUGH, patience);
    }

    private Answer exchange(
            String call, String method, String path, byte[] body, int maxBytes, BodyRoom room, Duration patience)
            throws MemberCallException {
        long deadline = System.nanoTime() + patience.toNanos();
        lock.lock();
        try {
            boolean kept = isConnected();
            try {
                return connected(deadline).exchange(method, path, body, maxBytes, room, deadline);
            } catch (StaleConnectionException e) {
                if (!kept) {
                    throw e;
                }
                dropConnection();
                return connected(deadline).exchange(method, path, body, maxBytes, room, deadline);
            }
        } catch (IOException e) {
            dropConnection();
            throw failure(call, patience, e);
        } finally {
            lock.unlock();
        }
    }

    private boolean isConnected() {
        var current = connection;
        return current != null && current.isUsable();
    }

    private MemberConnection connected(long deadline) throws IOException {
        if (!isConnected()) {
            dropConnection();
            connection = MemberConnection.open(member, address, tls, deadline);
        }
        if (closed) {
            throw new IOException("the client is closed");
        }
        return connection;
    }

    private void dropConnection() {
        var current = connection;
        if (current != null) {
            current.close();
        }
    }

    private MemberCallException failure(String call, Duration patience, IOException e) {
        return switch (e) {
            case ReportRoom.NoRoomException others ->
                new MemberCallException(
                        Kind.TIMED_OUT, who() + " has its report ready, but " + others.getMessage(), others);
            case SocketTimeoutException late ->
                new MemberCallException(
                        Kind.TIMED_OUT,
                        who() + " did not answer '" + call + "' within " + ReadableDuration.of(patience),
                        late);
            case ProtocolException bad ->
                new MemberCallException(
                        Kind.BAD_ANSWER,
                        who() + " answered '" + call + "' against the protocol: " + bad.getMessage(),
                        bad);
            case SSLException untrusted ->
                new MemberCallException(
                        Kind.UNREACHABLE,
                        "no trusted connection to " + who() + " for '" + call + "': " + untrusted.getMessage(),
                        untrusted);
            default ->
                new MemberCallException(
                        Kind.UNREACHABLE, who() + " cannot be reached for '" + call + "': " + e.getMessage(), e);
        };
    }

    /** The member and its address, as sentences name it. */
    public String who() {
        return "member " + member + " at " + address.getHostString() + ":" + address.getPort();
    }
}
