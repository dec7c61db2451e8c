package io.jgbench.operator.reconcile.clear;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.reconcile.state.PodTermination;
import java.util.List;

/** Deletes the pods of a run, which restores their hosts, and waits until they are gone. */
public final class PodDeletion {
    private final MemberPods pods;
    private final EpochClock clock;

    /**
     * Deletes these pods.
     *
     * @param clock tells how long their end is waited for
     */
    public PodDeletion(MemberPods pods, EpochClock clock) {
        this.pods = pods;
        this.clock = clock;
    }

    /** What happens to pods that ended without being deleted. */
    public enum Ended {
        /** They stay for reading. */
        STAY,
        /** They go as well. */
        GO
    }

    /**
     * How it goes.
     *
     * @param podTermination since when it is waited for
     * @param isUnderWay whether pods are still to be waited for
     * @param isConfirmed whether it was seen that all have ended
     */
    public record Progress(PodTermination podTermination, boolean isUnderWay, boolean isConfirmed) {}

    /**
     * Tells the pods that were not told yet.
     *
     * @param before since when they have been waited for
     */
    public Progress of(RunRef run, PodTermination before, Ended ended) {
        List<Pod> all = pods.of(run);
        var orders = new PodOrders(run);
        all.stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> ended == Ended.GO || !new PodView(pod).isOver())
                .forEach(pod -> orders.give(pod, pods::delete));
        return byOthers(orders.say(before), all.stream().map(PodView::new).allMatch(PodView::isOver));
    }

    /**
     * Waits for pods that somebody else deletes.
     *
     * @param before since when they have been waited for
     * @param haveEnded whether it was seen that all have ended
     */
    public Progress byOthers(PodTermination before, boolean haveEnded) {
        long now = clock.epochNanos();
        PodTermination podTermination = before.at(now);
        return new Progress(podTermination, !haveEnded && podTermination.isWorthWaiting(now), haveEnded);
    }
}
