package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.kubernetes.VisitMetadata;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What becomes of the runs of visits that are over: they leave the queue, and go once they are kept.
 *
 * @param runs of the visits
 */
record FinishedVisits(VisitRuns runs) {

    /**
     * Lets other runs have their turn, where the suite cannot go on before somebody helps.
     *
     * @return when to try again what the API server refuses; empty where it refuses nothing
     */
    Optional<Duration> giveWay(List<BenchmarkRun> ownRuns) {
        var tidying = new Tidying();
        leavePlaces(tidying, ownRuns, Optional.empty());
        return tidying.again();
    }

    /**
     * Removes what is not to stay, once the next visit is made or none follows. A run that is named as a visit which
     * the suite does not have goes as well: whoever makes runs can make one, and nothing else would ever delete it.
     *
     * @return when to try again what the API server refuses; empty where it refuses nothing
     */
    Optional<Duration> tidy(BenchmarkSuite suite, SuiteSpec spec, SuiteSession session, List<BenchmarkRun> ownRuns) {
        var tidying = new Tidying();
        String name = suite.getMetadata().getName();
        Optional<String> current = session.status().current().map(visit -> visit.runName(name));
        leavePlaces(tidying, ownRuns, current);
        List<String> kept = session.kept().orElseThrow().visits().stream()
                .map(visit -> visit.visit().runName(name))
                .toList();
        List<BenchmarkRun> over = ownRuns.stream()
                .filter(run -> run.isTrue(ConditionType.FINISHED))
                .filter(run -> !run.hasReason(ConditionType.RESULTS_STORED, ConditionReason.STORING))
                .filter(run -> !current.equals(Optional.of(run.getMetadata().getName())))
                .toList();
        List<BenchmarkRun> ended = over.stream()
                .filter(run -> kept.contains(run.getMetadata().getName()))
                .toList();
        Stream<BenchmarkRun> strange = over.stream()
                .filter(run -> !kept.contains(run.getMetadata().getName()))
                .filter(run -> isOfNoVisit(spec, run))
                .filter(SuiteRetention::mayGo);
        Stream.concat(SuiteRetention.surplus(suite.getSpec(), ended).stream(), strange)
                .forEach(run -> tidying.attempt(run, runs::delete));
        return tidying.again();
    }

    /** Whether a run is named as a visit that the suite does not have, and never comes to. */
    private static boolean isOfNoVisit(SuiteSpec spec, BenchmarkRun run) {
        return VisitMetadata.namedVisit(run)
                .filter(visit -> visit.cell() >= spec.cells().size()
                        || visit.round() > spec.rounds()
                        || visit.attempt() > spec.retries() + 1)
                .isPresent();
    }

    private void leavePlaces(Tidying tidying, List<BenchmarkRun> ownRuns, Optional<String> current) {
        ownRuns.stream()
                .filter(run -> run.isTrue(ConditionType.FINISHED))
                .filter(QueueAnnotations::saysHeld)
                .filter(run -> !current.equals(Optional.of(run.getMetadata().getName())))
                .forEach(run -> tidying.attempt(run, runs::leavePlace));
    }
}
