package io.jgbench.operator.reconcile.drive;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;

/** Asks the API server itself for what the watch of runs may not have brought yet. */
public record RunVersions(KubernetesClient client) {

    /** Whether there is no later version of a run than this one, and no other run of its name. */
    public boolean isLatest(BenchmarkRun run) {
        BenchmarkRun there = client.resources(BenchmarkRun.class)
                .inNamespace(run.getMetadata().getNamespace())
                .withName(run.getMetadata().getName())
                .get();
        return there != null
                && there.getMetadata()
                        .getResourceVersion()
                        .equals(run.getMetadata().getResourceVersion());
    }
}
