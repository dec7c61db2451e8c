package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.pod.HostTuning;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the operator remembers of a run between reconciliations, which follow one another. All of it can be had anew from
 * the API server and the members.
 */
final class Session {
    private boolean isLoaded;
    private RunSpec spec;
    /** Let go of by the reconciliations of other runs, too, where the run is no more. */
    private volatile LiveRun live;

    private final Map<String, HostTuning> tunings = new HashMap<>();
    private String awaited = "";
    private Instant waitingSince = Instant.EPOCH;
    /** Looked at by the reconciliations of other runs, too. */
    private volatile BenchmarkRunStatus written;

    private boolean isCounted;
    private boolean isCleared;
    private boolean hasLeftovers;
    private boolean isGivenUp;
    private final Hindrance hindrance = new Hindrance();
    private OptionalLong endingSinceEpochNanos = OptionalLong.empty();

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
        tunings.clear();
        live = next;
        next.follow();
        spec = next.record().spec();
        isLoaded = true;
        isCleared = false;
        hasLeftovers = false;
        endingSinceEpochNanos = OptionalLong.empty();
    }

    /**
     * What is known of the hosts of the repetition under way, by member: also of those whose pods are gone. A host that
     * failed once has failed.
     */
    Map<String, HostTuning> tunings() {
        return Collections.unmodifiableMap(tunings);
    }

    void sawTuning(String member, HostTuning tuning) {
        tunings.merge(
                member,
                tuning,
                (before, now) ->
                        before instanceof HostTuning.Failed && !(now instanceof HostTuning.Failed) ? before : now);
    }

    /** Since when it has been waiting for something that may never come; begins now if it was not, or for something else. */
    Instant waitingSince(String what, Instant now) {
        waitingSince = awaited.equals(what) ? waitingSince : now;
        awaited = what;
        return waitingSince;
    }

    void waitsNoMore() {
        awaited = "";
    }

    /** The status that was written last, which the cache may not have yet; empty if that is not known. */
    Optional<BenchmarkRunStatus> written() {
        return Optional.ofNullable(written);
    }

    void wrote(BenchmarkRunStatus status) {
        written = status;
    }

    /** The cache has caught up; nothing more is written of a run that is cleared. */
    void cached(BenchmarkRunStatus status) {
        if (isCleared && Objects.equals(status, written)) {
            written = null;
        }
    }

    /** What was to be written may not have been. */
    void writingFailed() {
        written = null;
    }

    /** Whether the outcome is to be counted now; only once it is. */
    boolean isCountedNow() {
        boolean isFirst = !isCounted;
        isCounted = true;
        return isFirst;
    }

    /** Whether the run may hold something, though it did not begin. */
    boolean hasLeftovers() {
        return hasLeftovers;
    }

    void mayLeaveSomething() {
        hasLeftovers = true;
    }

    void leavesNothing() {
        hasLeftovers = false;
    }

    /** What has been in the run's way. */
    Hindrance hindrance() {
        return hindrance;
    }

    /** Whether the run is not to be driven any more, once that stands in its status. */
    boolean isGivenUp() {
        return isGivenUp;
    }

    void giveUp() {
        isGivenUp = true;
    }

    /** For how long its pods have been told to end; begins now if they were not. */
    Duration endingFor(long nowEpochNanos) {
        long since = endingSinceEpochNanos.orElse(nowEpochNanos);
        endingSinceEpochNanos = OptionalLong.of(since);
        return Duration.ofNanos(nowEpochNanos - since);
    }

    /** Whether nothing of the run is left to clear away. */
    boolean isCleared() {
        return isCleared;
    }

    void cleared() {
        letGo();
        spec = null;
        tunings.clear();
        isCleared = true;
    }

    /** Lets go of the members; whoever ends their pods then counts anew. */
    void letGo() {
        LiveRun last = live;
        live = null;
        if (last != null) {
            endingSinceEpochNanos = OptionalLong.empty();
            last.close();
        }
    }
}
