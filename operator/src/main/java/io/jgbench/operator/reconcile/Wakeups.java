package io.jgbench.operator.reconcile;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reserve.RunQueue;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Triggers reconciliations on events that no watch delivers. */
final class Wakeups {
    private final SimpleInboundEventSource<BenchmarkRun> events = new SimpleInboundEventSource<>("wakeups");
    private final RunQueue queue;
    private volatile Supplier<Stream<BenchmarkRun>> runs = Stream::empty;

    /** Wakes as the queue has it. */
    Wakeups(RunQueue queue) {
        this.queue = queue;
    }

    /** Where all runs are found. */
    void runsFrom(Supplier<Stream<BenchmarkRun>> cache) {
        runs = cache;
    }

    SimpleInboundEventSource<BenchmarkRun> eventSource() {
        return events;
    }

    /** Has a run looked at. */
    void wake(RunRef run) {
        events.propagateEvent(run.resourceId());
    }

    /**
     * Has the runs looked at that may follow the one which leaves its nodes, but not that one itself; one of the same
     * name may wait for it to be gone. Those that are in trouble are tried again at their own pace: each would wake the
     * others as often as it fails.
     */
    void wakeQueued(RunRef leaving) {
        waiting()
                .filter(run -> !ReconcileFailure.isSaidOf(run))
                .filter(run -> !leaving.uid().equals(run.getMetadata().getUid()))
                .filter(run -> queue.mayFollow(run.getMetadata().getUid(), leaving.uid()))
                .map(ResourceID::fromResource)
                .forEach(events::propagateEvent);
    }

    /**
     * The runs that wait for nodes, not those that are suspended, and those that may have left a node changed: one that
     * the cluster did not have any more may have come back.
     */
    Set<ResourceID> whenNodesChange() {
        return Stream.concat(waiting(), unconfirmed())
                .map(ResourceID::fromResource)
                .collect(Collectors.toSet());
    }

    private Stream<BenchmarkRun> unconfirmed() {
        return runs.get()
                .filter(run -> run.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED));
    }

    private Stream<BenchmarkRun> waiting() {
        return runs.get()
                .filter(run -> !run.isTrue(ConditionType.FINISHED) && !run.isTrue(ConditionType.NODES_RESERVED))
                .filter(run -> !Boolean.TRUE.equals(run.getSpec().suspend()));
    }
}
