package io.jgbench.e2e;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;

/**
 * A container of a pod that runs.
 *
 * @param node where it is
 * @param id by which the node's runtime knows it
 */
public record PodContainer(KindNode node, String id) {

    /** The first container of a pod. */
    public static PodContainer firstOf(Pod pod) {
        return of(pod, pod.getStatus().getContainerStatuses().getFirst());
    }

    /** An init container of a pod; empty where it does not run now. */
    public static Optional<PodContainer> ofRunningInit(Pod pod, String name) {
        return pod.getStatus().getInitContainerStatuses().stream()
                .filter(container -> container.getName().equals(name))
                .filter(container ->
                        container.getState() != null && container.getState().getRunning() != null)
                .map(container -> of(pod, container))
                .findFirst();
    }

    private static PodContainer of(Pod pod, ContainerStatus container) {
        String id = container.getContainerID();
        return new PodContainer(new KindNode(pod.getSpec().getNodeName()), id.substring(id.lastIndexOf('/') + 1));
    }

    /** Ends it by SIGKILL. */
    public void kill() {
        node.kill(this);
    }

    /** Stops its process by SIGSTOP: it does nothing any more, and does not notice that time passes. */
    public void freeze() {
        node.freeze(this);
    }

    /** Stops its process for three quarters of each moment, for some seconds; returns when these are over. */
    public void slowDown(Duration lasting) {
        node.slowDown(this, lasting);
    }

    /** Has a frozen one continue. */
    public void thaw() {
        node.thaw(this);
    }
}
