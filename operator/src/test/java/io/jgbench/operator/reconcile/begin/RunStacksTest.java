package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.kubernetes.LeftOutTexts;
import io.jgbench.operator.policy.PolicyRules;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.reserve.QueuePlaces;
import io.jgbench.operator.reserve.RunQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A run with a long stack in its spec, of which the operator holds the length and the hash. */
class RunStacksTest {
    private static final String TEXT =
            "<config><UDP/><PING/><pbcast.GMS/><!-- \u00e9 " + "x".repeat(65_000) + " -->\n</config>\n";

    private final StepFixture fixture = new StepFixture();
    private final RunStacks stacks = new RunStacks(fixture.api.client());

    @BeforeEach
    void declare() {
        fixture.run.setSpec(fixture.run.getSpec().withStack(StackSource.inlined(TEXT)));
        BenchmarkRun stored = fixture.api.aside().resource(fixture.run).create();
        fixture.run = LeanObjects.serialization().clone(stored);
        assertThat(LeftOutTexts.isStandIn(fixture.run.getSpec().stack().inline()))
                .isTrue();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runWaitsWithoutItsTextAndBeginsWithExactlyThat() throws Exception {
        assertThat(resolve()).isEqualTo(StepOutcome.proceed());
        assertThat(xml(waiting().spec().orElseThrow())).isEqualTo(LeftOutTexts.standIn(TEXT));

        reserve();

        var begun = (RunState.Driven) fixture.session.state();
        assertThat(xml(begun.repetition().record().spec())).isEqualTo(TEXT);
        assertThat(xml(fixture.records.load(StepFixture.REF).orElseThrow().spec()))
                .isEqualTo(TEXT);
    }

    @Test
    void runThatIsReadByNobodyIsNotResolvedAndNotEnded() {
        fixture.api.refuse("benchmarkruns", "GET", 503);

        assertThatThrownBy(this::resolve)
                .isInstanceOf(KubernetesClientException.class)
                .satisfies(e -> assertThat(ReconcileFailure.of(e)).isEmpty());

        fixture.api.allow("benchmarkruns");
        assertThat(resolve()).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void runIsLookedAtAgainWhereTwoOthersAreBeingResolved() throws Exception {
        var step = resolveStep();
        var state = fixture.is(RunState.Waiting.first(false, StatusAsRead.NOTHING));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var held = fixture.api.hold("benchmarkruns", "GET")) {
            var one = threads.submit(() -> step.take(fixture.view(), state));
            var other = threads.submit(() -> step.take(fixture.view(), state));
            held.await(2);
            var view = fixture.view();

            assertThat(step.take(view, state)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMillis(200)));
            assertThat(view.draft().build().conditions())
                    .isEqualTo(fixture.view().draft().build().conditions());

            held.release();
            assertThat(one.get()).isEqualTo(StepOutcome.proceed());
            assertThat(other.get()).isEqualTo(StepOutcome.proceed());
        }
    }

    @Test
    void runThatBeginsDoesNotWaitForThoseThatAreResolved() throws Exception {
        resolve();
        RunState.Waiting resolved = waiting();
        RunSpec spec = resolved.spec().orElseThrow();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var held = fixture.api.hold("benchmarkruns", "GET")) {
            var one = threads.submit(() -> stacks.declared(fixture.run));
            var other = threads.submit(() -> stacks.declared(fixture.run));
            held.await(2);
            var beginning = threads.submit(() -> stacks.withText(fixture.run, spec));
            held.await(1);

            held.release();
            assertThat(xml(beginning.get())).isEqualTo(TEXT);
            assertThat(one.get()).isEqualTo(other.get());
        }
    }

    @Test
    void anotherRunThatHasTheNameByNowIsNotTakenForIt() {
        BenchmarkRun other = fixture.api.aside().resource(fixture.run).require();
        other.getMetadata().setUid("another");
        fixture.api.aside().resource(other).update();

        assertIsReadAgain();
    }

    @Test
    void textThatIsAnotherByNowIsNotTakenForIt() {
        changeText();

        assertIsReadAgain();
    }

    @Test
    void textThatChangesWhileTheRunIsQueuedDoesNotBegin() {
        resolve();
        changeText();

        assertThatThrownBy(this::reserve).isInstanceOf(KubernetesClientException.class);
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void bundledStackIsNotHeldEither() throws Exception {
        fixture.declare("members: 2, messages: 1000, messageSize: 1k");
        String bundled = xml(fixture.spec());

        resolve();
        assertThat(xml(waiting().spec().orElseThrow())).isEqualTo(LeftOutTexts.standIn(bundled));
        reserve();

        assertThat(xml(((RunState.Driven) fixture.session.state())
                        .repetition()
                        .record()
                        .spec()))
                .isEqualTo(bundled);
    }

    private void changeText() {
        BenchmarkRun changed = fixture.api.aside().resource(fixture.run).require();
        changed.setSpec(changed.getSpec().withStack(StackSource.inlined(TEXT.replace('x', 'y'))));
        fixture.api.aside().resource(changed).update();
    }

    private void assertIsReadAgain() {
        assertThatThrownBy(this::resolve)
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("was changed or replaced since the operator has read it")
                .satisfies(e -> assertThat(ReconcileFailure.of(e)).isEmpty());
    }

    private StepOutcome resolve() {
        var view = fixture.view();
        StepOutcome outcome = resolveStep().take(view, fixture.is(RunState.Waiting.first(false, StatusAsRead.NOTHING)));
        assertThat(view.draft()
                        .build()
                        .condition(ConditionType.FINISHED)
                        .filter(finished -> finished.status() == Status.TRUE))
                .isEmpty();
        return outcome;
    }

    private ResolveStep resolveStep() {
        return new ResolveStep(stacks, fixture.clock, new PolicyRules(RunPolicy.defaults(), "lab/member:1"));
    }

    private void reserve() {
        var step = new ReserveStep(
                new RunQueue(new QueuePlaces(_ -> Optional.empty(), fixture.clock)),
                fixture.leases,
                fixture.cleanup,
                fixture.restores,
                new FirstRepetition(fixture.records, fixture.liveRuns, fixture.ports, stacks, fixture.woken::add),
                fixture.clock,
                _ -> {});
        assertThat(step.take(fixture.view(), waiting())).isEqualTo(StepOutcome.proceed());
    }

    private RunState.Waiting waiting() {
        return (RunState.Waiting) fixture.session.state();
    }

    private static String xml(RunSpec spec) {
        return spec.transport().stack().map(Stack::xml).orElseThrow();
    }
}
