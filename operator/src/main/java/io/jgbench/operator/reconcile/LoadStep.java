package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.drive.RunRecords.UnreadableRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.status.Conditions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Finds out, when a run is seen for the first time, whether another operator has begun it, and goes on with it then. */
final class LoadStep implements RunStep {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** A node that is gone never says that its pods are: its Lease is not kept for ever. */
    private static final Duration PODS_END_WITHIN = Duration.ofSeconds(60);

    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final MemberPods pods;
    private final Clearing clearing;
    private final Clock clock;
    private final Consumer<RunRef> wake;

    LoadStep(
            RunRecords records,
            LiveRuns liveRuns,
            MemberPods pods,
            Clearing clearing,
            Clock clock,
            Consumer<RunRef> wake) {
        this.records = records;
        this.liveRuns = liveRuns;
        this.pods = pods;
        this.clearing = clearing;
        this.clock = clock;
        this.wake = wake;
    }

    @Override
    public Outcome take(RunView view) {
        view.draft().runId(view.ref().runId());
        var session = view.session();
        if (session.isLoaded()) {
            return Outcome.proceed();
        }
        try {
            records.load(view.ref())
                    .ifPresentOrElse(
                            record -> session.drive(liveRuns.open(
                                    view.ref(), view.run().getSpec(), record, () -> wake.accept(view.ref()))),
                            () -> nothingBegun(view));
            session.loaded();
            return Outcome.proceed();
        } catch (UnreadableRecordException e) {
            return giveUp(view, e.getMessage());
        }
    }

    private static void nothingBegun(RunView view) {
        if (Conditions.isTrue(view.run(), Conditions.FINISHED)) {
            view.session().cleared();
        }
    }

    /** Ends the pods, which puts their hosts back, and frees the nodes. A run whose outcome stands keeps it. */
    private Outcome giveUp(RunView view, String message) {
        List<Pod> left =
                view.pods().stream().filter(pod -> !new PodView(pod).isOver()).toList();
        left.stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .forEach(pods::delete);
        var session = view.session();
        var now = clock.instant();
        boolean isWorthWaiting =
                Duration.between(session.waitingSince(now), now).compareTo(PODS_END_WITHIN) < 0;
        if (isWorthWaiting && !left.isEmpty()) {
            return Outcome.lookAgainAfter(AGAIN);
        }
        session.waitsNoMore();
        session.loaded();
        clearing.clear(view.ref());
        session.cleared();
        if (!Conditions.isTrue(view.run(), Conditions.FINISHED)) {
            Abort.lost(view, "RecordUnreadable", message);
        }
        view.draft()
                .condition(Conditions.NODES_RESERVED, Status.FALSE, "Released", "The run is over; its nodes are free.");
        return Outcome.lookAgainAfter(AGAIN);
    }
}
