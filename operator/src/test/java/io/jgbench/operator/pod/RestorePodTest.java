package io.jgbench.operator.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.policy.RunPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestorePodTest {
    private static final RunRef RUN = new RunRef("lab", "run", "uid");
    private static final MemberSettings SETTINGS = new MemberSettings(
            "lab/member:1",
            "IfNotPresent",
            List.of("registry"),
            Optional.of("members"),
            "1",
            Optional.empty(),
            "1Gi",
            "@/app/cp",
            RunPolicy.defaults(),
            new PodSettings(Optional.of("lab-high"), Map.of("team", "lab")));

    @Test
    void podIsNotRejectedByAKubeletThatRunsOutOfDisk() {
        assertThat(pod().getSpec().getPriorityClassName()).isEqualTo("system-node-critical");
        assertThat(RestorePod.withMembersPriority(SETTINGS, RestoreFor.run(RUN), "node-7")
                        .getSpec()
                        .getPriorityClassName())
                .as("where a cluster keeps that for itself")
                .isEqualTo("lab-high");
    }

    @Test
    void podHasTheAdminsAnnotations() {
        assertThat(pod().getMetadata().getAnnotations()).containsExactly(Map.entry("team", "lab"));
    }

    @Test
    void podOfWhichNothingRanWasRejected() {
        assertThat(view("phase: Failed, reason: Evicted, startTime: '2026-11-01T10:00:00Z'")
                        .isRejected())
                .isTrue();
        assertThat(view("phase: Failed, containerStatuses: [{name: tune, state: {terminated: {exitCode: 1}}}]")
                        .isRejected())
                .isFalse();
        assertThat(view("phase: Pending").isRejected()).isFalse();
    }

    @Test
    void podRestoresItsNodeWhateverKeepsOthersFromIt() {
        var spec = pod().getSpec();
        var container = spec.getContainers().getFirst();

        assertThat(spec.getNodeName()).isEqualTo("node-7");
        assertThat(spec.getHostNetwork()).isTrue();
        assertThat(spec.getAutomountServiceAccountToken()).isFalse();
        assertThat(spec.getTolerations())
                .singleElement()
                .satisfies(all -> assertThat(all.getOperator()).isEqualTo("Exists"))
                .satisfies(all -> assertThat(all.getKey()).isNull())
                .satisfies(all -> assertThat(all.getEffect()).isNull());
        assertThat(container.getImage()).isEqualTo("lab/member:1");
        assertThat(container.getSecurityContext().getPrivileged()).isTrue();
        assertThat(container.getCommand()).containsSubsequence("tune", "--restore", "--run", RUN.runId());
        assertThat(spec.getVolumes())
                .singleElement()
                .satisfies(volume -> assertThat(volume.getHostPath().getPath()).isEqualTo("/var/lib/jgbench/tuning"));
    }

    @Test
    void podAsksForNoShareOfANodeThatMayBeFull() {
        var resources = pod().getSpec().getContainers().getFirst().getResources();

        assertThat(resources.getRequests())
                .containsOnlyKeys("cpu", "memory")
                .values()
                .containsOnly(new Quantity("0"));
        assertThat(resources.getLimits()).containsEntry("memory", new Quantity("192Mi"));
    }

    @Test
    void podThatIsBeingDeletedTellsNothingOfItsNodeNow() {
        var leaving = view("phase: Succeeded");
        leaving.pod().getMetadata().setDeletionTimestamp("2026-11-01T10:00:00Z");

        assertThat(leaving.isRestored()).isFalse();
        assertThat(leaving.says()).isEqualTo("the pod that restored it before is being deleted");
    }

    /** Its run's id stands in the run's status, so that whoever may make pods knows the name. */
    @Test
    void podThatMayNotChangeItsNodeHasRestoredNothing() {
        var forged = view("phase: Succeeded");
        var container = forged.pod().getSpec().getContainers().getFirst();
        assertThat(forged.isRestored()).isTrue();

        container.getSecurityContext().setPrivileged(false);
        assertThat(forged.isRestored()).isFalse();
        assertThat(forged.says()).contains("is not the operator's");

        container.getSecurityContext().setPrivileged(true);
        container.setVolumeMounts(List.of());
        assertThat(forged.isRestored()).isFalse();
    }

    /** As a webhook of the cluster may put one there. */
    @Test
    void containerBesideTheTunerMakesItNoOtherPod() {
        var beside = view("phase: Succeeded");
        beside.pod()
                .getSpec()
                .getContainers()
                .add(new ContainerBuilder().withName("injected").build());

        assertThat(beside.isRestored()).isTrue();
    }

    @Test
    void podIsOfItsRunAndNodeByItsNameAsLabelsCanBeChanged() {
        Pod other = pod();
        other.getMetadata().setName("run-of-somebody-0");

        assertThat(new RestorePod(pod()).isNamedFor(RUN)).isTrue();
        assertThat(new RestorePod(pod()).isNamedFor(new RunRef("lab", "run", "other")))
                .isFalse();
        assertThat(new RestorePod(other).isNamedFor(RUN)).isFalse();
        other.getSpec().setNodeName(null);
        assertThat(new RestorePod(other).isNamedFor(RUN))
                .as("a pod that is not scheduled yet")
                .isFalse();
    }

    @Test
    void podIsTakenOnWhenAKubeletSaysSo() {
        assertThat(view("phase: Pending").isAcknowledged()).isFalse();
        assertThat(view("phase: Pending, startTime: '2026-11-01T10:00:00Z'").isAcknowledged())
                .isTrue();
    }

    @Test
    void podGoesWithItsRunAndStaysWhereTheRunIsGone() {
        assertThat(pod().getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid"));
        assertThat(RestorePod.of(SETTINGS, RestoreFor.deletedRun(RUN), "node-7")
                        .getMetadata()
                        .getOwnerReferences())
                .isEmpty();
    }

    @Test
    void podThatHasSucceededHasRestoredItsNode() {
        assertThat(view("phase: Succeeded").isRestored()).isTrue();
        assertThat(view("phase: Failed").isRestored()).isFalse();
        assertThat(view("phase: Running").isRestored()).isFalse();
    }

    @Test
    void whatWasLeftAloneOnANodeThatIsRestoredIsSaid() {
        String report = "{\"runId\":\"r\",\"outcome\":\"RESTORED\",\"networkInterface\":null,\"bond\":null,"
                + "\"settings\":[],\"problems\":[\"eth0 mtu is 1400\",\"eth1 mtu is 1300\"]}";

        assertThat(view("phase: Succeeded, containerStatuses: [{name: tune, state: {terminated:"
                                + " {exitCode: 0, message: '" + report + "'}}}]")
                        .leftAlone())
                .hasValue("eth0 mtu is 1400; eth1 mtu is 1300");
        assertThat(view("phase: Succeeded").leftAlone()).isEmpty();
    }

    @Test
    void whatKeepsANodeFromBeingRestoredIsSaid() {
        String report = "{\"runId\":\"r\",\"outcome\":\"RESTORE_FAILED\",\"networkInterface\":null,\"bond\":null,"
                + "\"settings\":[],\"problems\":[\"eth0 mtu cannot be put back to 1500.\"]}";

        assertThat(view("phase: Pending").says()).isEqualTo("the pod that restores it has not ended");
        assertThat(view("phase: Pending, containerStatuses: [{name: tune, state: {waiting: {reason: ErrImagePull}}}]")
                        .says())
                .isEqualTo("ErrImagePull");
        assertThat(view("phase: Running, containerStatuses: [{name: tune, state: {waiting: {reason: CrashLoopBackOff}},"
                                + " lastState: {terminated: {exitCode: 1, message: '" + report + "'}}}]")
                        .says())
                .isEqualTo("eth0 mtu cannot be put back to 1500.");
        assertThat(view("phase: Failed, message: Pod was rejected").says()).isEqualTo("Pod was rejected");
    }

    private static Pod pod() {
        return RestorePod.of(SETTINGS, RestoreFor.run(RUN), "node-7");
    }

    private static RestorePod view(String status) {
        Pod pod = pod();
        pod.setStatus(Serialization.unmarshal("metadata: {name: p}\nstatus: {" + status + "}\n", Pod.class)
                .getStatus());
        return new RestorePod(pod);
    }
}
