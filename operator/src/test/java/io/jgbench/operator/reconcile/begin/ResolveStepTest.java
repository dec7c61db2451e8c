package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.policy.PolicyRules;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResolveStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static final String FROM_CONFIG_MAP =
            "members: 2, messages: 1, messageSize: 1k, stack: {configMapKeyRef: {name: stacks, key: mine.xml}}";
    private static final RunState.Waiting NEW = RunState.Waiting.first(false, StatusAsRead.NOTHING);

    @Test
    void specIsResolvedOnceAndItsStackTold() {
        var view = fixture.view();

        assertThat(take(view, NEW)).isEqualTo(StepOutcome.proceed());

        assertThat(state().spec()).isPresent();
        assertThat(view.draft().build().stack()).isEqualTo("udp");
        assertThat(view.draft().build().senders()).isEqualTo(2);
    }

    @Test
    void specThatMakesNoSenseEndsTheRun() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, stack: {name: nonsense}");
        var view = fixture.view();

        assertThat(take(view, NEW)).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).knownReason())
                .hasValue(ConditionReason.STACK_INVALID);
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(ConditionReason.COMPLETED);
    }

    @Test
    void specThatTheAdminDoesNotAllowEndsTheRunWithTheRule() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k,"
                + " tuning: {mode: Apply, sysctls: [{name: net.ipv4.ip_forward, value: '1'}]}");
        var view = fixture.view();

        assertThat(take(view, NEW)).isInstanceOf(StepOutcome.Done.class);

        var ready = StepFixture.drafted(view, ConditionType.MEMBERS_READY);
        assertThat(ready.knownReason()).hasValue(ConditionReason.POLICY_VIOLATED);
        assertThat(ready.message()).contains("spec.tuning.sysctls", "net.ipv4.ip_forward");
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(ConditionReason.COMPLETED);
    }

    @Test
    void missingConfigMapIsWaitedForAMinuteAndThenTheRunEnds() {
        fixture.declare(FROM_CONFIG_MAP);
        var view = fixture.view();
        take(view, NEW);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.PENDING);
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).knownReason())
                .hasValue(ConditionReason.STACK_INVALID);

        fixture.pass(Duration.ofSeconds(59));
        view = fixture.view();
        take(view, state());
        assertThat(view.draft()
                        .build()
                        .condition(ConditionType.FINISHED)
                        .orElseThrow()
                        .knownReason())
                .hasValue(ConditionReason.NOT_BEGUN);

        fixture.pass(Duration.ofSeconds(1));
        view = fixture.view();
        take(view, state());
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(ConditionReason.COMPLETED);
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).message())
                .contains("after 60 s");
    }

    @Test
    void stackThatIsStoredAsBinaryIsNotSaidToBeMissing() {
        fixture.declare(FROM_CONFIG_MAP);
        fixture.api
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("stacks")
                        .endMetadata()
                        .addToBinaryData("mine.xml", "//4=")
                        .build())
                .inNamespace("lab")
                .create();
        String sentence = "The stack is expected under key mine.xml of ConfigMap stacks in namespace lab, and is stored"
                + " as binary: save the file as UTF-8.";
        var view = fixture.view();
        take(view, NEW);
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).message())
                .isEqualTo(sentence);

        fixture.pass(Duration.ofSeconds(60));
        view = fixture.view();
        take(view, state());
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).message())
                .isEqualTo(sentence + " Create it and apply the run again.");
    }

    @Test
    void stackThatNoMemberWouldTakeEndsTheRunWithItsSizeBeforeAnythingIsStarted() {
        fixture.declare(FROM_CONFIG_MAP);
        String xml = "<config><UDP/><PING/><pbcast.GMS/>" + " ".repeat(128 * 1024) + "</config>";
        fixture.api
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("stacks")
                        .endMetadata()
                        .addToData("mine.xml", xml)
                        .build())
                .create();
        var view = fixture.view();

        assertThat(take(view, NEW)).isInstanceOf(StepOutcome.Done.class);

        var ready = StepFixture.drafted(view, ConditionType.MEMBERS_READY);
        assertThat(ready.knownReason()).hasValue(ConditionReason.STACK_INVALID);
        assertThat(ready.message())
                .contains("stack stacks/mine.xml must have at most 98304 bytes as JSON, in which members get it, got: "
                        + (xml.length() + 2) + "; leave out comments and blanks");
    }

    @Test
    void whatWasSaidOfAMissingConfigMapDoesNotStayWhenItIsThere() {
        fixture.declare(FROM_CONFIG_MAP);
        take(fixture.view(), NEW);
        fixture.api
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("stacks")
                        .endMetadata()
                        .addToData("mine.xml", "<config><UDP/><PING/><pbcast.GMS/></config>")
                        .build())
                .create();
        var view = fixture.view();

        assertThat(take(view, state())).isEqualTo(StepOutcome.proceed());
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).knownReason())
                .hasValue(ConditionReason.NOT_BEGUN);
        assertThat(state().saidStackIsMissing()).isFalse();
        assertThat(state().spec()).isPresent();
    }

    private RunStep.StepOutcome take(RunView view, RunState.Waiting state) {
        return new ResolveStep(
                        new RunStacks(fixture.api.client()),
                        fixture.clock,
                        new PolicyRules(RunPolicy.defaults(), "lab/member:1"))
                .take(view, fixture.is(state));
    }

    private RunState.Waiting state() {
        return (RunState.Waiting) fixture.session.state();
    }
}
