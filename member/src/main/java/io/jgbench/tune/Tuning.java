package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.Setting;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A tuner from its start to its end: waits for the host, applies, holds it until it is asked to stop, and puts it back.
 * Tuners of one run on one host share what they set; the last to end puts it back.
 */
public final class Tuning {
    private static final Duration PAUSE = Duration.ofMillis(200);
    /** Network cards take some seconds to negotiate a link. */
    private static final Duration LINK_PATIENCE = Duration.ofSeconds(15);
    /** Twice 30 s for an answer, a link's, and some for the driver: as long as one tuner changes a host by default. */
    private static final Duration LONGEST_CHANGE = Duration.ofSeconds(85);

    private static final Path PROC = Path.of("/proc");
    private static final Path CLASS_NET = Path.of("/sys/class/net");

    private final TuningPlanner planner;
    private final HostTuner tuner;
    private final ConfirmedApply confirmedApply;
    private final HostLock lock;
    private final Duration patience;
    private final StopSignal stop;
    private final TuningOutputs outputs;

    Tuning(
            TuningPlanner planner,
            HostTuner tuner,
            ConfirmedApply confirmedApply,
            HostLock lock,
            Duration patience,
            StopSignal stop,
            TuningOutputs outputs) {
        this.planner = planner;
        this.tuner = tuner;
        this.confirmedApply = confirmedApply;
        this.lock = lock;
        this.patience = patience;
        this.stop = stop;
        this.outputs = outputs;
    }

    /**
     * The tuning of the host that this process is on.
     *
     * @param stateFolder a folder of the host for its originals
     * @param patience how long to wait for another run to release the host
     * @param confirmation how it is confirmed that the host can still be reached; empty where that is not looked at
     * @throws IOException if this is no Linux
     */
    public static Tuning ofThisHost(
            Path stateFolder,
            Duration patience,
            Optional<Confirmation> confirmation,
            StopSignal stop,
            TuningOutputs outputs)
            throws IOException {
        var interfaces =
                new HostInterfaces(PROC, CLASS_NET, HostInterfaces::ofThisProcess, HostInterfaces::isAddressed);
        var tuner = new HostTuner(
                new HostSettings(PROC, CLASS_NET, new IoctlInterfaceControl()),
                new StateFolder(stateFolder),
                bootId(),
                new LinkWatch(interfaces::hasCarrier, stop),
                LINK_PATIENCE);
        var reachability = confirmation.map(
                given -> new Reachability(new HttpsProbe(given.target()), given.within(), stop, System::nanoTime));
        return new Tuning(
                new TuningPlanner(interfaces),
                tuner,
                new ConfirmedApply(tuner, reachability, outputs::note),
                new HostLock(stateFolder, UUID.randomUUID().toString()),
                patience,
                stop,
                outputs);
    }

    private static String bootId() throws IOException {
        try {
            return new KernelFile(PROC.resolve("sys/kernel/random/boot_id")).read();
        } catch (SettingException e) {
            throw new IOException(
                    "a host can be tuned where it runs Linux; this one runs " + System.getProperty("os.name") + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Compares and ends. Outcomes: VERIFIED, MISMATCH.
     *
     * @throws IllegalArgumentException if what is asked makes no sense on this host, with one sentence
     */
    public TuningReport verify(TuningRequest request) throws IOException {
        outputs.forget();
        var plan = planner.plan(request);
        var compared = tuner.verify(plan);
        if (!compared.verified()) {
            return ended(report(plan, TuningOutcome.MISMATCH, compared.settings(), compared.problems()));
        }
        var report = report(plan, TuningOutcome.VERIFIED, compared.settings(), List.of());
        outputs.verified(report);
        return ended(report);
    }

    /**
     * Applies, waits for the stop signal, and puts the host back. Outcomes: RESTORED, APPLY_FAILED, BUSY,
     * RESTORE_FAILED.
     *
     * @throws IllegalArgumentException if what is asked makes no sense on this host, with one sentence, and no tuner
     *     has left it changed
     */
    public TuningReport apply(TuningRequest request) throws IOException, InterruptedException {
        outputs.forget();
        TuningPlan plan;
        try {
            plan = planner.plan(request);
        } catch (IllegalArgumentException e) {
            return endWithoutPlan(request.runId(), e);
        }
        return apply(plan);
    }

    /**
     * Ends a request that cannot be planned. A tuner that was killed may have applied the same request before the
     * interface or route disappeared. So leftovers are restored first: "bad input" alone would mean that the host is
     * unchanged.
     */
    private TuningReport endWithoutPlan(String runId, IllegalArgumentException why) throws IOException {
        if (!tuner.hasLeftovers()) {
            throw why;
        }
        try (var guard = lock.guard(patience)) {
            if (!guard.otherRuns().isEmpty()) {
                throw why;
            }
            var restored = tuner.restore();
            outputs.leftovers(restored);
            var outcome = restored.complete() ? TuningOutcome.APPLY_FAILED : TuningOutcome.RESTORE_FAILED;
            var problems = Stream.concat(Stream.of(why.getMessage()), problems(restored).stream());
            return ended(report(TuningPlan.restoring(runId), outcome, List.of(), problems.toList()));
        }
    }

    private TuningReport apply(TuningPlan plan) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            switch (attempt(plan)) {
                case Attempt.Entered entered -> {
                    return hold(plan, entered);
                }
                case Attempt.Stuck(RestoreResult leftovers) -> {
                    return ended(report(plan, TuningOutcome.RESTORE_FAILED, List.of(), problems(leftovers)));
                }
                case Attempt.Occupied(String otherRun) -> {
                    if (stop.awaitRequest(PAUSE) || System.nanoTime() > deadline) {
                        return ended(report(plan, TuningOutcome.BUSY, List.of(), List.of(busy(otherRun))));
                    }
                }
            }
        }
    }

    private Attempt attempt(TuningPlan plan) throws IOException, InterruptedException {
        try (var guard = lock.guard(patience.plus(LONGEST_CHANGE))) {
            var others = guard.otherRuns();
            for (String other : others) {
                if (!other.equals(plan.runId())) {
                    return new Attempt.Occupied(other);
                }
            }
            if (others.isEmpty()) {
                var leftovers = tuner.restoreUnlessOf(plan.runId());
                outputs.leftovers(leftovers);
                if (!leftovers.complete()) {
                    return new Attempt.Stuck(leftovers);
                }
            }
            return entered(plan, guard.enter(plan.runId()));
        }
    }

    private Attempt entered(TuningPlan plan, HostLock.Holder holder) throws IOException, InterruptedException {
        try {
            return new Attempt.Entered(holder, confirmedApply.apply(plan));
        } catch (IOException | InterruptedException | RuntimeException e) {
            // nobody knows how far it came, nor whether the host can be reached like this
            tuner.restore();
            holder.close();
            throw e;
        }
    }

    private TuningReport hold(TuningPlan plan, Attempt.Entered entered) throws IOException, InterruptedException {
        var applied = entered.applied();
        if (applied.verified()) {
            try {
                outputs.verified(report(plan, TuningOutcome.VERIFIED, applied.settings(), List.of()));
                stop.awaitRequest();
            } catch (IOException | InterruptedException e) {
                leave(entered.holder());
                throw e;
            }
        }
        var restored = leave(entered.holder());
        var outcome = !restored.complete() || !applied.putBack().complete()
                ? TuningOutcome.RESTORE_FAILED
                : applied.verified() ? TuningOutcome.RESTORED : TuningOutcome.APPLY_FAILED;
        var problems = Stream.concat(applied.problems().stream(), problems(restored).stream())
                .distinct();
        return ended(report(plan, outcome, restored.addTo(applied.settings()), problems.toList()));
    }

    private RestoreResult leave(HostLock.Holder holder) throws IOException {
        try (var guard = lock.guard(patience.plus(LONGEST_CHANGE))) {
            holder.close();
            return guard.otherRuns().isEmpty() ? tuner.restore() : RestoreResult.NOTHING;
        }
    }

    /**
     * Restores settings that no tuner holds any more, and forgets what cut the host off, so that it may be tried again.
     * Outcomes: RESTORED, BUSY, RESTORE_FAILED.
     */
    public TuningReport restore(String runId) throws IOException {
        var plan = TuningPlan.restoring(runId);
        try (var guard = lock.guard(patience.plus(LONGEST_CHANGE))) {
            var others = guard.otherRuns();
            if (!others.isEmpty()) {
                return ended(report(plan, TuningOutcome.BUSY, List.of(), List.of(busy(others.getFirst()))));
            }
            var restored = tuner.restore();
            tuner.forgetCutOff();
            outputs.leftovers(restored);
            var outcome = restored.complete() ? TuningOutcome.RESTORED : TuningOutcome.RESTORE_FAILED;
            return ended(report(plan, outcome, List.of(), problems(restored)));
        }
    }

    private static String busy(String otherRun) {
        return "the host must be free, but a tuner of run " + otherRun + " holds it; wait until that run has ended";
    }

    private static List<String> problems(RestoreResult restored) {
        return Stream.concat(restored.problems().values().stream(), restored.leftAlone().values().stream())
                .sorted()
                .toList();
    }

    private static TuningReport report(
            TuningPlan plan, TuningOutcome outcome, List<Setting> settings, List<String> problems) {
        return new TuningReport(plan.runId(), outcome, plan.networkInterface(), plan.bond(), settings, problems);
    }

    private TuningReport ended(TuningReport last) throws IOException {
        outputs.ended(last);
        return last;
    }

    /** What came of trying to get the host. */
    private sealed interface Attempt {
        /** This tuner holds the host and has applied, or tried to apply, the settings. */
        record Entered(HostLock.Holder holder, ApplyResult applied) implements Attempt {}

        /** Another run has it. */
        record Occupied(String otherRun) implements Attempt {}

        /** What an earlier run left cannot be put back. */
        record Stuck(RestoreResult leftovers) implements Attempt {}
    }
}
