package io.jgbench.operator.reserve;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/**
 * The place of each run in the queue: that of the time at which it was declared, and for a visit of a suite that of its
 * round. What a run says of its round is heeded no further than its suite's status bears it out, which only the
 * operator writes: a run's labels, owner and annotations are written by whoever makes it.
 */
public final class QueuePlaces {
    /** A suite makes its next visit within seconds. One that does not, must not keep all others from their turn. */
    static final Duration HELD_AT_MOST = Duration.ofMinutes(5);

    private final Function<SuiteRef, Optional<BenchmarkSuite>> suites;
    private final Clock clock;

    /**
     * Asks for suites as they are now; empty for one that is not there.
     *
     * @param clock the one whose times the conditions of runs have
     */
    public QueuePlaces(Function<SuiteRef, Optional<BenchmarkSuite>> suites, Clock clock) {
        this.suites = suites;
        this.clock = clock;
    }

    /**
     * Since when a run is in the queue, in whole seconds, as the API server notes its creation. That is never later
     * than its creation, whatever the run says: the begin of its round is by the operator's clock, which may be ahead.
     */
    Instant since(BenchmarkRun run) {
        Instant created = Instant.parse(run.getMetadata().getCreationTimestamp());
        return QueueAnnotations.saidSince(run)
                .flatMap(said -> roundOf(run).map(begin -> said.isBefore(begin) ? begin : said))
                .map(since -> since.truncatedTo(ChronoUnit.SECONDS))
                .filter(since -> since.isBefore(created))
                .orElse(created);
    }

    /**
     * When the round began that the suite of a run is in. The first visit of a round is made before the suite's status
     * tells of the round; it is as old as the round.
     */
    private Optional<Instant> roundOf(BenchmarkRun run) {
        return VisitMetadata.suite(run)
                .flatMap(suites)
                .map(BenchmarkSuite::getStatus)
                .map(BenchmarkSuiteStatus::roundStartTime)
                .map(Instant::parse);
    }

    /**
     * Whether a run that is over keeps its place. That it was over a while from now says that the wall clock was set
     * back; the place would be held for as much longer.
     */
    boolean isHeld(BenchmarkRun run) {
        return QueueAnnotations.saysHeld(run)
                && VisitMetadata.suite(run).flatMap(suites).isPresent()
                && run.condition(ConditionType.FINISHED)
                        .map(StatusCondition::lastTransitionTime)
                        .map(over -> Duration.between(Instant.parse(over), clock.instant()))
                        .filter(since -> since.abs().compareTo(HELD_AT_MOST) < 0)
                        .isPresent();
    }
}
