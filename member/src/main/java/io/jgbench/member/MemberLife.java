package io.jgbench.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberFailure.Kind;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.counters.Compilers;
import io.jgbench.measure.Sampling;
import io.jgbench.transport.InvalidStackException;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.Workload.Progress;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The one thread that does what a member is for, from top to bottom: open, wait for all, warm up, wait for the instant,
 * run, report. Whatever else finds a failure notes it in {@link SharedMemberState} and interrupts this thread.
 */
final class MemberLife {
    /** What a workload's own deadline has over the one that is kept here, as its sentence tells more. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** Reading the counters may take this long on a busy host; the start must not wait for it. */
    private static final Duration COUNTING = Duration.ofMillis(30);

    /** Counters are read that long before a start, or ... */
    private static final Duration COUNTING_ASIDE = Duration.ofMillis(100);

    /** ... with this part of the time still left, as that is longer where many members share few cores. */
    private static final int COUNTING_ASIDE_SHARE = 4;

    private static final String UNFINISHED = "its workload was not over when the report was asked for";

    private final String runId;
    private final JoinRequest join;
    private final MemberParts parts;
    private final SharedMemberState shared;
    private final Thread thread;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock reporting = new ReentrantLock();

    private final EndSignal warmedUp = new EndSignal();

    private volatile MemberContext context;
    private volatile WarmupWatch warmup;
    private volatile Map<String, Long> begin = Map.of();
    private volatile ArmRequest arm;
    private volatile Optional<ActivitySampler> activity = Optional.empty();

    @GuardedBy("reporting")
    private MemberReport report;

    MemberLife(String runId, JoinRequest join, MemberParts parts, SharedMemberState shared) {
        this.runId = runId;
        this.join = join;
        this.parts = parts;
        this.shared = shared;
        this.thread = Thread.ofPlatform().daemon().name("member").unstarted(this::live);
    }

    void begin() {
        watch(MemberPhase.JOINING, join.timeout(), () -> {
            return "not all members joined within " + ReadableDuration.of(join.timeout()) + ": " + shared.shortfall();
        });
        thread.start();
    }

    /** The member is {@link MemberPhase#JOINED}. */
    void arm(ArmRequest request) {
        arm = request;
        if (shared.advance(MemberPhase.JOINED, MemberPhase.ARMING)) {
            watch(MemberPhase.ARMING, request.timeout().plus(GRACE), () -> {
                return "the warm-up was not over within " + ReadableDuration.of(request.timeout())
                        + ": its sender or its receiver is stuck";
            });
        }
    }

    /** The member is {@link MemberPhase#ARMED}. */
    void start(ScheduledStart start) {
        if (shared.take(start)) {
            var wait = Duration.ofNanos(start.atEpochNanos() - parts.clock().epochNanos());
            watch(MemberPhase.RUNNING, wait.plus(start.timeout()).plus(GRACE), () -> {
                var progress = progress();
                return "the workload was not over within " + ReadableDuration.of(start.timeout()) + ": "
                        + progress.done() + " of " + progress.expected() + " "
                        + join.workload().unitOfWork() + " were done";
            });
        }
    }

    /** The warm-up has been long enough. */
    void endWarmup() {
        warmedUp.give();
    }

    /** How far the warm-up has come; empty before it began. */
    Optional<WarmupProgress> warmup() {
        return Optional.ofNullable(warmup).map(WarmupWatch::progress);
    }

    Progress progress() {
        var current = context;
        return current == null ? Progress.NONE : current.workload().progress();
    }

    private void live() {
        try {
            var opened = open();
            shared.awaitComplete();
            shared.advance(MemberPhase.JOINING, MemberPhase.JOINED);
            shared.awaitLeaving(MemberPhase.JOINED);
            if (shared.snapshot().phase() == MemberPhase.ARMING) {
                warmUpAndRun(opened);
            }
        } catch (TransportException e) {
            boolean isStack = e.getCause() instanceof InvalidStackException;
            shared.fail(new MemberFailure(isStack ? Kind.STACK_INVALID : Kind.OTHER, e.getMessage()));
        } catch (OutOfTimeException e) {
            boolean hasBegun = shared.snapshot().phase() == MemberPhase.RUNNING;
            shared.fail(new MemberFailure(hasBegun ? Kind.OUT_OF_TIME : Kind.OTHER, e.getMessage()));
        } catch (WorkloadException e) {
            shared.fail(e.getMessage());
        } catch (InterruptedException e) {
            shared.fail("it was interrupted");
        } catch (OutOfMemoryError e) {
            shared.fail(heapWasFull(e));
            throw e;
        } catch (RuntimeException | Error e) {
            shared.fail("unexpected: " + e);
            throw e;
        }
    }

    /** Whatever thread met it. */
    static MemberFailure heapWasFull(OutOfMemoryError error) {
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        return new MemberFailure(
                Kind.OUT_OF_HEAP,
                "expected its work to fit into its heap of " + megabytes + " MB, found it full (" + error.getMessage()
                        + ")");
    }

    private MemberContext open() throws TransportException, InterruptedException {
        var made = make();
        shared.expect(join.peers().stream().map(peer -> peer.name()).toList());
        context = made;
        made.open(shared);
        begin = made.counters();
        return made;
    }

    private MemberContext make() throws TransportException {
        try {
            return MemberContext.make(join, parts);
        } catch (IllegalArgumentException | ServiceConfigurationError e) {
            // A request that cannot be carried out, or a jar on the class path that does not hold what it names.
            throw new TransportException(e.getMessage(), e);
        }
    }

    private void warmUpAndRun(MemberContext opened) throws WorkloadException, InterruptedException {
        opened.beginWarmup();
        warmUp(opened);
        opened.endWarmup();
        opened.workload().prepare(opened.role());
        begin = opened.counters();
        if (!Sampling.isOn()) {
            run(opened);
            return;
        }
        try (var sampler = opened.activity(() -> shared.snapshot().viewChanges(), parts.clock())) {
            activity = Optional.of(sampler);
            run(opened);
        }
    }

    private void run(MemberContext opened) throws WorkloadException, InterruptedException {
        var gate = new StartGate(parts.clock(), RealTimePriority.ofThisProcess());
        shared.advance(MemberPhase.ARMING, MemberPhase.ARMED);
        Optional<ScheduledStart> start = awaitDue(gate, opened);
        if (start.isEmpty()) {
            return;
        }
        try {
            activity.ifPresent(ActivitySampler::begin);
            long passed = gate.pass(start.get().atEpochNanos());
            opened.workload().whenBegun(gate::leave);
            opened.workload().run(opened.role(), passed, start.get().timeout());
        } finally {
            gate.leave();
        }
        activity.ifPresent(ActivitySampler::finish);
        finish();
    }

    private void warmUp(MemberContext opened) throws WorkloadException, InterruptedException {
        var watch = new WarmupWatch(opened.workload()::warmupUnits, Compilers.ofThisJvm(), parts.clock());
        warmup = watch;
        try {
            opened.workload().warmUp(opened.role(), warmedUp, arm.timeout());
        } finally {
            watch.finish();
        }
    }

    /** Waits for a start, and until it is due; one that is withdrawn before is forgotten. Empty if the member fails. */
    private Optional<ScheduledStart> awaitDue(StartGate gate, MemberContext opened) throws InterruptedException {
        while (true) {
            Optional<ScheduledStart> start = shared.awaitStart();
            if (start.isEmpty()) {
                return start;
            }
            long at = start.get().atEpochNanos();
            // Others may have been warming up when this member was armed.
            countBefore(at, opened);
            awaitCounting(at);
            countBefore(at, opened);
            gate.approach(at);
            if (shared.begin(start.get())) {
                return start;
            }
            gate.leave();
        }
    }

    private void countBefore(long startEpochNanos, MemberContext opened) {
        if (startEpochNanos - parts.clock().epochNanos() > COUNTING.toNanos()) {
            begin = opened.counters();
        }
    }

    /** The nearer to the start the counters are read, the less of what they count is not of the run. */
    private void awaitCounting(long startEpochNanos) throws InterruptedException {
        long left = startEpochNanos - parts.clock().epochNanos();
        long aside = Math.max(COUNTING_ASIDE.toNanos(), left / COUNTING_ASIDE_SHARE);
        if (left > aside) {
            Thread.sleep(Duration.ofNanos(left - aside));
        }
    }

    private void finish() {
        reporting.lock();
        try {
            var standing = shared.snapshot();
            report = context.reportWriter(runId)
                    .write(begin, standing.viewChanges(), standing.failure().map(MemberFailure::message))
                    .with(activity());
            if (!shared.advance(MemberPhase.RUNNING, MemberPhase.REPORTED)) {
                report = null;
            }
        } finally {
            reporting.unlock();
        }
    }

    boolean hasReport() {
        var current = context;
        return current != null && current.isOpen();
    }

    /**
     * The report; of a member that failed, what it had measured when first asked, of one that runs, what it has now.
     */
    MemberReport report() {
        reporting.lock();
        try {
            if (report != null) {
                return report;
            }
            var standing = shared.snapshot();
            var why = standing.failure().map(MemberFailure::message).or(() -> Optional.of(UNFINISHED));
            var written = context.reportWriter(runId)
                    .write(begin, standing.viewChanges(), why)
                    .with(activity());
            report = standing.phase().isOver() ? written : null;
            return written;
        } finally {
            reporting.unlock();
        }
    }

    private Activity activity() {
        return activity.map(ActivitySampler::activity).orElse(Activity.NONE);
    }

    private void watch(MemberPhase phase, Duration timeout, Supplier<String> sentence) {
        Thread.ofVirtual().name("deadline-" + phase).start(() -> {
            try {
                Thread.sleep(timeout);
                if (shared.snapshot().phase() == phase) {
                    shared.failIf(phase, MemberFailure.of(sentence.get()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Leaves the cluster. */
    void close() {
        thread.interrupt();
        var current = context;
        if (current != null && closed.compareAndSet(false, true)) {
            current.close();
        }
    }
}
