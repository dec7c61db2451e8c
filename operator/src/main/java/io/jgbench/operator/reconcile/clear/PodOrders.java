package io.jgbench.operator.reconcile.clear;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the pods of a run are told once. One that the API server refuses to tell keeps none of the others, and no run
 * from its end: its pods are waited for no longer than others.
 */
final class PodOrders {
    private static final Logger LOG = LoggerFactory.getLogger(PodOrders.class);

    private final RunRef run;
    private final List<String> refusals = new ArrayList<>();

    PodOrders(RunRef run) {
        this.run = run;
    }

    /** Tells one pod. */
    void give(Pod pod, Consumer<Pod> order) {
        give(() -> order.accept(pod));
    }

    /** Asks the API server. */
    void give(Runnable request) {
        try {
            request.run();
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            refusals.add(e.getMessage());
        }
    }

    /** Logs the first refusal, once for all that are waited for since then. */
    PodTermination say(PodTermination waited) {
        if (refusals.isEmpty() || waited.isRefusalSaid()) {
            return waited;
        }
        LOG.warn(
                "Pods of {} cannot be told to end, and are waited for nevertheless: {}",
                run.path(),
                refusals.getFirst());
        return waited.refusalSaid();
    }
}
