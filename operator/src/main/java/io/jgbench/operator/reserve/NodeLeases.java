package io.jgbench.operator.reserve;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One Lease a node, all in one namespace, held by the run whose members stand there. They are taken in the order of the
 * nodes' names, all or none, so that no two runs wait for each other, whoever takes them.
 */
public final class NodeLeases {
    private static final String PREFIX = "jgbench-node-";
    private static final int MAX_NAME = 253;

    private final KubernetesClient client;
    private final String namespace;
    private final Clock clock;

    /**
     * The leases in a namespace.
     *
     * @param namespace the same for all operators that share nodes
     */
    public NodeLeases(KubernetesClient client, String namespace, Clock clock) {
        this.client = client;
        this.namespace = namespace;
        this.clock = clock;
    }

    /**
     * Takes all nodes or none. A lease of a run that is no more is taken over.
     *
     * @param nodes their names, in alphabetical order
     * @return the first node that another run holds; empty if all are taken
     */
    public Optional<Busy> take(RunRef run, List<String> nodes) {
        for (String node : nodes) {
            Optional<Busy> busy = take(run, node);
            if (busy.isPresent()) {
                release(run);
                return busy;
            }
        }
        return Optional.empty();
    }

    /**
     * A node that another run holds.
     *
     * @param node its name
     * @param holder the run, as {@code namespace/name}
     */
    public record Busy(String node, String holder) {}

    private Optional<Busy> take(RunRef run, String node) {
        try {
            operation(lease(run, node, null)).create();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
        }
        Lease held =
                client.leases().inNamespace(namespace).withName(leaseName(node)).get();
        if (held == null) {
            return Optional.of(new Busy(node, "a run that has just released it"));
        }
        if (run.uid().equals(held.getMetadata().getLabels().get(Labels.RUN_UID))) {
            return Optional.empty();
        }
        if (isAlive(held)) {
            return Optional.of(new Busy(node, held.getSpec().getHolderIdentity()));
        }
        return takeOver(run, node, held);
    }

    private Optional<Busy> takeOver(RunRef run, String node, Lease held) {
        try {
            operation(lease(run, node, held.getMetadata().getResourceVersion())).update();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return Optional.of(new Busy(node, "a run that has just taken it"));
            }
            throw e;
        }
    }

    private NonDeletingOperation<Lease> operation(Lease lease) {
        return client.leases().inNamespace(namespace).resource(lease);
    }

    /** A run that this operator may not look at is believed to be alive. */
    private boolean isAlive(Lease held) {
        String[] holder = held.getSpec().getHolderIdentity().split("/", 2);
        String uid = held.getMetadata().getLabels().get(Labels.RUN_UID);
        try {
            BenchmarkRun run = client.resources(BenchmarkRun.class)
                    .inNamespace(holder[0])
                    .withName(holder[holder.length - 1])
                    .get();
            return run != null && run.getMetadata().getUid().equals(uid);
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return true;
            }
            throw e;
        }
    }

    /** Gives all nodes of a run back; whether there were any. */
    public boolean release(RunRef run) {
        return !client.leases()
                .inNamespace(namespace)
                .withLabel(Labels.RUN_UID, run.uid())
                .delete()
                .isEmpty();
    }

    private Lease lease(RunRef run, String node, String resourceVersion) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(Labels.RUN_UID, run.uid());
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(leaseName(node))
                .withLabels(labels)
                .withResourceVersion(resourceVersion)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(run.path())
                .withAcquireTime(clock.instant().atZone(ZoneOffset.UTC))
                .endSpec()
                .build();
    }

    /** Names of leases and nodes have the same limit; a longer one ends in its hash. */
    private static String leaseName(String node) {
        String name = PREFIX + node;
        if (name.length() <= MAX_NAME) {
            return name;
        }
        String hash = Integer.toHexString(node.hashCode());
        return name.substring(0, MAX_NAME - hash.length() - 1) + "-" + hash;
    }
}
