package io.jgbench.local.suite;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.coordination.suite.SuiteAction;
import io.jgbench.coordination.suite.SuiteAction.KeepDigest;
import io.jgbench.coordination.suite.SuiteAction.StartVisit;
import io.jgbench.coordination.suite.SuiteMachine;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteProgress;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.SuiteStep;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitObservation;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.local.Cancellation;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Does the visits of a suite one after the other: observes its folder, steps the {@link SuiteMachine}, carries out its
 * actions, until the suite is over. What is stored is all that it knows, so that another one continues where this one
 * ended.
 */
public final class LocalSuite {
    private final SuiteSpec spec;
    private final SuiteFolder folder;
    private final VisitRunner runner;
    private final SuiteListener listener;
    private final EpochClock clock;
    private final Cancellation cancellation;

    /** The run that is over and not kept yet. */
    private Optional<RepetitionsResult> ended = Optional.empty();

    /**
     * Prepares; nothing is started yet.
     *
     * @param spec what the suite does
     * @param folder what is kept of it
     * @param cancellation lets no further visit begin; the run that is under way is ended by its runner
     */
    public LocalSuite(
            SuiteSpec spec,
            SuiteFolder folder,
            VisitRunner runner,
            SuiteListener listener,
            EpochClock clock,
            Cancellation cancellation) {
        this.spec = spec;
        this.folder = folder;
        this.runner = runner;
        this.listener = listener;
        this.clock = clock;
        this.cancellation = cancellation;
    }

    /**
     * Does all visits that are left, until the suite is over, suspended or cancelled; gives what all visits came to.
     * A visit that is cancelled does not count and is done again. Where one cannot begin, the suite stops as well, and
     * the listener is told why.
     *
     * @throws HostsUnavailableException if the very first visit cannot begin, so that there is nothing to give
     * @throws SuiteFormatException if something that was stored cannot be read, or is of another suite
     */
    public SuiteResult run()
            throws HostsUnavailableException, IOException, InterruptedException, ResultFilesException,
                    SuiteFormatException {
        List<VisitDigest> stored = folder.digests();
        Optional<String> stranger = stored.stream()
                .flatMap(digest -> spec.whyNotOf(digest).stream())
                .findFirst();
        if (stranger.isPresent()) {
            throw new SuiteFormatException(stranger.get());
        }
        SuiteStatus status = folder.status().withVisitsOf(spec, stored);
        boolean goesOn = true;
        while (goesOn) {
            SuiteStep step = SuiteMachine.step(spec, status, observed(status), clock.epochNanos());
            status = step.status();
            folder.store(status);
            goesOn = !status.phase().isOver()
                    && status.phase() != SuitePhase.SUSPENDED
                    && (cancellation.reason().isEmpty() || ended.isPresent())
                    && goesOn(step, status);
        }
        SuiteResult result = SuiteResult.of(spec, status, folder.digests());
        folder.write(result);
        return result;
    }

    private VisitObservation observed(SuiteStatus status) throws IOException, SuiteFormatException {
        if (status.current().isEmpty()) {
            return new VisitObservation.Absent();
        }
        Optional<VisitDigest> kept = folder.digest(status.current().get().runName(spec.name()));
        if (kept.isPresent()) {
            return VisitObservation.Kept.of(kept.get());
        }
        return ended.isPresent() ? new VisitObservation.Ended() : new VisitObservation.Absent();
    }

    /** False where a visit was cancelled or cannot begin. */
    private boolean goesOn(SuiteStep step, SuiteStatus status)
            throws HostsUnavailableException, IOException, InterruptedException, ResultFilesException {
        try {
            return carryOut(step, status);
        } catch (HostsUnavailableException e) {
            if (status.visits().isEmpty()) {
                throw e;
            }
            listener.stops(e.getMessage());
            return false;
        }
    }

    /** False where a visit was cancelled. */
    private boolean carryOut(SuiteStep step, SuiteStatus status)
            throws HostsUnavailableException, IOException, InterruptedException, ResultFilesException {
        for (SuiteAction action : step.actions()) {
            switch (action) {
                case StartVisit(var visit, var run) -> {
                    RepetitionsResult result = start(visit, run, status);
                    if (!result.completed() && cancellation.reason().isPresent()) {
                        return false;
                    }
                    ended = Optional.of(result);
                }
                case KeepDigest(var visit, var _) -> keep(visit);
            }
        }
        return true;
    }

    private RepetitionsResult start(VisitId visit, String run, SuiteStatus status)
            throws HostsUnavailableException, IOException, InterruptedException {
        Cell cell = cell(visit);
        listener.begins(cell, visit, SuiteProgress.of(spec, status));
        return runner.run(cell, RunSpecBuilder.builder(cell.spec()).name(run).build());
    }

    private void keep(VisitId visit) throws IOException, ResultFilesException {
        RepetitionsResult result = ended.orElseThrow();
        VisitDigest digest = DigestOf.digest(spec.name(), cell(visit), visit, result);
        folder.keep(digest, result);
        ended = Optional.empty();
        listener.kept(digest);
    }

    private Cell cell(VisitId visit) {
        return spec.cells().get(visit.cell());
    }
}
