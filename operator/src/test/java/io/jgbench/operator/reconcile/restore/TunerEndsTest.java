package io.jgbench.operator.reconcile.restore;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.operator.reconcile.StepFixture;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which nodes are known to be as they were before. */
class TunerEndsTest {
    private final StepFixture fixture = new StepFixture();
    private final TunerEnds ends = new TunerEnds();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nodeOfAPodThatNobodySawIsUnconfirmed() {
        assertThat(unconfirmed()).containsExactly("node-0", "node-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state: {waiting: {reason: ImagePullBackOff}}",
                "state: {terminated: {exitCode: 2, message: 'jgbench: this host has no interface ens9'}}",
                "state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 2, message: no}}"
            })
    void tunerThatChangedNothingConfirmsItsNode(String tuner) {
        see(fixture.tunedPod(0, tuner));

        assertThat(unconfirmed()).containsExactly("node-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESTORED", "APPLY_FAILED", "BUSY"})
    void tunerThatSaysSoConfirmsItsNode(String outcome) {
        see(fixture.tunedPod(0, StepFixture.ended(outcome)));

        assertThat(unconfirmed()).containsExactly("node-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state: {terminated: {exitCode: 137}}",
                "state: {terminated: {exitCode: 4, message: 'Exception in thread main'}}",
                "state: {waiting: {reason: PodInitializing}}, restartCount: 1",
                "state: {running: {}}",
                "state: {running: {}}, lastState: {terminated: {exitCode: 0}}"
            })
    void tunerThatDoesNotSaySoDoesNot(String tuner) {
        see(fixture.tunedPod(0, tuner));

        assertThat(unconfirmed()).containsExactly("node-0", "node-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"VERIFIED", "RESTORE_FAILED"})
    void tunerThatSaysTheContraryDoesNotEither(String outcome) {
        see(fixture.tunedPod(0, StepFixture.ended(outcome)));

        assertThat(unconfirmed()).contains("node-0");
    }

    @Test
    void evictedPodWhoseKubeletTellsOfNoContainerDoesNotEither() {
        Pod evicted = fixture.tunedPod(0, StepFixture.ended("RESTORED"));
        evicted.getStatus().setInitContainerStatuses(List.of());
        see(evicted);

        assertThat(unconfirmed()).contains("node-0");
    }

    @Test
    void podThatNeverHadANodeHasChangedNone() {
        see(unscheduled(fixture.tunedPod(0, StepFixture.ended("RESTORED"))));

        assertThat(unconfirmed()).containsExactly("node-1");
    }

    @Test
    void podThatIsMadeAgainUnderItsNameDoesNotHideWhatTheFirstMayHaveLeft() {
        see(pod("first", "state: {running: {}}"));
        see(unscheduled(pod("second", "state: {waiting: {reason: PodInitializing}}")));

        assertThat(unconfirmed()).contains("node-0");
    }

    @Test
    void podThatIsMadeAgainUnderItsNameConfirmsItsNodeOnceItSaysThatItHasRestoredIt() {
        see(pod("first", "state: {running: {}}"));
        see(pod("second", "state: {running: {}}"));
        assertThat(unconfirmed()).contains("node-0");

        see(pod("second", StepFixture.ended("RESTORED")));
        assertThat(unconfirmed()).containsExactly("node-1");
    }

    /** The pod of the first member, after one of its name was deleted by force. */
    private Pod pod(String uid, String tuner) {
        fixture.api.client().pods().inNamespace("lab").delete();
        Pod pod = fixture.tunedPod(0, tuner);
        pod.getMetadata().setUid(uid);
        return pod;
    }

    private static Pod unscheduled(Pod pod) {
        pod.getStatus().setInitContainerStatuses(List.of());
        pod.getSpec().setNodeName(null);
        return pod;
    }

    @Test
    void whatAnEarlierRepetitionLeftIsNotConfirmedByOneThatNeverRan() {
        Pod pod = fixture.tunedPod(0, "state: {waiting: {reason: ImagePullBackOff}}");
        pod.getMetadata().setName(StepFixture.REF.runId() + "-2-member-0");
        see(pod);

        assertThat(ends.unconfirmed(StepFixture.REF, fixture.begun(2))).contains("node-0");
    }

    @Test
    void memberThatWasNeverLaunchedHasChangedNothing() {
        var record = fixture.begun(1).neverLaunching(Set.of("member-0"));

        assertThat(ends.unconfirmed(StepFixture.REF, record)).containsExactly("node-1");
    }

    @Test
    void podThatWasSeenNeverthelessTellsMoreThanTheRecord() {
        see(fixture.tunedPod(0, "state: {terminated: {exitCode: 137}}"));
        var record = fixture.begun(1).neverLaunching(Set.of("member-0"));

        assertThat(ends.unconfirmed(StepFixture.REF, record)).contains("node-0");
    }

    private void see(Pod pod) {
        ends.see(pod);
    }

    private Set<String> unconfirmed() {
        return ends.unconfirmed(StepFixture.REF, fixture.begun(1));
    }
}
