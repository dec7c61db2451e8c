package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.drive.LiveRun;
import java.time.Instant;
import java.util.Optional;

/**
 * What the operator remembers of a run between reconciliations, which follow one another. All of it can be had anew from
 * the API server and the members.
 */
final class Session {
    private boolean isLoaded;
    private RunSpec spec;
    private LiveRun live;
    private Instant waitingSince;
    /** Looked at by the reconciliations of other runs, too. */
    private volatile BenchmarkRunStatus written;

    private boolean isCleared;

    /** Whether it was looked up if another operator has begun the run. */
    boolean isLoaded() {
        return isLoaded;
    }

    void loaded() {
        isLoaded = true;
    }

    /** The run's spec, once resolved. */
    Optional<RunSpec> spec() {
        return Optional.ofNullable(spec);
    }

    void resolved(RunSpec resolved) {
        spec = resolved;
    }

    /** The repetition under way. */
    Optional<LiveRun> live() {
        return Optional.ofNullable(live);
    }

    void drive(LiveRun next) {
        letGo();
        live = next;
        live.follow();
        spec = next.record().spec();
        isLoaded = true;
    }

    /** Since when it has been waiting for something that may never come; begins now if it was not. */
    Instant waitingSince(Instant now) {
        waitingSince = waitingSince == null ? now : waitingSince;
        return waitingSince;
    }

    void waitsNoMore() {
        waitingSince = null;
    }

    /** The status that was written last, which the cache may not have yet; empty if that is not known. */
    Optional<BenchmarkRunStatus> written() {
        return Optional.ofNullable(written);
    }

    void wrote(BenchmarkRunStatus status) {
        written = status;
    }

    /** What was to be written may not have been. */
    void writingFailed() {
        written = null;
    }

    /** Whether nothing of the run is left to clear away. */
    boolean isCleared() {
        return isCleared;
    }

    void cleared() {
        letGo();
        isCleared = true;
    }

    /** Lets go of the members. */
    void letGo() {
        if (live != null) {
            live.close();
            live = null;
        }
    }
}
