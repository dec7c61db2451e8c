package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pods of members, at the API server. */
public final class MemberPods {
    private static final int LOG_LINES = 20;
    private static final int LOG_CHARS = 4096;

    /** How a kubelet's answer begins when it has removed the container, log and all. */
    private static final String LOG_IS_GONE = "unable to retrieve container logs for ";

    private static final int UNPROCESSABLE = 422;

    private final KubernetesClient client;
    private final DeletionByUid deletion;

    /** Through this client. */
    public MemberPods(KubernetesClient client) {
        this.client = client;
        this.deletion = new DeletionByUid(client);
    }

    /** Makes a pod, unless it is there. */
    public void apply(Pod pod) {
        try {
            client.pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .resource(pod)
                    .fieldManager(Labels.OPERATOR)
                    .forceConflicts()
                    .serverSideApply();
        } catch (KubernetesClientException e) {
            // what an operator of another version made has a spec that never changes
            if (e.getCode() != UNPROCESSABLE || !isThere(pod)) {
                throw e;
            }
        }
    }

    private boolean isThere(Pod pod) {
        Pod there = client.pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .get();
        return there != null
                && Objects.equals(
                        there.getMetadata().getLabels().get(ObjectLabels.REPETITION_ID),
                        pod.getMetadata().getLabels().get(ObjectLabels.REPETITION_ID));
    }

    /** The last lines of a member's output; empty where it has none or they cannot be read. */
    public String lastLines(String namespace, String name) {
        try {
            String log = client.pods()
                    .inNamespace(namespace)
                    .withName(name)
                    .inContainer(MemberPod.CONTAINER)
                    .tailingLines(LOG_LINES)
                    .getLog();
            if (log.startsWith(LOG_IS_GONE)) {
                return "";
            }
            return log.length() <= LOG_CHARS ? log : log.substring(log.length() - LOG_CHARS);
        } catch (KubernetesClientException e) {
            // one that never ran has none, and of one whose node is gone there is no more
            return "";
        }
    }

    /** The pods of a run as the API server has them now; a cache may not know the last ones yet. */
    public List<Pod> of(RunRef run) {
        return client.pods()
                .inNamespace(run.namespace())
                .withLabels(Map.of(Labels.APP, Labels.MEMBER_APP, ObjectLabels.RUN_ID, run.runId()))
                .list()
                .getItems();
    }

    /** Removes a pod, if it is there. */
    public void delete(Pod pod) {
        deletion.delete(pod);
    }

    /** Has the kubelet end a pod that stays for reading: a deadline that has passed is the way it offers. */
    public void end(Pod pod) {
        try {
            client.pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withName(pod.getMetadata().getName())
                    .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"spec\":{\"activeDeadlineSeconds\":1}}");
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isNotFound(e)) {
                throw e;
            }
        }
    }
}
