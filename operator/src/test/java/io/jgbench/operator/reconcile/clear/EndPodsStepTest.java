package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndPodsStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static final String RUNS = "phase: Running";

    @Test
    void repetitionThatIsUnderWayIsLookedAtAgain() {
        fixture.pods = List.of(fixture.pod(0, RUNS));

        assertThat(take(fixture.driven(fixture.started(1)))).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.session.state())
                .isInstanceOfSatisfying(
                        RunState.Driven.class,
                        driven -> assertThat(driven.podTermination()).isEqualTo(PodTermination.NOT_YET));
    }

    @Test
    void podsOfAFailedRunAreToldToEndAfterAWhileAndStayForReading() {
        fixture.pods = List.of(fixture.pod(0, RUNS));
        var state = fixture.driven(fixture.failed(1));
        assertThat(take(state)).isEqualTo(StepOutcome.lookAgainAfter(EndPodsStep.AGAIN));
        assertThat(deadline()).isNull();

        fixture.pass(Duration.ofSeconds(15));
        take((RunState.Led) fixture.session.state());

        assertThat(deadline()).isEqualTo(1L);
        assertThat(fixture.api.names("pods")).hasSize(1);
    }

    @Test
    void podWhoseImageCannotBePulledIsToldToEndAtOnce() {
        fixture.pods = List.of(fixture.pod(
                0,
                "phase: Pending, containerStatuses: [{name: member, state: {waiting: {reason: ImagePullBackOff}}}]"));

        take(fixture.driven(fixture.failed(1)));

        assertThat(deadline()).isEqualTo(1L);
    }

    @Test
    void podWhoseTunerHasFailedIsToldToEndAtOnceAsItsKubeletStartsTheTunerAgain() {
        fixture.pods = List.of(
                fixture.tunedPod(0, "Pending", "state: {running: {}}, lastState: " + StepFixture.end("APPLY_FAILED")));

        take(fixture.driven(fixture.failed(1)));

        assertThat(deadline()).isEqualTo(1L);
    }

    @Test
    void podWhoseTunerHoldsItsHostIsLetAWhile() {
        fixture.pods = List.of(fixture.tunedPod(0, "Running", "started: true, state: {running: {}}"));

        take(fixture.driven(fixture.failed(1)));

        assertThat(deadline()).isNull();
    }

    @Test
    void podsGoWhereNoneAreToStay() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {pods: Never}");
        fixture.pods = List.of(fixture.pod(0, "phase: Failed"));

        assertThat(take(fixture.driven(fixture.failed(1)))).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.api.names("pods")).isEmpty();
    }

    @Test
    void podsOfANodeThatIsGoneAreWaitedForOneMinute() {
        fixture.pods = List.of(fixture.pod(0, RUNS));
        take(fixture.concluded(fixture.failed(1)));

        fixture.pass(Duration.ofSeconds(59));
        assertThat(take((RunState.Led) fixture.session.state())).isInstanceOf(StepOutcome.Done.class);
        fixture.pass(Duration.ofSeconds(1));
        assertThat(take((RunState.Led) fixture.session.state())).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void podThatMayNotBeToldToEndKeepsNoOtherAndIsWaitedForOneMinute() {
        fixture.pods = List.of(fixture.pod(0, RUNS), fixture.pod(1, RUNS));
        fixture.api.refuse("pods/" + fixture.pods.getFirst().getMetadata().getName());
        take(fixture.concluded(fixture.failed(1)));
        fixture.pass(Duration.ofSeconds(15));

        assertThat(take((RunState.Led) fixture.session.state()))
                .isEqualTo(StepOutcome.lookAgainAfter(EndPodsStep.AGAIN));
        assertThat(deadlines()).containsExactlyInAnyOrder(null, 1L);
        assertThat(((RunState.Led) fixture.session.state()).podTermination().isRefusalSaid())
                .isTrue();

        fixture.pass(Duration.ofSeconds(45));
        assertThat(take((RunState.Led) fixture.session.state())).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void podThatIsOverAndMayNotBeRemovedIsNotWaitedFor() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {pods: Never}");
        fixture.pods = List.of(fixture.pod(0, "phase: Failed"));
        fixture.api.refuse("pods");

        assertThat(take(fixture.concluded(fixture.failed(1)))).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void podThatTheWatchDoesNotShowIsWaitedFor() {
        fixture.pod(0, RUNS);

        assertThat(take(fixture.concluded(fixture.failed(1)))).isEqualTo(StepOutcome.lookAgainAfter(EndPodsStep.AGAIN));
        fixture.pass(Duration.ofSeconds(15));
        take((RunState.Led) fixture.session.state());

        assertThat(deadline()).isEqualTo(1L);
        fixture.pass(Duration.ofSeconds(45));
        assertThat(take((RunState.Led) fixture.session.state())).isEqualTo(StepOutcome.proceed());
    }

    private List<Long> deadlines() {
        return fixture.api.client().pods().list().getItems().stream()
                .map(pod -> pod.getSpec().getActiveDeadlineSeconds())
                .toList();
    }

    private Long deadline() {
        return fixture.api
                .client()
                .pods()
                .list()
                .getItems()
                .getFirst()
                .getSpec()
                .getActiveDeadlineSeconds();
    }

    private RunStep.StepOutcome take(RunState.Led state) {
        return new EndPodsStep(fixture.memberPods, fixture::nowEpochNanos).take(fixture.view(), state);
    }
}
