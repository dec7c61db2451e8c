package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The pods that restore nodes, at the API server. They are in the namespace of a run, where the operator may make pods.
 */
public final class RestorePods {
    private final KubernetesClient client;
    private final DeletionByUid deletion;
    private final MemberSettings settings;
    private final Map<String, Set<String>> runIdsBefore = new ConcurrentHashMap<>();

    /** Through this client. */
    public RestorePods(KubernetesClient client, MemberSettings settings) {
        this.client = client;
        this.deletion = new DeletionByUid(client);
        this.settings = settings;
    }

    /** Those that were made for a run. */
    public List<RestorePod> of(RunRef run) {
        return client
                .pods()
                .inNamespace(run.namespace())
                .withLabels(Map.of(Labels.APP, Labels.RESTORE_APP, ObjectLabels.RUN_ID, run.runId()))
                .list()
                .getItems()
                .stream()
                .map(RestorePod::new)
                // labels can be changed by whoever may change pods, names by nobody
                .filter(pod -> pod.isNamedFor(run))
                .toList();
    }

    /**
     * Whether there may be some that an operator before this one made for a run. Asked of the API server once for each
     * namespace: thousands of runs may wait there when an operator starts. What this operator makes does not count.
     */
    public boolean mayBeFromBefore(RunRef run) {
        return runIdsBefore.computeIfAbsent(run.namespace(), this::runIds).contains(run.runId());
    }

    private Set<String> runIds(String namespace) {
        return client.pods().inNamespace(namespace).withLabel(Labels.APP, Labels.RESTORE_APP).list().getItems().stream()
                .map(pod -> pod.getMetadata().getLabels().get(ObjectLabels.RUN_ID))
                .filter(Objects::nonNull)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Makes the pod of a node, unless it is there.
     *
     * @param asked for which run
     * @return the one of its name that was there, and was not among those {@link #of} the run: its labels were changed
     */
    public Optional<RestorePod> make(RestoreFor asked, String node) {
        try {
            return create(RestorePod.of(settings, asked, node));
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            // a cluster may keep the priority for namespaces of its own
            return create(RestorePod.withMembersPriority(settings, asked, node));
        }
    }

    private Optional<RestorePod> create(Pod pod) {
        var ofNamespace = client.pods().inNamespace(pod.getMetadata().getNamespace());
        try {
            ofNamespace.resource(pod).create();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isConflict(e)) {
                throw e;
            }
            return Optional.ofNullable(
                            ofNamespace.withName(pod.getMetadata().getName()).get())
                    .filter(there ->
                            pod.getSpec().getNodeName().equals(there.getSpec().getNodeName()))
                    .map(RestorePod::new);
        }
    }

    /**
     * Removes one, if it is there. One that no kubelet has taken on is gone at once: nobody would ever say of a node
     * that is lost that it has ended, and it would keep its namespace from going.
     */
    public void delete(RestorePod pod) {
        if (pod.isAcknowledged()) {
            deletion.delete(pod.pod());
        } else {
            deletion.deleteAtOnce(pod.pod());
        }
    }
}
