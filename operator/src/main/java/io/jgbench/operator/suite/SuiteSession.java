package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.StatusCurrentVisit;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOrder;
import io.jgbench.operator.reconcile.state.AnnouncedConditions;
import io.jgbench.operator.storage.StoreTries;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the operator remembers of a suite between reconciliations, which follow one another. All of it can be read again
 * from the digests and the suite's status.
 */
final class SuiteSession {
    private Optional<Resolved> resolved = Optional.empty();
    private Optional<KeptVisits> kept = Optional.empty();
    private SuiteStatus status = SuiteStatus.pending();
    private Optional<QueuePlace> place = Optional.empty();
    private Optional<Long> fittingBaseline = Optional.empty();
    private Optional<Storing> storing = Optional.empty();
    private volatile Optional<BenchmarkSuiteStatus> written = Optional.empty();
    private final AnnouncedConditions announced = new AnnouncedConditions();

    private record Storing(long generation, boolean isJudged, StoreTries tries) {}

    private record Resolved(long generation, SuiteSpec spec) {}

    /**
     * The place that a block of visits has in the queue; see {@link VisitOrder}.
     *
     * @param since when the block began, or when it let others pass
     */
    record QueuePlace(int block, Instant since) {}

    /** What this operator has told of the suite by Events. */
    AnnouncedConditions announced() {
        return announced;
    }

    /** The spec as it was resolved for a generation. */
    Optional<SuiteSpec> spec(long generation) {
        return resolved.filter(known -> known.generation() == generation).map(Resolved::spec);
    }

    void resolved(long generation, SuiteSpec spec) {
        resolved = Optional.of(new Resolved(generation, spec));
    }

    /** Has the spec resolved again: there may be a thousand cells in it, and the suite may stay as it is for ever. */
    void forgetSpec() {
        resolved = Optional.empty();
    }

    /** The visits whose digests are stored; empty where they are to be read. */
    Optional<KeptVisits> kept() {
        return kept;
    }

    /** Takes over what is stored, and the visit that is under way, from what was published. */
    void load(SuiteSpec spec, KeptVisits stored, BenchmarkSuiteStatus published) {
        kept = Optional.of(stored);
        Optional<StatusCurrentVisit> current = Optional.ofNullable(published).map(BenchmarkSuiteStatus::current);
        Optional<VisitId> visit = current.filter(it -> it.cell() <= spec.cells().size())
                .map(it -> new VisitId(it.cell() - 1, it.round(), it.attempt()))
                .filter(it -> stored.of(it).isEmpty());
        status = new SuiteStatus(
                SuiteStatus.SCHEMA_VERSION,
                visit.isPresent() ? SuitePhase.RUNNING : SuitePhase.PENDING,
                visit,
                visit.flatMap(_ -> current.map(StatusCurrentVisit::since))
                        .map(since -> nanos(Instant.parse(since)))
                        .orElse(0L),
                stored.records());
        place = current.flatMap(it -> Optional.ofNullable(published.roundStartTime())
                .map(since -> new QueuePlace(
                        new VisitOrder(spec).blockOf(new VisitId(it.cell() - 1, it.round(), it.attempt())),
                        Instant.parse(since))));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    void kept(KeptVisits next) {
        kept = Optional.of(next);
    }

    /** Has what is stored read again. */
    void forgetKept() {
        kept = Optional.empty();
    }

    /** Whether no visit is kept or under way. */
    boolean hasBegunNothing() {
        return status.current().isEmpty()
                && kept.filter(known -> !known.visits().isEmpty()).isEmpty();
    }

    /** Whether nothing was begun, and it is not known yet whether the baseline of this generation fits. */
    boolean mustCheckBaseline(long generation) {
        return hasBegunNothing()
                && fittingBaseline.filter(known -> known == generation).isEmpty();
    }

    /** What the spec of this generation is compared with can be compared with. */
    void baselineFits(long generation) {
        fittingBaseline = Optional.of(generation);
    }

    /** How far the machine is. */
    SuiteStatus status() {
        return status;
    }

    void status(SuiteStatus next) {
        status = next;
        if (next.current().isEmpty()) {
            place = Optional.empty();
        }
    }

    /**
     * The place of the next visit in the queue, which is its block's. A block takes its place when its first visit is
     * made. One that has had nodes for too long since then takes another one, behind all who wait by now.
     */
    QueuePlace placeOf(VisitId visit, SuiteSpec spec, Instant now, Duration longestHold) {
        var order = new VisitOrder(spec);
        int block = order.blockOf(visit);
        QueuePlace next = place.filter(known -> known.block() == block)
                .filter(known -> heldFor(order, known, now).compareTo(longestHold) < 0)
                .orElse(new QueuePlace(block, now));
        place = Optional.of(next);
        return next;
    }

    /** From when its first visit since then had its nodes until now. One that never had them has no duration. */
    private Duration heldFor(VisitOrder order, QueuePlace held, Instant now) {
        return kept.stream()
                .flatMap(known -> known.visits().stream())
                .filter(visit -> order.blockOf(visit.visit()) == held.block())
                .filter(visit -> visit.record().durationNanos() > 0)
                .map(KeptVisit::start)
                .filter(start -> !start.isBefore(held.since()))
                .min(Instant::compareTo)
                .map(first -> Duration.between(first, now))
                .orElse(Duration.ZERO);
    }

    /** The place of the block under way. */
    Optional<QueuePlace> place() {
        return place;
    }

    /** This operator's tries to store what the suite came to, by the spec of a generation, before or once judged. */
    StoreTries storeTries(long generation, boolean isJudged) {
        if (storing.filter(known -> known.generation() == generation && known.isJudged() == isJudged)
                .isEmpty()) {
            storing = Optional.of(new Storing(generation, isJudged, new StoreTries()));
        }
        return storing.get().tries();
    }

    /** What was stored is not what the suite comes to, as it goes on: under the same generation as well. */
    void forgetStoring() {
        storing = Optional.empty();
    }

    /** The status that was written last, which the cache may not have yet. */
    Optional<BenchmarkSuiteStatus> written() {
        return written;
    }

    void wrote(BenchmarkSuiteStatus next) {
        written = Optional.of(next);
    }

    /** What was to be written may not have been. */
    void writingFailed() {
        written = Optional.empty();
    }
}
