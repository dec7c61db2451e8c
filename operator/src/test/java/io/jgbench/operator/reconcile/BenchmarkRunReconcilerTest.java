package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.cluster.PlayedContext;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.reserve.QueuePlaces;
import io.jgbench.operator.reserve.RunQueue;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import io.jgbench.operator.time.CarriedTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reconciliation as a whole: whose status it writes, and the times where two clocks are not the same. */
class BenchmarkRunReconcilerTest {
    private static final Duration NIGHT = Duration.ofHours(8);
    private static final SuiteRef SUITE = new SuiteRef("lab", "grid", "suite-uid");

    private final StepFixture fixture = new StepFixture();
    private final Clock wallClock = Clock.offset(fixture.clock, NIGHT);

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void operatorWhoseHostHasSleptPublishesTheTimesOfTheWallClock() throws Exception {
        BenchmarkRun visit = fixture.api.aside().resource(cancelledVisit()).create();
        reconcile(visit);

        assertThat(visit.isTrue(ConditionType.FINISHED)).isTrue();
        assertThat(visit.getStatus().completionTime())
                .isEqualTo(wallClock.instant().toString());
        assertThat(visit.getStatus().conditions())
                .extracting(StatusCondition::lastTransitionTime)
                .containsOnly(wallClock.instant().toString());
        assertThat(new RunQueue(new QueuePlaces(_ -> Optional.of(new BenchmarkSuite()), wallClock)).standsAside(visit))
                .as("it leaves its place before the next visit is made")
                .isFalse();
    }

    /** An operator wrote it when the run that it is of had been deleted, and one of its name had been made. */
    @Test
    void statusOfTheRunThatHadTheNameBeforeIsReplaced() throws Exception {
        fixture.declare("members: 2, messages: 1000, messageSize: 1k, suspend: true");
        fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE, ConditionType.VALID, Status.TRUE));
        fixture.run.setStatus(BenchmarkRunStatusBuilder.builder(fixture.run.getStatus())
                .runId(new RunRef(StepFixture.REF.namespace(), StepFixture.REF.name(), "another").runId())
                .build());
        BenchmarkRun run = fixture.api.aside().resource(fixture.run).create();
        reconcile(run);

        assertThat(run.getStatus().runId()).isEqualTo(StepFixture.REF.runId());
        assertThat(run.isTrue(ConditionType.FINISHED)).isFalse();
        assertThat(run.isTrue(ConditionType.VALID)).isFalse();
    }

    @Test
    void runTakesNoLongerWhereTheWallClockIsSetWhileItIsDriven() {
        fixture.waiting();
        assertThat(runTimeAt(Duration.ZERO)).isEqualTo(StepFixture.BEGIN);
        fixture.driven(fixture.started(1));
        Instant begin = runTimeAt(NIGHT);
        fixture.pass(Duration.ofMinutes(10));

        assertThat(begin).as("the wall clock was set before").isEqualTo(StepFixture.BEGIN.plus(NIGHT));
        assertThat(Duration.between(begin, runTimeAt(NIGHT.multipliedBy(2)))).isEqualTo(Duration.ofMinutes(10));
        assertThat(Duration.between(begin, runTimeAt(Duration.ZERO))).isEqualTo(Duration.ofMinutes(10));

        fixture.cleared();
        assertThat(runTimeAt(Duration.ZERO)).isEqualTo(fixture.clock.instant());
    }

    /** The time of the run where the wall clock is ahead of the steady one by this. */
    private Instant runTimeAt(Duration ahead) {
        return fixture.session.runTime(new CarriedTime(fixture.clock.instant().plus(ahead), fixture.nowEpochNanos()));
    }

    private BenchmarkRun cancelledVisit() {
        var visit = VisitId.first(0, 1);
        fixture.declare("members: 2, messages: 1000, messageSize: 1k, cancel: true");
        BenchmarkRun run = fixture.run;
        run.getMetadata().setName(visit.runName(SUITE.name()));
        run.getMetadata().setLabels(new VisitMetadata(SUITE.name(), visit, Map.of()).labels(SUITE));
        run.getMetadata().setOwnerReferences(List.of(SUITE.ownerReference()));
        run.getMetadata().setAnnotations(QueueAnnotations.annotations(StepFixture.BEGIN));
        return run;
    }

    /** What it comes to stands in the run's status. */
    private void reconcile(BenchmarkRun run) throws Exception {
        try (var archive = ResultArchive.of(
                        new StorageSettings.None(), fixture.results, ReportMemory.ofProcess(), fixture.clock);
                var reconciler = reconciler(archive)) {
            run.setStatus(reconciler
                    .reconcile(run, PlayedContext.of(run))
                    .getResource()
                    .orElseThrow()
                    .getStatus());
        }
    }

    private BenchmarkRunReconciler reconciler(ResultArchive archive) {
        return ReconcilerPartsBuilder.builder()
                .client(fixture.api.client())
                .leaseNamespace("operator")
                .isWatched(_ -> true)
                .members(fixture.members)
                .ports(fixture.ports)
                .wallClock(wallClock)
                .steadyClock(fixture::nowEpochNanos)
                .executor(_ -> {})
                .runMetrics(fixture.metrics)
                .memberMetrics(new MemberMetrics(fixture.registry))
                .archive(archive)
                .memory(ReportMemory.ofProcess())
                .suites(_ -> Optional.empty())
                .budget(ResultBudget.DEFAULT)
                .timeToLive(Optional.empty())
                .build()
                .reconciler();
    }
}
