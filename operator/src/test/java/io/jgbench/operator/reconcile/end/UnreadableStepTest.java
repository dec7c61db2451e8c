package io.jgbench.operator.reconcile.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnreadableStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runWhoseSpecCanBeReadIsLeftAsItIs() {
        RunState driven = fixture.driven();

        assertThat(take()).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.session.state()).isSameAs(driven);
    }

    @Test
    void runThatIsDrivenIsReadAgainWhereItsSpecCannotBeReadAnyMore() {
        fixture.driven();
        isUnreadable();

        assertThat(take()).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.session.state()).as("its members are let go").isEqualTo(new RunState.Unseen(false, true));
    }

    @Test
    void runThatWaitsIsReadAgainWhereItsSpecCannotBeReadAnyMore() {
        fixture.waiting();
        isUnreadable();

        assertThat(take()).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.session.state()).isEqualTo(new RunState.Unseen(false, false));
    }

    /** As the operator's client reads it once somebody has written such a spec past the definition. */
    private void isUnreadable() {
        fixture.run = LeanObjects.serialization().unmarshal("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {namespace: lab, name: run, uid: uid, generation: 2}
                spec: {members: four}
                """, BenchmarkRun.class);
    }

    private StepOutcome take() {
        return new UnreadableStep().take(fixture.view(), fixture.session.state());
    }
}
