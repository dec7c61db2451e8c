package io.jgbench.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;

/**
 * A container of a pod that runs.
 *
 * @param node where it is
 * @param id by which the node's runtime knows it
 */
public record PodContainer(KindNode node, String id) {

    /** The first container of a pod. */
    public static PodContainer firstOf(Pod pod) {
        String id = pod.getStatus().getContainerStatuses().getFirst().getContainerID();
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
