package io.jgbench.operator.reconcile.deleted;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.RunRef;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes away the finalizer that earlier versions of the operator put on each run. */
public final class FormerFinalizer {
    /** Its name. */
    public static final String NAME = "jgbench.io/members";

    private static final int UNPROCESSABLE = 422;

    /** The run is gone, or its finalizers are others by now, which the next look at the run tells. */
    private static final Set<Integer> CHANGED_MEANWHILE =
            Set.of(HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT, UNPROCESSABLE);

    private static final Logger LOG = LoggerFactory.getLogger(FormerFinalizer.class);

    private final KubernetesClient client;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Through this client. */
    public FormerFinalizer(KubernetesClient client) {
        this.client = client;
    }

    /** Does so where the run, as it was read, has it. */
    public void remove(BenchmarkRun run) {
        if (!run.hasFinalizer(NAME)) {
            return;
        }
        int index = run.getMetadata().getFinalizers().indexOf(NAME);
        String patch = """
                [{"op": "test", "path": "/metadata/uid", "value": "%1$s"},
                 {"op": "test", "path": "/metadata/finalizers/%2$d", "value": "%3$s"},
                 {"op": "remove", "path": "/metadata/finalizers/%2$d"}]
                """.formatted(run.getMetadata().getUid(), index, NAME);
        try {
            client.resources(BenchmarkRun.class)
                    .inNamespace(run.getMetadata().getNamespace())
                    .withName(run.getMetadata().getName())
                    .patch(PatchContext.of(PatchType.JSON), patch);
            told.remove(run.getMetadata().getUid());
        } catch (KubernetesClientException e) {
            if (ApiAnswer.isDenial(e)) {
                // the webhook chooses the status and the details, which say nothing of the run
                throw e;
            }
            if (isAgainstTheDefinition(e)) {
                if (told.add(run.getMetadata().getUid())) {
                    LOG.warn(
                            "The finalizer {} stays on run {}, and with it the run when it is deleted, as the API"
                                    + " server refuses each change of a run that does not fit its definition. What to"
                                    + " do is in docs/OPERATOR.md, \"Objects that cannot be read\". {}",
                            NAME,
                            RunRef.of(run).path(),
                            e.getMessage());
                }
                return;
            }
            if (!CHANGED_MEANWHILE.contains(e.getCode())) {
                throw e;
            }
        }
    }

    /** It names fields then, which it does not where the run has changed meanwhile. */
    private static boolean isAgainstTheDefinition(KubernetesClientException refusal) {
        return refusal.getCode() == UNPROCESSABLE
                && Optional.ofNullable(refusal.getStatus())
                        .map(Status::getDetails)
                        .map(StatusDetails::getCauses)
                        .filter(causes -> causes.stream().anyMatch(cause -> cause.getField() != null))
                        .isPresent();
    }
}
