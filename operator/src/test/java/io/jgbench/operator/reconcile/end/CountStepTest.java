package io.jgbench.operator.reconcile.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CountStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void outcomeIsCountedOnce() {
        fixture.run.setStatus(Serialization.unmarshal("startSkewMicros: 250", BenchmarkRunStatus.class));
        var step = new CountStep(fixture.metrics);
        fixture.concluded(fixture.failed(1));

        step.take(fixture.view(), (RunState.Concluded) fixture.session.state());
        step.take(fixture.view(), (RunState.Concluded) fixture.session.state());

        assertThat(((RunState.Concluded) fixture.session.state()).isCounted()).isTrue();
        assertThat(fixture.registry.find("jgbench.run.start.skew").timer().count())
                .isEqualTo(1);
    }
}
