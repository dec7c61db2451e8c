package io.jgbench.operator.reserve;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.RunRef;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One Lease a node, all in one namespace, held by the run whose members stand there. They are taken in the order of the
 * nodes' names, all or none, so that no two runs wait for each other, whoever takes them. A Lease outlives a run that
 * is deleted: it is freed once the run's pods have ended, and tells a later operator to see to that.
 */
public final class NodeLeases {
    private static final String PREFIX = "jgbench-node-";
    private static final int MAX_NAME = 253;

    private final KubernetesClient client;
    private final String namespace;
    private final Clock clock;
    private final Namespaces namespaces;

    /**
     * The leases in a namespace.
     *
     * @param namespace the same for all operators that share nodes
     */
    public NodeLeases(KubernetesClient client, String namespace, Clock clock) {
        this.client = client;
        this.namespace = namespace;
        this.clock = clock;
        this.namespaces = new Namespaces(client);
    }

    /**
     * Takes all nodes or none.
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
     * @param holder the run, as {@code namespace/name} or in words
     * @param deleted the run, where it is gone: its pods may not have ended
     */
    public record Busy(String node, String holder, Optional<RunRef> deleted) {

        Busy(String node, String holder) {
            this(node, holder, Optional.empty());
        }

        /** Who has which node, for a message. */
        public String told() {
            return deleted.isPresent()
                    ? holder + ", which was deleted and whose pods end on node " + node
                    : holder + ", which has node " + node;
        }
    }

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
        RunRef holder = holder(held);
        if (run.uid().equals(holder.uid())) {
            return Optional.empty();
        }
        return Optional.of(new Busy(node, holder.path(), Optional.of(holder).filter(found -> !isThere(found))));
    }

    private NonDeletingOperation<Lease> operation(Lease lease) {
        return client.leases().inNamespace(namespace).resource(lease);
    }

    /** The runs that have nodes and are no more. */
    public Set<RunRef> ofMissingRuns() {
        return client
                .leases()
                .inNamespace(namespace)
                .withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withLabel(Labels.RUN_UID)
                .list()
                .getItems()
                .stream()
                .map(NodeLeases::holder)
                .distinct()
                .filter(found -> !isThere(found))
                .collect(Collectors.toSet());
    }

    private static RunRef holder(Lease held) {
        String[] path = held.getSpec().getHolderIdentity().split("/", 2);
        return new RunRef(
                path[0],
                path[path.length - 1],
                Objects.requireNonNullElse(held.getMetadata().getLabels().get(Labels.RUN_UID), ""));
    }

    /** A run that this operator may not look at is believed to be there, unless its namespace is gone. */
    private boolean isThere(RunRef run) {
        try {
            BenchmarkRun found = client.resources(BenchmarkRun.class)
                    .inNamespace(run.namespace())
                    .withName(run.name())
                    .get();
            return found != null && found.getMetadata().getUid().equals(run.uid());
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return !namespaces.isGone(run.namespace());
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
