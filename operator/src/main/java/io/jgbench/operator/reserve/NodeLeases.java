package io.jgbench.operator.reserve;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.RunRef;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One Lease a node, all in one namespace, held by the run whose members stand there. They are taken in the order of the
 * nodes' names, all or none, so that no two runs wait for each other, whoever takes them. A Lease outlives a run that
 * is deleted: it is freed once the run's pods have ended, and tells a later operator to see to that.
 *
 * <p>A run that may have left a node changed leaves its Lease behind, held by nobody: whoever wants the node has it
 * restored first.
 *
 * <p>A Lease says for how long its run can have the node at most. That is for a namespace that the operator looks after
 * no more: nobody there says that a run has ended.
 */
public final class NodeLeases {
    private final KubernetesClient client;
    private final String namespace;
    private final Clock clock;
    private final Predicate<String> isWatched;
    private final Namespaces namespaces;
    private final DeletionByUid deletion;
    private final SettledNodes settled = new SettledNodes();

    /**
     * The leases in a namespace.
     *
     * @param namespace the same for all operators that share nodes
     * @param isWatched whether this operator looks after the runs of a namespace
     */
    public NodeLeases(KubernetesClient client, String namespace, Clock clock, Predicate<String> isWatched) {
        this.client = client;
        this.namespace = namespace;
        this.clock = clock;
        this.isWatched = isWatched;
        this.namespaces = new Namespaces(client);
        this.deletion = new DeletionByUid(client);
    }

    /**
     * Takes all nodes or none.
     *
     * @param nodes their names, in alphabetical order
     * @param changesNodes whether the run may change their settings
     * @param longest how long it can have them at most, until its pods have ended
     * @return the first node that another run holds; empty if all are taken
     */
    public Optional<Busy> take(RunRef run, List<String> nodes, boolean changesNodes, Duration longest) {
        for (String node : nodes) {
            Optional<Busy> busy = take(run, node, changesNodes, longest);
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
     * @param isLeftChanged whether the run has left the node, and may have left it changed
     */
    public record Busy(String node, String holder, Optional<RunRef> deleted, boolean isLeftChanged) {

        Busy(String node, String holder) {
            this(node, holder, Optional.empty(), false);
        }

        /** Who has which node, for a message. */
        public String told() {
            if (isLeftChanged) {
                return holder + ", which may have left node " + node + " changed";
            }
            return deleted.isPresent()
                    ? holder + ", which was deleted and whose pods end on node " + node
                    : holder + ", which has node " + node;
        }
    }

    private Optional<Busy> take(RunRef run, String node, boolean changesNode, Duration longest) {
        try {
            operation(NodeLease.of(run, node, namespace, changesNode, clock.instant(), longest))
                    .create();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isConflict(e)) {
                throw e;
            }
        }
        Optional<NodeLease> held = lease(node);
        return held.isEmpty()
                ? Optional.of(new Busy(node, "a run that has just released it"))
                : held.filter(lease -> !lease.isHeldBy(run)).map(lease -> busy(node, lease));
    }

    private Busy busy(String node, NodeLease held) {
        Optional<RunRef> changedBy = held.changedBy();
        if (changedBy.isPresent()) {
            return new Busy(node, changedBy.get().path(), Optional.empty(), true);
        }
        RunRef holder = held.holder();
        return new Busy(node, holder.path(), Optional.of(holder).filter(_ -> !isThere(held)), false);
    }

    private Optional<NodeLease> lease(String node) {
        return Optional.ofNullable(client.leases()
                        .inNamespace(namespace)
                        .withName(NodeLease.nameOf(node))
                        .get())
                .map(NodeLease::new);
    }

    private NonDeletingOperation<Lease> operation(NodeLease lease) {
        return client.leases().inNamespace(namespace).resource(lease.lease());
    }

    /** The runs that have nodes and are no more. */
    public Set<RunRef> ofMissingRuns() {
        return client
                .leases()
                .inNamespace(namespace)
                .withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withLabel(ObjectLabels.RUN_UID)
                .list()
                .getItems()
                .stream()
                .map(NodeLease::new)
                .collect(Collectors.toMap(NodeLease::holder, Function.identity(), (first, _) -> first))
                .entrySet()
                .stream()
                .filter(found -> !isThere(found.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /**
     * A run that this operator may not look at is believed to be there, unless its namespace is gone. Where nobody
     * looks after it any more, it is not believed to be there for longer than it can be.
     */
    private boolean isThere(NodeLease held) {
        RunRef run = held.holder();
        if (!isWatched.test(run.namespace()) && held.isOverdue(clock.instant())) {
            return false;
        }
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

    /** Whether a run has nodes. */
    public boolean areHeld(RunRef run) {
        return heldBy(run).findAny().isPresent();
    }

    /** Whether a run has nodes, and none of them for longer than it can have it. */
    public boolean areHeldInTime(RunRef run) {
        Instant now = clock.instant();
        List<NodeLease> held = heldBy(run).toList();
        return !held.isEmpty() && held.stream().noneMatch(lease -> lease.isOverdue(now));
    }

    /** Of these nodes those that a run does not have. */
    public Set<String> notHeldBy(RunRef run, Collection<String> nodes) {
        Set<String> held =
                heldBy(run).map(lease -> lease.lease().getMetadata().getName()).collect(Collectors.toSet());
        return nodes.stream()
                .filter(node -> !held.contains(NodeLease.nameOf(node)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Gives all nodes of a run back; whether there were any. */
    public boolean release(RunRef run) {
        return !ofRun(run).delete().isEmpty();
    }

    private Stream<NodeLease> heldBy(RunRef run) {
        return ofRun(run).list().getItems().stream().map(NodeLease::new);
    }

    private FilterWatchListDeletable<Lease, LeaseList, Resource<Lease>> ofRun(RunRef run) {
        return client.leases().inNamespace(namespace).withLabel(ObjectLabels.RUN_UID, run.uid());
    }

    /**
     * Gives all nodes of a run back, but for those that it may have left changed: these are held by nobody, and nobody
     * takes them before they are {@link #settle settled}.
     *
     * @return whether there were any
     */
    public boolean release(RunRef run, Set<String> leftChanged) {
        boolean hadAny = false;
        for (String node : leftChanged) {
            Optional<NodeLease> held = lease(node).filter(lease -> lease.isHeldBy(run));
            held.ifPresent(lease -> operation(lease.leftBy(run, node)).update());
            hadAny |= held.isPresent();
        }
        return release(run) || hadAny;
    }

    /** The nodes of a run that it may have changed, and that it still has. */
    public Set<String> changedBy(RunRef run) {
        return nodes(heldBy(run));
    }

    /** The nodes that a run may have left changed. */
    public Set<String> leftChangedBy(RunRef run) {
        return nodes(leftChanged().filter(lease -> lease.changedBy().equals(Optional.of(run))));
    }

    /**
     * The nodes of a run that it may have changed and that are not settled: those that it still has, and those that it
     * left. An operator that ends while it gives them back has done so with some of them.
     */
    public Set<String> unsettled(RunRef run) {
        Set<String> nodes = new TreeSet<>(changedBy(run));
        nodes.addAll(leftChangedBy(run));
        return nodes;
    }

    /**
     * The nodes that a run left changed are as they were before, and free.
     *
     * @param but those that are not
     */
    public void settle(RunRef run, Set<String> but) {
        leftChangedBy(run).stream().filter(node -> !but.contains(node)).forEach(node -> settle(run, node));
    }

    /** Of these nodes those that some run may have left changed. */
    public Set<String> leftChanged(Collection<String> nodes) {
        Set<String> found = nodes(leftChanged());
        found.retainAll(nodes);
        return found;
    }

    private Stream<NodeLease> leftChanged() {
        return client
                .leases()
                .inNamespace(namespace)
                .withLabel(Labels.MANAGED_BY, Labels.OPERATOR)
                .withoutLabel(ObjectLabels.RUN_UID)
                .list()
                .getItems()
                .stream()
                .map(NodeLease::new)
                .filter(lease -> lease.changedBy().isPresent());
    }

    private static Set<String> nodes(Stream<NodeLease> leases) {
        return leases.flatMap(lease -> lease.changedNode().stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** A node that a run may have left changed is as it was before, and free. */
    public void settle(String node) {
        lease(node).flatMap(NodeLease::changedBy).ifPresent(run -> settle(run, node));
    }

    /** The same of a run that has left a node changed, also where no Lease says so. */
    public void settle(RunRef run, String node) {
        settled.add(run, node);
        lease(node)
                .filter(left -> left.changedBy().equals(Optional.of(run)))
                .map(NodeLease::lease)
                .ifPresent(deletion::delete);
    }

    /** The nodes that a run left changed and of which this operator knows that they are as they were before. */
    public Set<String> knownSettled(RunRef run) {
        return settled.of(run);
    }

    /** Of these nodes those that have a Lease, whosever it is. */
    public Set<String> leased(Collection<String> nodes) {
        return nodes.stream().filter(node -> lease(node).isPresent()).collect(Collectors.toCollection(TreeSet::new));
    }
}
