package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.plan.NodeViews;
import io.jgbench.operator.reconcile.restore.TunerEnds;
import java.util.List;
import java.util.Set;

/** The nodes and members' pods that the operator watches, and which runs a change of them wakes. */
final class WatchedObjects {
    private final NodeViews nodeViews;
    private final TunerEnds tunerEnds;
    private final Wakeups wakeups;
    private volatile InformerEventSource<Node, BenchmarkRun> nodes;

    WatchedObjects(NodeViews nodeViews, TunerEnds tunerEnds, Wakeups wakeups) {
        this.nodeViews = nodeViews;
        this.tunerEnds = tunerEnds;
        this.wakeups = wakeups;
    }

    /** Begins to watch; called once, before anything else here. */
    List<EventSource<?, BenchmarkRun>> sources(EventSourceContext<BenchmarkRun> context) {
        nodes = new InformerEventSource<>(
                InformerEventSourceConfiguration.from(Node.class, BenchmarkRun.class)
                        .withName("nodes")
                        .withWatchAllNamespaces()
                        .withOnUpdateFilter((now, before) -> !NodeView.of(now).equals(NodeView.of(before)))
                        .withSecondaryToPrimaryMapper(node -> wakeups.whenNodesChange())
                        .withPrimaryToSecondaryMapper(run -> Set.of())
                        .build(),
                context);
        var pods = new InformerEventSource<>(
                InformerEventSourceConfiguration.from(Pod.class, BenchmarkRun.class)
                        .withName("pods")
                        .withNamespacesInheritedFromController()
                        .withLabelSelector(Labels.APP + "=" + Labels.MEMBER_APP)
                        .withSecondaryToPrimaryMapper(this::seen)
                        .build(),
                context);
        return List.of(pods, nodes);
    }

    /** All nodes of the cluster. */
    List<NodeView> nodes() {
        return nodeViews.of(nodes.list(node -> true));
    }

    /** The members' pods of a run. */
    static List<Pod> podsOf(RunRef ref, Context<BenchmarkRun> context) {
        return context.getSecondaryResourcesAsStream(Pod.class)
                .filter(pod -> ref.runId().equals(pod.getMetadata().getLabels().get(ObjectLabels.RUN_ID)))
                .toList();
    }

    /** Called with each sight of a pod, the last one before it is gone among them. */
    private Set<ResourceID> seen(Pod pod) {
        tunerEnds.see(pod);
        return runOf(pod);
    }

    private static Set<ResourceID> runOf(Pod pod) {
        String name = pod.getMetadata().getLabels().get(ObjectLabels.RUN);
        return name == null
                ? Set.of()
                : Set.of(new ResourceID(name, pod.getMetadata().getNamespace()));
    }
}
