package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.operator.cluster.PlayedContext;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.metrics.SuiteMetrics;
import io.jgbench.operator.policy.PolicyRules;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.status.StatusDraft;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkSuiteReconcilerTest {
    private static final String SPEC = "template: {members: 1, messages: 1000, messageSize: 1k},"
            + " thresholds: [{metric: unitsPerSecond, min: 1, of: Median}], rounds: 9, budget: ";
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");

    @Test
    void suiteThatIsOverStaysSoWhateverTheApiServerRefuses() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            fixture.toTheEnd();

            assertThat(afterARefusal(fixture).getResource()).isEmpty();
        }
    }

    @Test
    void suiteThatIsUnderWaySaysWhatIsRefused() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            fixture.reconcile();

            assertThat(status(afterARefusal(fixture)).condition(SuiteConditionType.SUCCEEDED))
                    .hasValueSatisfying(condition -> assertThat(condition.isFor(SuiteConditionReason.API_REFUSED))
                            .isTrue());
        }
    }

    @Test
    void visitThatAWebhookDeniesIsNotTakenForOneThatIsThere() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            var reconciler = reconciler(fixture);
            fixture.api.deny("benchmarkruns", "POST", 409);

            Throwable denial =
                    catchThrowable(() -> reconciler.reconcile(fixture.suite, PlayedContext.of(fixture.suite)));

            assertThat(denial).isInstanceOf(KubernetesClientException.class);
            var control = reconciler.updateErrorStatus(
                    fixture.suite, PlayedContext.of(fixture.suite), (KubernetesClientException) denial);
            assertThat(status(control).condition(SuiteConditionType.SUCCEEDED))
                    .hasValueSatisfying(condition -> assertThat(condition.isFor(SuiteConditionReason.API_REFUSED))
                            .isTrue());
        }
    }

    @Test
    void whatIsRefusedIsAWarningOnceAndNotAtEachTry() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            fixture.reconcile();
            var reconciler = reconciler(fixture);

            afterARefusal(reconciler, fixture);
            afterARefusal(reconciler, fixture);

            assertThat(fixture.api
                            .client()
                            .v1()
                            .events()
                            .inNamespace("lab")
                            .list()
                            .getItems())
                    .extracting(Event::getType, Event::getReason)
                    .containsExactly(tuple("Warning", "ApiRefused"));
            assertThat(fixture.api.made("events")).hasSize(1);
        }
    }

    @Test
    void answerOfAPartIsNotSaidOfALargerBudgetWhoseFirstVisitIsRefused() {
        try (var fixture = new SuiteFixture(SPEC + "1m")) {
            fixture.toTheEnd();
            assertThat(fixture.condition(SuiteConditionType.FINISHED).isFor(SuiteConditionReason.BUDGET_SPENT))
                    .isTrue();
            fixture.change(SPEC + "10h");

            BenchmarkSuiteStatus status = status(afterARefusal(fixture));

            assertThat(status.condition(SuiteConditionType.THRESHOLDS_MET))
                    .map(StatusCondition::observedGeneration)
                    .hasValue(1L);
            assertThat(status.observedGeneration()).isEqualTo(1);
        }
    }

    @Test
    void suiteLooksAtARunAgainOnceItsHostsAreRestored() {
        BenchmarkRun unconfirmed = ended(ConditionReason.RESTORE_UNCONFIRMED);
        BenchmarkRun restored = ended(ConditionReason.RESTORED);

        assertThat(BenchmarkSuiteReconciler.stage(unconfirmed))
                .isNotEqualTo(BenchmarkSuiteReconciler.stage(restored))
                .isEqualTo(BenchmarkSuiteReconciler.stage(ended(ConditionReason.RESTORE_UNCONFIRMED)));
    }

    /** It is written by name, and the event of the run's own status must not be passed over for it. */
    @Test
    void statusOfARunThatIsAnothersIsNoStage() {
        BenchmarkRun run = ended(ConditionReason.RESTORED);
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setName("grid-c1-r1");
        run.getMetadata().setUid("uid");
        List<Boolean> over = BenchmarkSuiteReconciler.stage(run);
        run.setStatus(BenchmarkRunStatusBuilder.builder(run.getStatus())
                .runId("grid-c1-r1-before")
                .build());

        assertThat(BenchmarkSuiteReconciler.stage(run)).isNotEqualTo(over);
    }

    /** Nobody would forget them any more. */
    @Test
    void metricsOfASuiteThatIsDeletedWhileItIsLookedAtAreNotShown() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            var registry = new SimpleMeterRegistry();
            var reconciler = reconciler(fixture, registry);

            reconciler.reconcile(fixture.suite, PlayedContext.leaving(fixture.suite, 0));
            assertThat(registry.getMeters()).as("it is gone before").isEmpty();
            var control = reconciler.reconcile(fixture.suite, PlayedContext.leaving(fixture.suite, 1));
            assertThat(registry.getMeters()).as("it goes meanwhile").isEmpty();
            assertThat(control.isPatchStatus()).isFalse();

            reconciler.reconcile(fixture.suite, PlayedContext.of(fixture.suite));
            assertThat(registry.getMeters()).isNotEmpty();
        }
    }

    /** Its status is written by name, and would be that of the suite that has the name now. */
    @Test
    void nothingIsWrittenOfASuiteThatAnotherOneOfItsNameHasReplaced() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            var next = new BenchmarkSuite();
            next.getMetadata().setNamespace(fixture.suite.getMetadata().getNamespace());
            next.getMetadata().setName(fixture.suite.getMetadata().getName());
            next.getMetadata().setUid("uid-of-next");
            var reconciler = reconciler(fixture);

            var control = reconciler.reconcile(fixture.suite, PlayedContext.of(next));
            var afterAnError = reconciler.updateErrorStatus(
                    fixture.suite,
                    PlayedContext.of(next),
                    new KubernetesClientException("exceeded quota: none", 403, null));

            assertThat(control.isPatchStatus()).isFalse();
            assertThat(afterAnError.getResource()).isEmpty();
        }
    }

    @Test
    void statusOfAnotherSuiteOfTheNameIsNotReadAsItsOwn() {
        try (var fixture = new SuiteFixture(SPEC + "10h")) {
            String id = SuiteRef.of(fixture.suite).id();
            fixture.suite.setStatus(
                    new SuiteStatusDraft(fixture.suite, BEGIN).suiteId(id).build());
            assertThat(SuiteRef.statusOf(fixture.suite)).isPresent();

            fixture.suite.getMetadata().setUid("uid-of-next");

            assertThat(SuiteRef.statusOf(fixture.suite)).isEmpty();
        }
    }

    private static BenchmarkRun ended(ConditionReason tuning) {
        var run = new BenchmarkRun();
        run.setStatus(new StatusDraft(null, 1L, BEGIN)
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, "As the test has it.")
                .condition(ConditionType.TUNING_VERIFIED, Status.UNKNOWN, tuning, "As the test has it.")
                .build());
        return run;
    }

    private static ErrorStatusUpdateControl<BenchmarkSuite> afterARefusal(SuiteFixture fixture) {
        return afterARefusal(reconciler(fixture), fixture);
    }

    private static ErrorStatusUpdateControl<BenchmarkSuite> afterARefusal(
            BenchmarkSuiteReconciler reconciler, SuiteFixture fixture) {
        return reconciler.updateErrorStatus(
                fixture.suite,
                PlayedContext.of(fixture.suite),
                new KubernetesClientException("exceeded quota: none", 403, null));
    }

    private static BenchmarkSuiteReconciler reconciler(SuiteFixture fixture) {
        return reconciler(fixture, new SimpleMeterRegistry());
    }

    private static BenchmarkSuiteReconciler reconciler(SuiteFixture fixture, MeterRegistry registry) {
        return new BenchmarkSuiteReconciler(
                fixture.api.client(),
                () -> 0,
                Clock.systemUTC(),
                Runnable::run,
                new SuiteMetrics(registry),
                fixture.archive,
                new PolicyRules(RunPolicy.defaults(), "lab/member:1"),
                SuiteFixture.PORTS);
    }

    private static BenchmarkSuiteStatus status(ErrorStatusUpdateControl<BenchmarkSuite> control) {
        return control.getResource().orElseThrow().getStatus();
    }
}
