package io.jgbench.operator.reconcile.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runUnderWayTellsItsStageAndWhoIsMissing() {
        var view = fixture.view();

        assertThat(new ProgressStep().take(view, fixture.driven(fixture.started(1))))
                .isEqualTo(StepOutcome.proceed());

        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.STARTING);
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(ConditionReason.UNDER_WAY);
        assertThat(StepFixture.drafted(view, ConditionType.STARTED).knownReason())
                .hasValue(ConditionReason.NOT_RELEASED);
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).message())
                .isEqualTo("Not up yet: member-0, member-1.");
    }

    /** The API server refused the status in which it stood, or the operator was killed before. */
    @Test
    void runWhoseStatusStillSaysThatItWaitsForNodesTellsThatItHasThem() {
        fixture.stands(Map.of(ConditionType.NODES_RESERVED, Status.FALSE), ConditionReason.NODE_BUSY);
        var view = fixture.view();

        new ProgressStep().take(view, fixture.driven(fixture.started(1)));

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.RESERVED);
        assertThat(view.draft().build().startTime()).isNotNull();
        assertThat(view.draft().perMember()).extracting(StatusMember::node).containsExactly("node-0", "node-1");
    }

    @Test
    void membersThatSeeEachOtherWarmUpAndTheirNetworkIsNotSuspected() {
        var view = fixture.view();

        new ProgressStep().take(view, fixture.driven(fixture.warmsUp(2)));

        var ready = StepFixture.drafted(view, ConditionType.MEMBERS_READY);
        assertThat(ready.knownReason()).hasValue(ConditionReason.WARMING_UP);
        assertThat(ready.message()).isEqualTo("Not warmed up yet: member-1.");
    }

    @Test
    void membersThatLoseSightOfEachOtherWhileTheyWarmUpAreNamed() {
        var view = fixture.view();

        new ProgressStep().take(view, fixture.driven(fixture.warmsUp(1)));

        var ready = StepFixture.drafted(view, ConditionType.MEMBERS_READY);
        assertThat(ready.knownReason()).hasValue(ConditionReason.VIEW_INCOMPLETE);
        assertThat(ready.message()).isEqualTo("Some members no longer see all others: member-1.");
    }

    @Test
    void runWithoutProgressSaysSinceWhenAndWarns() {
        var view = fixture.view();

        new ProgressStep().take(view, fixture.driven(fixture.stalled(1)));

        var stage = StepFixture.drafted(view, ConditionType.SUCCEEDED);
        assertThat(stage.knownReason()).hasValue(ConditionReason.STALLED);
        assertThat(stage.message())
                .startsWith("The run is Running, and no member has made progress since ")
                .endsWith("Z: 1,234,567 messages were done by then.");
        assertThat(stage.tellsNews()).isTrue();
        assertThat(stage.warns()).isTrue();
    }
}
