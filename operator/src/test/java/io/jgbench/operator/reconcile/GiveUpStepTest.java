package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.status.Conditions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GiveUpStepTest {
    private static final RunRef RUN = new RunRef("namespace", "run", "uid");
    private static final Map<String, Status> HAS_NODES = Map.of(Conditions.NODES_RESERVED, Status.TRUE);
    private static final Trouble REFUSED = new Trouble(Conditions.API_REFUSED, "exceeded quota: none");

    private final Session session = new Session();
    private long nowEpochNanos = 1_800_000_000_000_000_000L;

    @Test
    void aRunThatCannotBeGoneOnWithForFiveMinutesIsGivenUp() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos();
        fail(Optional.empty());
        fail(Optional.of(REFUSED));

        var run = Views.written(take(HAS_NODES));

        assertThat(Conditions.isTrue(run, Conditions.FINISHED)).isTrue();
        assertThat(Conditions.hasReason(run, Conditions.RESULTS_COLLECTED, "ApiRefused"))
                .isTrue();
        assertThat(Conditions.find(run, Conditions.SUCCEEDED).orElseThrow().message())
                .isEqualTo("Given up after 5 minutes. exceeded quota: none");
        assertThat(session.isGivenUp()).isTrue();
    }

    @Test
    void aRunWithoutNodesIsInNobodysWayAndGoesOnWaiting() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos();

        assertThat(isGivenUp(Map.of())).isFalse();
    }

    @Test
    void timeCountsAnewOnceTheRunWasGoneOnWith() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos() - 1;
        assertThat(isGivenUp(HAS_NODES)).isFalse();
        session.hindrance().triesAgain();
        session.hindrance().triesAgain();
        fail(Optional.of(REFUSED));
        nowEpochNanos += 1;

        assertThat(isGivenUp(HAS_NODES)).isFalse();
    }

    private void fail(Optional<Trouble> trouble) {
        session.hindrance().triesAgain();
        session.hindrance().failed(trouble, nowEpochNanos);
    }

    private boolean isGivenUp(Map<String, Status> conditions) {
        return Conditions.isTrue(Views.written(take(conditions)), Conditions.FINISHED);
    }

    private RunView take(Map<String, Status> conditions) {
        var view = Views.of(RUN, session, conditions);
        new GiveUpStep(() -> nowEpochNanos).take(view);
        return view;
    }
}
