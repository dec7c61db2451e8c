package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.preflight.Probed;
import io.jgbench.coordination.protocol.MemberPhase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PreflightStepTest {

    @Test
    void membersOpenTheirSocketsWhenTheyAreUpAndProbeWhenAllHave() {
        var run = started(Policy.REQUIRE).sees(0, MemberPhase.CREATED, 0).step();
        assertThat(run.actions())
                .contains(new Action.OpenPreflight(0, Map.of()))
                .noneMatch(Action.Join.class::isInstance);

        run.sees(0, MemberPhase.LISTENING, 0)
                .sees(1, MemberPhase.LISTENING, 0)
                .sees(2, MemberPhase.CREATED, 0)
                .step();
        assertThat(run.actions()).containsExactly(new Action.OpenPreflight(2, Map.of()));

        run.sees(2, MemberPhase.LISTENING, 0).step();
        assertThat(run.actions()).containsExactly(new Action.Probe(0), new Action.Probe(1), new Action.Probe(2));
    }

    @Test
    void membersJoinAfterACleanPreflight() {
        var run = probed(Policy.REQUIRE, Probed.udp(3));

        assertThat(run.status().preflight()).hasValue(List.of());
        assertThat(run.actions()).singleElement().isInstanceOf(Action.Join.class);
    }

    @Test
    void requiredPreflightThatFindsAFaultFailsTheRunWithThePair() {
        var run = probed(Policy.REQUIRE, Probed.udp(3).silent(2, 1));

        assertThat(run.status().phase()).isEqualTo(RunPhase.FAILED);
        assertThat(run.failure().reason()).isEqualTo(FailureReason.PREFLIGHT_FAILED);
        assertThat(run.failure().message())
                .startsWith("the network failed the pre-flight. Unreachable: m2 to m1: none of 12");
        assertThat(run.status().preflight().orElseThrow())
                .extracting(PreflightFault::kind)
                .containsExactly(PreflightFault.Kind.UNREACHABLE);
    }

    @Test
    void preflightThatWarnsLetsTheRunGoOn() {
        var run = probed(Policy.WARN, Probed.udp(3).silent(2, 1));

        assertThat(run.status().failure()).isEmpty();
        assertThat(run.status().preflight().orElseThrow()).hasSize(1);
        assertThat(run.actions()).singleElement().isInstanceOf(Action.Join.class);
    }

    @Test
    void anotherControllerFetchesWhatWasFoundAgain() {
        var run = started(Policy.REQUIRE);
        run.all(MemberPhase.PROBED).step();
        run.resumed().all(MemberPhase.PROBED).step();

        assertThat(run.actions())
                .containsExactly(
                        new Action.FetchPreflight(0), new Action.FetchPreflight(1), new Action.FetchPreflight(2));
    }

    @Test
    void memberThatDoesNotEndItsPreflightIsNamedAtTheStartTimeout() {
        var run = started(Policy.REQUIRE).all(MemberPhase.PROBED).sees(1, MemberPhase.LISTENING, 0);

        run.step().later(Plan.START_TIMEOUT.plus(Duration.ofSeconds(1))).step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.START_TIMEOUT);
        assertThat(run.failure().message()).contains("m1 probes the network");
    }

    /** Such as that of a member of another version. */
    @Test
    void preflightReportThatIsInvalidFailsTheRunAtOnceWithTheReason() {
        var run = started(Policy.REQUIRE);
        run.all(MemberPhase.PROBED).step();

        run.gaveNoReport(1, "the pre-flight report of m1 is invalid: it has no rows")
                .step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.MEMBER_FAILED);
        assertThat(run.failure().message()).isEqualTo("the pre-flight report of m1 is invalid: it has no rows");
    }

    @Test
    void memberThatIsStartedAnewDuringThePreflightFailsTheRun() {
        var run = started(Policy.REQUIRE).all(MemberPhase.LISTENING).step();

        run.sees(1, MemberPhase.CREATED, 0).step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.MEMBER_LOST);
    }

    private static Controller started(Policy policy) {
        return new Controller(Plan.spec(Controller.MEMBERS, policy)).step();
    }

    private static Controller probed(Policy policy, Probed network) {
        var run = started(policy);
        run.all(MemberPhase.PROBED).step();
        assertThat(run.actions())
                .allMatch(Action.FetchPreflight.class::isInstance)
                .hasSize(3);
        network.reports().forEach(run::fetchedPreflight);
        return run.step();
    }
}
