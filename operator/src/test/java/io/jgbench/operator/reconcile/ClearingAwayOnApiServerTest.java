package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunCredentials;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.NodeReadiness;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.pod.RestorePods;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.reconcile.begin.LeftoversStep;
import io.jgbench.operator.reconcile.clear.AbandonedStep;
import io.jgbench.operator.reconcile.clear.Cleanup;
import io.jgbench.operator.reconcile.clear.NodesFreedStep;
import io.jgbench.operator.reconcile.clear.PodDeletion;
import io.jgbench.operator.reconcile.deleted.DeletedRun;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.TunerEnds;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When the nodes of a run are freed that nobody drives any more. Nobody plays the kubelets here, so pods never end. */
@ApiServerTest
class ClearingAwayOnApiServerTest {
    private final Session session = new Session();
    private long nowEpochNanos = 1_800_000_000_000_000_000L;

    @Test
    void nodesOfAnAbortedRunAreFreedWhenItsOutcomeStandsAndNotBefore(KubernetesClient client) throws Exception {
        RunRef run = withLease(client, "aborted");
        isWaiting(false);

        reconcile(client, Views.of(run, session, Map.of(ConditionType.NODES_RESERVED, Status.TRUE)));
        assertThat(leases(client)).isEqualTo(1);

        var finished = Map.of(ConditionType.NODES_RESERVED, Status.TRUE, ConditionType.FINISHED, Status.TRUE);
        var view = Views.of(run, session, finished);
        reconcile(client, view);
        assertThat(leases(client)).isZero();
        assertThat(Views.written(view).hasReason(ConditionType.NODES_RESERVED, ConditionReason.RELEASED))
                .isTrue();

        var again = Views.of(run, session, finished);
        reconcile(client, again);
        assertThat(Views.written(again).hasReason(ConditionType.NODES_RESERVED, ConditionReason.RELEASED))
                .as("a status that could not be written is written again")
                .isTrue();
    }

    @Test
    void whatARunThatCouldNotBeginMayHoldIsClearedAway(KubernetesClient client) throws Exception {
        RunRef run = withLease(client, "refused");
        isWaiting(true);

        reconcile(client, Views.of(run, session, Map.of()));

        assertThat(leases(client)).isZero();
        assertThat(((RunState.Waiting) session.state()).hasLeftovers()).isFalse();
    }

    @Test
    void aDeletedRunKeepsItsNodesForAMinuteFromWhenItsPodsWereToldToEnd(KubernetesClient client) {
        RunRef run = withLease(client, "deleted");
        client.resource(pod(run)).create();
        var deleted = deletedRun(client);

        assertThat(deleted.clear(run, session)).isPresent();
        assertThat(client.pods().list().getItems())
                .singleElement()
                .satisfies(pod ->
                        assertThat(pod.getMetadata().getDeletionTimestamp()).isNotNull());

        nowEpochNanos +=
                PodTermination.PODS_END_WITHIN.minus(Duration.ofSeconds(1)).toNanos();
        assertThat(deleted.clear(run, session)).isPresent();
        assertThat(leases(client)).isEqualTo(1);

        nowEpochNanos += Duration.ofSeconds(1).toNanos();
        assertThat(deleted.clear(run, session)).isEmpty();
        assertThat(leases(client)).isZero();
        client.pods().withGracePeriod(0).delete();
    }

    @Test
    void aDeletedRunThatNeverBeganFreesWhatAnAttemptMayHaveTakenAtOnce(KubernetesClient client) {
        RunRef run = withLease(client, "never");
        isWaiting(false);

        var deleted = deletedRun(client);

        assertThat(deleted.clear(run, session)).isEmpty();
        assertThat(leases(client)).isZero();
        assertThat(session.state()).isInstanceOf(RunState.LetGo.class);
    }

    @Test
    void podThatRestoresAndThatNoKubeletTookOnKeepsNoNamespaceFromGoing(KubernetesClient client) {
        var run = new RunRef(client.getNamespace(), "lost", "uid-of-lost");
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("lost-0")
                        .endMetadata()
                        .build())
                .create();
        HostRestores restores = restores(client);
        restores.look(RestoreFor.deletedRun(run), Set.of("lost-0"));
        assertThat(client.pods().list().getItems()).hasSize(1);
        // as the controller of the namespace does
        client.pods().delete();
        assertThat(client.pods().list().getItems()).hasSize(1);

        restores.withdraw(run);

        assertThat(client.pods().list().getItems()).isEmpty();
        client.nodes().withName("lost-0").delete();
    }

    @Test
    void whetherARunHadNodesIsToldWhenTheyAreReleased(KubernetesClient client) {
        RunRef run = withLease(client, "told");

        assertThat(leasesOf(client).release(run)).isTrue();
        assertThat(leasesOf(client).release(run)).isFalse();
    }

    private void isWaiting(boolean hasLeftovers) {
        session.become(session.state(), RunState.Waiting.first(hasLeftovers, StatusAsRead.NOTHING));
    }

    private void reconcile(KubernetesClient client, RunView view) throws Exception {
        RunState before = session.state();
        session.become(before, before.seeing(view.published()));
        new StateSteps(
                        List.of(),
                        List.of(new LeftoversStep(cleanup(client), leasesOf(client))),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new AbandonedStep(
                                podDeletion(client),
                                cleanup(client),
                                leasesOf(client),
                                restores(client),
                                new RunRecords(client))),
                        List.of(new NodesFreedStep()))
                .take(view);
    }

    private RunRef withLease(KubernetesClient client, String name) {
        var run = new RunRef(client.getNamespace(), name, "uid-of-" + name);
        leasesOf(client).take(run, List.of(name + "-0"), false, Duration.ofHours(1));
        return run;
    }

    private static int leases(KubernetesClient client) {
        return client.leases().list().getItems().size();
    }

    private DeletedRun deletedRun(KubernetesClient client) {
        return new DeletedRun(
                podDeletion(client),
                new Namespaces(client),
                cleanup(client),
                leasesOf(client),
                new TunerEnds(),
                restores(client),
                () -> nowEpochNanos);
    }

    private HostRestores restores(KubernetesClient client) {
        var members = new MemberSettings(
                "nowhere/none",
                "IfNotPresent",
                List.of(),
                Optional.empty(),
                "1",
                Optional.empty(),
                "1Gi",
                MemberSettings.CLASS_PATH_OF_IMAGE,
                RunPolicy.defaults(),
                PodSettings.NONE);
        return new HostRestores(new RestorePods(client, members), new NodeReadiness(client), () -> nowEpochNanos);
    }

    private PodDeletion podDeletion(KubernetesClient client) {
        return new PodDeletion(new MemberPods(client), () -> nowEpochNanos);
    }

    private static NodeLeases leasesOf(KubernetesClient client) {
        return new NodeLeases(client, client.getNamespace(), Clock.systemUTC(), _ -> true);
    }

    private static Cleanup cleanup(KubernetesClient client) {
        return new Cleanup(
                leasesOf(client),
                new RunCredentials(client, Clock.systemUTC()),
                new ResultStore(client),
                new RunRecords(client),
                _ -> {});
    }

    /** Has a node, so that the API server waits for a kubelet to say that it is gone. */
    private static Pod pod(RunRef run) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(run.runId() + "-member-0")
                .addToLabels(Labels.of(run))
                .addToLabels(Labels.APP, Labels.MEMBER_APP)
                .endMetadata()
                .withNewSpec()
                .withNodeName(run.name() + "-0")
                .withAutomountServiceAccountToken(false)
                .addNewContainer()
                .withName("member")
                .withImage("nowhere/none")
                .endContainer()
                .endSpec()
                .build();
    }
}
