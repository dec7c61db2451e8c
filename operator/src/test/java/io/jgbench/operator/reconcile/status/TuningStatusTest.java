package io.jgbench.operator.reconcile.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.run.Failure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.RunStatusBuilder;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.reconcile.state.KnownHosts;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The reasons of TuningVerified, and what is said of a member that cannot start. */
class TuningStatusTest {
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    private static final String VERIFIED = "{name: tune, started: true, state: {running: {}}}";

    private final BenchmarkRun run =
            RunYaml.parsed("run", "members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
    private RunRecord record = record();
    private KnownHosts hosts = KnownHosts.NONE;

    @Test
    void hostsThatWereReadBackAreVerifiedWhenAllAre() {
        assertThat(after(VERIFIED, "{name: tune, started: false, state: {running: {}}}"))
                .extracting(StatusCondition::status, StatusCondition::reason)
                .containsExactly(Status.UNKNOWN, "UnderWay");
        assertThat(after(VERIFIED, VERIFIED))
                .extracting(StatusCondition::status, StatusCondition::reason)
                .containsExactly(Status.TRUE, "Verified");
    }

    @Test
    void hostsThatNeverSaidHowTheyAreAreNotWaitedForOnceTheRunIsOver() {
        after(VERIFIED);
        record = over();

        assertThat(after(VERIFIED))
                .extracting(StatusCondition::status, StatusCondition::reason, StatusCondition::message)
                .containsExactly(
                        Status.UNKNOWN, "NeverBegun", "The run was over before all hosts had said how they are.");
    }

    @Test
    void hostsThatAreAsTheyWereBeforeAreRestored() {
        assertThat(after(ended(0, "RESTORED", ""), ended(0, "RESTORED", "")))
                .extracting(StatusCondition::status, StatusCondition::reason)
                .containsExactly(Status.TRUE, "Restored");
    }

    @Test
    void hostsOfWhichNotAllWereSeenRestoredAreNotCalledSo() {
        assertThat(after(ended(0, "RESTORED", "")))
                .extracting(StatusCondition::reason)
                .isEqualTo("UnderWay");
    }

    @Test
    void hostsWhosePodsGoOneAfterTheOtherAreRestoredWhenAllWereSeenSo() {
        noted(view(List.of(pod(0, tuner(ended(0, "RESTORED", ""))), pod(1, tuner(VERIFIED)))));

        assertThat(noted(view(List.of(pod(1, tuner(ended(0, "RESTORED", "")))))).reason())
                .isEqualTo("Restored");
    }

    @Test
    void hostThatCouldNotBeRestoredStaysSoWhenItsPodIsGone() {
        var failed = noted(view(
                List.of(pod(0, tuner(ended(5, "RESTORE_FAILED", "eth0 mtu is refused."))), pod(1, tuner(VERIFIED)))));
        assertThat(failed.reason()).isEqualTo("RestoreFailed");

        assertThat(noted(view(List.of(pod(1, tuner(ended(0, "RESTORED", "")))))))
                .isEqualTo(failed);
    }

    @Test
    void failureThatAnOperatorBeforeHasSeenStays() {
        var failed = new StatusDraft(null, 1, NOW);
        failed.condition(
                ConditionType.TUNING_VERIFIED,
                Status.FALSE,
                ConditionReason.MISMATCH,
                "Node node-0: eth0 mtu is 1500.");
        run.setStatus(failed.build());
        hosts = KnownHosts.of(StatusAsRead.of(run), record.startTime());

        assertThat(after(ended(0, "RESTORED", ""), ended(0, "RESTORED", "")).reason())
                .isEqualTo("Mismatch");
    }

    @Test
    void hostsThatAreSaidNotToBeRestoredStaySoUntilTheOperatorSaysOtherwise() {
        var unconfirmed = new StatusDraft(null, 1, NOW);
        unconfirmed.condition(
                ConditionType.TUNING_VERIFIED, Status.FALSE, ConditionReason.RESTORE_UNCONFIRMED, "node-0 (lost).");
        run.setStatus(unconfirmed.build());

        assertThat(after(ended(0, "RESTORED", ""), ended(4, "APPLY_FAILED", "")).reason())
                .isEqualTo("RestoreUnconfirmed");
    }

    @Test
    void failureOfAnEarlierRepetitionDoesNotStay() {
        var failed = new StatusDraft(null, 1, NOW.minusSeconds(1));
        failed.condition(
                ConditionType.TUNING_VERIFIED,
                Status.FALSE,
                ConditionReason.RESTORE_FAILED,
                "Node node-0: eth0 mtu is 1500.");
        run.setStatus(failed.build());
        hosts = KnownHosts.of(StatusAsRead.of(run), record.startTime());

        assertThat(after(VERIFIED, VERIFIED).reason()).isEqualTo("Verified");
    }

    @Test
    void settingThatAnotherProgramChangedIsTold() {
        assertThat(after(ended(0, "RESTORED", ""), ended(0, "RESTORED", "eth0 mtu is 1400, which is neither of both")))
                .extracting(StatusCondition::status, StatusCondition::reason, StatusCondition::message)
                .containsExactly(
                        Status.TRUE,
                        "RestoredInPart",
                        "All hosts are restored, except for settings that another program changed or that are gone."
                                + " Left as they are: Node node-1: eth0 mtu is 1400, which is neither of both");
    }

    @Test
    void settingThatAnotherProgramChangedIsToldOnceThoughOtherHostsAreNotSeenAnyMore() {
        noted(view(List.of(pod(0, tuner(VERIFIED)), pod(1, tuner(VERIFIED)))));
        var pods = List.of(pod(0, tuner(ended(0, "RESTORED", "eth0 mtu is 1400"))));
        run.setStatus(statusAfter(pods));

        assertThat(noted(view(pods)))
                .extracting(StatusCondition::reason, StatusCondition::message)
                .containsExactly(
                        "Verified",
                        "What is asked of the hosts was read back from each. Left as they are: Node node-0: eth0 mtu is"
                                + " 1400");
    }

    @Test
    void settingThatAnotherProgramChangedStaysToldInTheNextRepetitionAndByTheNextOperator() {
        run.setStatus(statusAfter(List.of(
                pod(0, tuner(ended(0, "RESTORED", "eth0 mtu is 1400"))), pod(1, tuner(ended(0, "RESTORED", ""))))));
        hosts = KnownHosts.NONE;

        assertThat(after(VERIFIED, VERIFIED))
                .extracting(StatusCondition::status, StatusCondition::reason)
                .containsExactly(Status.TRUE, "Verified");
        assertThat(after(ended(4, "APPLY_FAILED", "net.core.rmem_max is refused."), VERIFIED))
                .extracting(StatusCondition::reason, StatusCondition::message)
                .containsExactly(
                        "ApplyFailed",
                        "Node node-0: net.core.rmem_max is refused. Left as they are: Node node-0: eth0 mtu is 1400");
        hosts = KnownHosts.NONE;
        assertThat(after(ended(0, "RESTORED", ""), ended(0, "RESTORED", "eth0 mtu is 1300")))
                .extracting(StatusCondition::reason, StatusCondition::message)
                .containsExactly(
                        "RestoredInPart",
                        "All hosts are restored, except for settings that another program changed or that are gone."
                                + " Left as they are: Node node-0: eth0 mtu is 1400; Node node-1: eth0 mtu is 1300");
    }

    @Test
    void hostThatIsNotAsAskedIsAMismatchWithItsNode() {
        assertThat(after(VERIFIED, ended(3, "MISMATCH", "eth0 mtu is 1500, wanted 9000.")))
                .extracting(StatusCondition::status, StatusCondition::reason, StatusCondition::message)
                .containsExactly(Status.FALSE, "Mismatch", "Node node-1: eth0 mtu is 1500, wanted 9000.");
    }

    @Test
    void hostThatCannotBeSetIsApplyFailedWithItsNode() {
        assertThat(after(ended(4, "APPLY_FAILED", "net.core.rmem_max is refused."), VERIFIED))
                .extracting(StatusCondition::status, StatusCondition::reason, StatusCondition::message)
                .containsExactly(Status.FALSE, "ApplyFailed", "Node node-0: net.core.rmem_max is refused.");
    }

    @Test
    void tunerThatIsStartedAgainAndToldToEndDoesNotHideWhyTheFirstOneFailed() {
        after(ended(4, "APPLY_FAILED", "net.core.rmem_max is refused."), VERIFIED);

        assertThat(after(ended(4, "APPLY_FAILED", "nothing was set, as the tuner was told to end before"), VERIFIED))
                .extracting(StatusCondition::reason, StatusCondition::message)
                .containsExactly("ApplyFailed", "Node node-0: net.core.rmem_max is refused.");
        assertThat(after(ended(4, "RESTORE_FAILED", "eth0 mtu is 9000."), VERIFIED))
                .extracting(StatusCondition::reason, StatusCondition::message)
                .containsExactly("RestoreFailed", "Node node-0: eth0 mtu is 9000.");
    }

    @Test
    void hostThatWasBusyFailsForWhatIsFoundLater() {
        after(ended(5, "BUSY", "held by another run."), VERIFIED);

        assertThat(after(ended(4, "APPLY_FAILED", "net.core.rmem_max is refused."), VERIFIED)
                        .reason())
                .isEqualTo("ApplyFailed");
    }

    @Test
    void memberThatFitsNowhereIsUnschedulableWithItsNode() {
        var pods = List.of(pod(
                0,
                "conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable,"
                        + " message: 0/4 nodes are available}]"));

        assertThat(LiveStatus.problem(record, view(pods).podsOf(record.plan().id()), Optional.empty()))
                .hasValueSatisfying(problem -> {
                    assertThat(problem.reason()).isEqualTo(ConditionReason.UNSCHEDULABLE);
                    assertThat(problem.message()).isEqualTo("member-0 on node node-0: 0/4 nodes are available");
                });
    }

    @Test
    void podThatTheApiServerDoesNotTakeIsNotMade() {
        assertThat(LiveStatus.problem(
                        record, view(List.of()).podsOf(record.plan().id()), Optional.of("exceeded quota: pods")))
                .hasValueSatisfying(problem -> {
                    assertThat(problem.reason()).isEqualTo(ConditionReason.POD_NOT_MADE);
                    assertThat(problem.message()).isEqualTo("exceeded quota: pods");
                });
    }

    private StatusCondition after(String... tuners) {
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < tuners.length; i++) {
            pods.add(pod(i, tuner(tuners[i])));
        }
        return noted(view(pods));
    }

    private static String tuner(String status) {
        return "initContainerStatuses: [" + status + "]";
    }

    private BenchmarkRunStatus statusAfter(List<Pod> pods) {
        RunView view = view(pods);
        noted(view);
        return view.draft().build();
    }

    private StatusCondition noted(RunView view) {
        hosts = TuningStatus.note(view, record, hosts);
        return view.draft().build().conditions().stream()
                .filter(condition -> condition.isOf(ConditionType.TUNING_VERIFIED))
                .findFirst()
                .orElseThrow();
    }

    private RunView view(List<Pod> pods) {
        return new RunView(
                run,
                new RunRef("lab", "run", "uid"),
                new Session(),
                pods,
                List::of,
                List::of,
                NOW,
                new StatusDraft(run.getStatus(), 1, NOW));
    }

    private static String ended(int exitCode, String outcome, String problem) {
        String problems = problem.isEmpty() ? "" : "\"" + problem + "\"";
        return "{name: tune, state: {terminated: {exitCode: " + exitCode + ", message: '{\"runId\":\"r\",\"outcome\":\""
                + outcome + "\",\"networkInterface\":null,\"bond\":null,\"settings\":[],\"problems\":[" + problems
                + "]}'}}}";
    }

    private static Pod pod(int member, String status) {
        return Serialization.unmarshal(
                "metadata: {name: p, labels: {jgbench.io/member: member-%1$d, jgbench.io/repetition-id: run-x-1}}\n"
                                .formatted(member)
                        + "spec: {initContainers: [{name: tune}], containers: [{name: member}]}\nstatus: {" + status
                        + "}\n",
                Pod.class);
    }

    private RunRecord record() {
        try {
            var spec = new RunSpecResolver(source -> StackTexts.find(source, Optional.empty()))
                    .resolve("run", run.getSpec());
            return RunRecord.begin(spec, 1, Plan.of("run-x-1", List.of(assignment(0), assignment(1))), NOW);
        } catch (InvalidSpecException e) {
            throw new IllegalStateException(e);
        }
    }

    private RunRecord over() {
        var failure = new Failure(FailureReason.START_TIMEOUT, "member-1 did not come up within 15 s.");
        RunStatus over = RunStatusBuilder.builder(record.status())
                .phase(RunPhase.FAILED)
                .failure(Optional.of(failure))
                .over(true)
                .build();
        return record.after(over, NOW);
    }

    private static Assignment assignment(int index) {
        return new Assignment(index, "member-" + index, "node-" + index, "10.0.0." + index, 7800, 27_800);
    }
}
