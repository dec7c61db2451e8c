package io.jgbench.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PodContainerTest {

    @Test
    void initContainerThatRunsIsKnownByItsNodeAndId() {
        Pod pod = pod("{name: other, state: {running: {}}, containerID: 'containerd://0'},"
                + " {name: tune, state: {running: {}}, containerID: 'containerd://1a2b'}");

        assertThat(PodContainer.ofRunningInit(pod, "tune"))
                .contains(new PodContainer(new KindNode("jgbench-worker"), "1a2b"));
    }

    @Test
    void initContainerThatHasEndedOrIsStartedAgainIsNotStruck() {
        assertThat(PodContainer.ofRunningInit(
                        pod("{name: tune, state: {terminated: {exitCode: 0}}, containerID: 'containerd://1'}"), "tune"))
                .isEmpty();
        assertThat(PodContainer.ofRunningInit(
                        pod("{name: tune, state: {waiting: {}}, containerID: 'containerd://1'}"), "tune"))
                .isEmpty();
        assertThat(PodContainer.ofRunningInit(pod(""), "tune")).isEmpty();
    }

    private static Pod pod(String initContainers) {
        return Serialization.unmarshal(
                "apiVersion: v1\nkind: Pod\nspec: {nodeName: jgbench-worker}\nstatus: {initContainerStatuses: ["
                        + initContainers + "]}\n",
                Pod.class);
    }
}
