package io.jgbench.operator.reserve;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the Lease of one node says: the run that has the node, or the run that may have left it changed.
 *
 * @param lease as Kubernetes has it
 */
record NodeLease(Lease lease) {
    private static final String PREFIX = "jgbench-node-";
    private static final int MAX_NAME = 253;

    /** An annotation: the node, where the holder may change its settings. */
    private static final String CHANGES_NODE = "jgbench.io/changes-node";

    /** An annotation: the run that may have left the node changed, as namespace, name and uid. */
    private static final String CHANGED_BY = "jgbench.io/changed-by";

    /**
     * The Lease by which a run takes a node.
     *
     * @param namespace of the Lease
     * @param changesNode whether the run may change its settings
     * @param since when it takes it
     * @param longest how long it can have it at most
     */
    static NodeLease of(
            RunRef run, String node, String namespace, boolean changesNode, Instant since, Duration longest) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(ObjectLabels.RUN_UID, run.uid());
        return new NodeLease(new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(nameOf(node))
                .withLabels(labels)
                .withAnnotations(changesNode ? Map.of(CHANGES_NODE, node) : Map.of())
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(run.path())
                .withAcquireTime(since.atZone(ZoneOffset.UTC))
                .withLeaseDurationSeconds((int) Math.min(longest.toSeconds(), Integer.MAX_VALUE))
                .endSpec()
                .build());
    }

    /** Names of leases and nodes have the same limit; a longer one ends in its hash. */
    static String nameOf(String node) {
        String name = PREFIX + node;
        if (name.length() <= MAX_NAME) {
            return name;
        }
        String hash = Integer.toHexString(node.hashCode());
        return name.substring(0, MAX_NAME - hash.length() - 1) + "-" + hash;
    }

    /** The same, held by nobody, of a node that its holder may have left changed. */
    NodeLease leftBy(RunRef run, String node) {
        return new NodeLease(new LeaseBuilder(lease)
                .editMetadata()
                .withLabels(Map.of(Labels.MANAGED_BY, Labels.OPERATOR))
                .withAnnotations(Map.of(
                        CHANGES_NODE, node, CHANGED_BY, String.join("/", run.namespace(), run.name(), run.uid())))
                .endMetadata()
                .editSpec()
                .withHolderIdentity(null)
                .endSpec()
                .build());
    }

    /** The run that has the node. */
    RunRef holder() {
        String[] path = lease.getSpec().getHolderIdentity().split("/", 2);
        return new RunRef(path[0], path[path.length - 1], Objects.requireNonNullElse(label(ObjectLabels.RUN_UID), ""));
    }

    boolean isHeldBy(RunRef run) {
        return run.uid().equals(label(ObjectLabels.RUN_UID));
    }

    /** The run that may have left the node changed; empty while a run has it. */
    Optional<RunRef> changedBy() {
        return annotation(CHANGED_BY)
                .map(run -> run.split("/", 3))
                .filter(parts -> parts.length == 3)
                .map(parts -> new RunRef(parts[0], parts[1], parts[2]));
    }

    /** The node, where its settings may be changed. */
    Optional<String> changedNode() {
        return annotation(CHANGES_NODE);
    }

    /**
     * Whether its run has had the node for longer than it can. One of an earlier version of the operator does not say.
     */
    boolean isOverdue(Instant now) {
        ZonedDateTime since = lease.getSpec().getAcquireTime();
        Integer seconds = lease.getSpec().getLeaseDurationSeconds();
        return since != null
                && seconds != null
                && since.plusSeconds(seconds).toInstant().isBefore(now);
    }

    private String label(String name) {
        return Objects.requireNonNullElse(lease.getMetadata().getLabels(), Map.<String, String>of())
                .get(name);
    }

    private Optional<String> annotation(String name) {
        return Optional.ofNullable(lease.getMetadata().getAnnotations()).map(all -> all.get(name));
    }
}
