package io.jgbench.operator.suite;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The BenchmarkRuns of suites. A visit's run has always the same name, so that none is ever made twice. */
final class VisitRuns {
    private final KubernetesClient client;
    private final DeletionByUid deletion;

    VisitRuns(KubernetesClient client) {
        this.client = client;
        this.deletion = new DeletionByUid(client);
    }

    /** The run of a name as it is now, whosever it is; without a status that is of another one of that name. */
    Optional<BenchmarkRun> find(SuiteRef suite, String name) {
        return Optional.ofNullable(client.resources(BenchmarkRun.class)
                        .inNamespace(suite.namespace())
                        .withName(name)
                        .get())
                .map(RunRef::withOwnStatus);
    }

    /**
     * Makes the run of a visit, unless there is one of its name.
     *
     * @param queuedSince when the round of the visit began
     */
    void make(SuiteRef suite, Cell cell, VisitId visit, Instant queuedSince) {
        var visited = new VisitMetadata(suite.name(), visit, cell.coordinates());
        Map<String, String> annotations = new HashMap<>(visited.annotations());
        annotations.putAll(QueueAnnotations.annotations(queuedSince));
        var run = new BenchmarkRun();
        run.setMetadata(new ObjectMetaBuilder()
                .withNamespace(suite.namespace())
                .withName(visit.runName(suite.name()))
                .withLabels(visited.labels(suite))
                .withAnnotations(annotations)
                .withOwnerReferences(suite.ownerReference())
                .build());
        run.setSpec(cell.declared());
        try {
            client.resource(run).create();
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isConflict(e)) {
                throw e;
            }
        }
    }

    /** Has a run that is over keep its place in the queue no longer. */
    void leavePlace(BenchmarkRun run) {
        try {
            client.resources(BenchmarkRun.class)
                    .inNamespace(run.getMetadata().getNamespace())
                    .withName(run.getMetadata().getName())
                    .patch(PatchContext.of(PatchType.JSON_MERGE), QueueAnnotations.leavingPatch());
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isNotFound(e)) {
                throw e;
            }
        }
    }

    /** Deletes a run with all that belongs to it. */
    void delete(BenchmarkRun run) {
        deletion.delete(run);
    }
}
