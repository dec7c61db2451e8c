package io.jgbench.operator.reconcile.clear;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunCredentials;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.result.ResultStore;
import java.util.Set;
import java.util.function.Consumer;

/** Releases what a run needs only while it is under way. */
public final class Cleanup {
    private final NodeLeases leases;
    private final RunCredentials credentials;
    private final ResultStore results;
    private final RunRecords records;
    private final Consumer<RunRef> wakeQueued;

    /**
     * Of what these hold.
     *
     * @param wakeQueued called when nodes became free
     */
    public Cleanup(
            NodeLeases leases,
            RunCredentials credentials,
            ResultStore results,
            RunRecords records,
            Consumer<RunRef> wakeQueued) {
        this.leases = leases;
        this.credentials = credentials;
        this.results = results;
        this.records = records;
        this.wakeQueued = wakeQueued;
    }

    /**
     * Of a run that could not begin and has changed no host. Nobody is woken: whoever waits for the run waits on, as it
     * is still to begin. Several such runs would wake each other as often as the API server fails.
     *
     * <p>For one that is in trouble nobody waits, but others may have met its Leases. They are woken, and do not wake
     * it in turn.
     */
    public void undo(RunView view) {
        if (ReconcileFailure.isSaidOf(view.run())) {
            free(view.ref(), Set.of());
        } else {
            leases.release(view.ref());
        }
        deleteObjects(view.ref());
    }

    /**
     * Of a run that is over, or had begun.
     *
     * @param leftChanged nodes that the run may have left changed, which nobody takes before they are restored
     */
    public void clear(RunRef run, Set<String> leftChanged) {
        free(run, leftChanged);
        deleteObjects(run);
    }

    /** The record goes last: as long as it is there, an operator that takes over comes here again. */
    private void deleteObjects(RunRef run) {
        credentials.delete(run);
        results.forgetEvidence(run);
        records.delete(run);
    }

    /** The same of a run that is deleted, whose objects go with it; whether it had nodes. */
    public boolean freeDeleted(RunRef run, Set<String> leftChanged) {
        boolean hadNodes = free(run, leftChanged);
        records.forget(run);
        return hadNodes;
    }

    /**
     * Notes that the run is cleared away.
     *
     * @param isEachRestored whether no node is left that the run may have left changed; such a node is not free
     */
    static void note(RunView view, boolean isEachRestored) {
        view.draft()
                .condition(
                        ConditionType.NODES_RESERVED,
                        Status.FALSE,
                        ConditionReason.RELEASED,
                        isEachRestored
                                ? "The run is over; its nodes are free."
                                : "The run is over; its nodes are free, but for those that are not restored: see"
                                        + " TuningVerified.");
    }

    /**
     * Frees the run's nodes and wakes whoever waits for one; whether it had any.
     *
     * @param leftChanged those that it may have left changed
     */
    boolean free(RunRef run, Set<String> leftChanged) {
        boolean hadNodes = leases.release(run, leftChanged);
        wakeQueued.accept(run);
        return hadNodes;
    }
}
