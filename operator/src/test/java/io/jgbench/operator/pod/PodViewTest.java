package io.jgbench.operator.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.ConditionReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodViewTest {

    @Test
    void anImageThatCannotBePulledIsQuoted() {
        var view = view("containerStatuses: [{name: member, state: {waiting:"
                + " {reason: ImagePullBackOff, message: Back-off pulling image}}}]");

        assertThat(view.problem())
                .contains(new PodView.Problem(ConditionReason.IMAGE_PULL_BACK_OFF, "Back-off pulling image"));
        assertThat(view.waitsFor()).isEqualTo("ImagePullBackOff: Back-off pulling image");
        assertThat(view.ending()).isEmpty();
    }

    @Test
    void aPodThatFitsNowhereIsQuoted() {
        assertThat(view("conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable,"
                                + " message: 0/4 nodes are available}]")
                        .problem())
                .contains(new PodView.Problem(ConditionReason.UNSCHEDULABLE, "0/4 nodes are available"));
    }

    @Test
    void ordinaryWaitsAreNoProblem() {
        assertThat(view("containerStatuses: [{name: member, state: {waiting: {reason: ContainerCreating}}}]")
                        .problem())
                .isEmpty();
    }

    @Test
    void endsAreToldInAFewWords() {
        assertThat(view(terminated("exitCode: 1, reason: Error")).ending()).contains("exit code 1");
        assertThat(view(terminated("exitCode: 137, reason: Error")).ending()).contains("killed by signal 9");
        assertThat(view(terminated("exitCode: 137, reason: OOMKilled")).ending())
                .contains("OOMKilled, killed by signal 9");
        assertThat(view("phase: Failed, reason: Evicted, message: the node was low on memory")
                        .ending())
                .contains("Evicted: the node was low on memory");
    }

    @ParameterizedTest
    @CsvSource({
        "128, exit code 128",
        "129, killed by signal 1",
        "192, killed by signal 64",
        "193, exit code 193",
        "255, exit code 255"
    })
    void codeThatNoSignalHasIsAnExitCode(int code, String told) {
        assertThat(view(terminated("exitCode: " + code + ", reason: Error")).ending())
                .contains(told);
    }

    @Test
    void aHostThatIsNotAsAskedEndsItsMemberBeforeItBegins() {
        String report = "{\"runId\":\"r\",\"outcome\":\"MISMATCH\",\"networkInterface\":null,\"bond\":null,"
                + "\"settings\":[],\"problems\":[\"eth0 mtu is 1500, wanted 9000.\"]}";
        var view = tuned(
                "initContainerStatuses: [{name: tune, state: {terminated: {exitCode: 3, message: '" + report + "'}}}]");

        assertThat(view.tuning())
                .isEqualTo(new HostTuning.Failed(ConditionReason.MISMATCH, "eth0 mtu is 1500, wanted 9000."));
        assertThat(view.ending()).contains("Mismatch: eth0 mtu is 1500, wanted 9000.");
    }

    @Test
    void aTunerThatFindsNoSuchInterfaceSaysSo() {
        var view = tuned("initContainerStatuses: [{name: tune, state: {waiting: {reason: CrashLoopBackOff}},"
                + " lastState: {terminated: {exitCode: 2, message: 'jgbench: this host has no interface ens9'}}}]");

        assertThat(view.problem())
                .contains(new PodView.Problem(
                        ConditionReason.INTERFACE_MISSING, "jgbench: this host has no interface ens9"));
    }

    @Test
    void aTunerThatEndsWithoutAReportIsQuotedWithItsExitCode() {
        assertThat(tuned("initContainerStatuses: [{name: tune, state: {terminated: {exitCode: 1, message: no disk}}}]")
                        .tuning())
                .isEqualTo(new HostTuning.Failed(
                        ConditionReason.APPLY_FAILED, "the tuner ended with exit code 1: no disk"));
    }

    @Test
    void aTunerThatHoldsItsHostHasVerifiedIt() {
        assertThat(tuned("initContainerStatuses: [{name: tune, started: true, state: {running: {}}}]")
                        .tuning())
                .isEqualTo(new HostTuning.Verified());
        assertThat(tuned("initContainerStatuses: [{name: tune, started: false, state: {running: {}}}]")
                        .tuning())
                .isEqualTo(new HostTuning.Pending());
        assertThat(view("phase: Running").tuning()).isEqualTo(new HostTuning.NotAsked());
    }

    @Test
    void digestOfTheMembersImageIsTakenFromWhateverTheRuntimeCallsIt() {
        String digest = "sha256:" + "0123456789abcdef".repeat(4);

        assertThat(view("containerStatuses: [{name: member, imageID: 'docker.io/lab/member@" + digest + "'}]")
                        .imageDigest())
                .hasValue(digest);
        assertThat(view("containerStatuses: [{name: member, imageID: '" + digest + "'}]")
                        .imageDigest())
                .hasValue(digest);
        assertThat(view("containerStatuses: [{name: member, imageID: ''}]").imageDigest())
                .isEmpty();
        assertThat(view("phase: Pending").imageDigest()).isEmpty();
    }

    private static String terminated(String state) {
        return "containerStatuses: [{name: member, state: {terminated: {" + state + "}}}]";
    }

    private static PodView view(String status) {
        return new PodView(Serialization.unmarshal(
                "metadata: {name: p}\nspec: {containers: [{name: member}]}\nstatus: {" + status + "}\n", Pod.class));
    }

    private static PodView tuned(String status) {
        return new PodView(Serialization.unmarshal(
                "metadata: {name: p}\nspec: {initContainers: [{name: tune}]}\nstatus: {" + status + "}\n", Pod.class));
    }
}
