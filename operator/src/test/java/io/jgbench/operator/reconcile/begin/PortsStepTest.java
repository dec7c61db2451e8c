package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortsStepTest {
    private static final String WORK = "members: 4, messages: 1, messageSize: 1k, placement: ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | ",
                "{bindPort: 27799} | ",
                "{bindPort: 27799, spread: Any} | SpecInvalid",
                "{bindPort: 27800} | SpecInvalid",
                "{bindPort: 27804, spread: Any} | ",
            })
    void runWhosePortsAreThoseOfControlServersEnds(String placement, String reason) throws Exception {
        var run = RunYaml.parsed("run", WORK + placement);
        var spec =
                new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())).resolve("run", run.getSpec());
        var waiting = new RunState.Waiting(Optional.of(spec), Optional.empty(), false, true, false);
        var now = Instant.parse("2026-11-01T10:00:00Z");
        var draft = new StatusDraft(null, 1, now);
        var ref = new RunRef("lab", "run", "uid");
        var view = new RunView(run, ref, new Session(), List.of(), List::of, List::of, now, draft);

        var outcome = new PortsStep(new PortAssignment(7800, 27_800)).take(view, waiting);

        run.setStatus(draft.build());
        assertThat(outcome instanceof RunStep.StepOutcome.Done).isEqualTo(reason != null);
        assertThat(run.condition(ConditionType.MEMBERS_READY))
                .map(condition -> condition.reason())
                .isEqualTo(Optional.ofNullable(reason));
    }
}
