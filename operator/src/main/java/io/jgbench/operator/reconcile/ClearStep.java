package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.RetentionSettings;
import io.jgbench.api.v1alpha1.RetentionSettings.Pods;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.PodView;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** When a repetition is over: ends what is left of its pods, and then begins the next one or frees the nodes. */
final class ClearStep implements RunStep {
    /** A machine wants to be observed at least this often. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** A member that was told to stop ends at once, and its pod soon after. */
    private static final Duration PODS_END_THEMSELVES_WITHIN = Duration.ofSeconds(15);

    /**
     * A node that is gone never says that its pods are: its Lease is not kept for ever. Both count from when this operator
     * first found the repetition to be over, as nobody may have told the members before.
     */
    private static final Duration PODS_END_WITHIN = Duration.ofSeconds(60);

    private final MemberPods pods;
    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final Clearing clearing;
    private final EpochClock epochClock;
    private final Clock clock;
    private final Consumer<RunRef> wake;

    ClearStep(
            MemberPods pods,
            RunRecords records,
            LiveRuns liveRuns,
            Clearing clearing,
            EpochClock epochClock,
            Clock clock,
            Consumer<RunRef> wake) {
        this.pods = pods;
        this.records = records;
        this.liveRuns = liveRuns;
        this.clearing = clearing;
        this.epochClock = epochClock;
        this.clock = clock;
        this.wake = wake;
    }

    @Override
    public Outcome take(RunView view) {
        RunRecord record = view.session().live().orElseThrow().record();
        if (record.completionTime().isEmpty()) {
            return Outcome.lookAgainAfter(record.status().stepAgainWithin(AGAIN, epochClock.epochNanos()));
        }
        Duration passed = view.session().endingFor(epochClock.epochNanos());
        if (!record.status().over()) {
            return Outcome.lookAgainAfter(AGAIN);
        }
        List<Pod> left = view.podList(record.plan().id());
        boolean stay = stay(view, record);
        left.forEach(pod -> end(pod, stay, passed.compareTo(PODS_END_THEMSELVES_WITHIN) < 0));
        boolean isWorthWaiting = passed.compareTo(PODS_END_WITHIN) < 0;
        if (isWorthWaiting && left.stream().map(PodView::new).anyMatch(pod -> !pod.isOver())) {
            return Outcome.lookAgainAfter(AGAIN);
        }
        return record.repetition() < record.spec().repetitions() ? next(view, record) : finish(view);
    }

    /**
     * A pod that ends by itself is let, so that it can be read from it that its host was restored. One without a node has
     * no kubelet that would end it, and nothing to read.
     */
    private void end(Pod pod, boolean stays, boolean isPatient) {
        var found = new PodView(pod);
        boolean isLeaving = pod.getMetadata().getDeletionTimestamp() != null;
        boolean isLeft = !found.isOver() && isPatient && found.isScheduled();
        if (isLeaving || isLeft) {
            return;
        }
        if (!stays || !(found.isOver() || found.isScheduled())) {
            pods.delete(pod);
        } else if (!found.isOver() && !isToldToEnd(pod)) {
            pods.end(pod);
        }
    }

    private static boolean isToldToEnd(Pod pod) {
        return Objects.equals(pod.getSpec().getActiveDeadlineSeconds(), 1L);
    }

    private static boolean stay(RunView view, RunRecord record) {
        var retention = Objects.requireNonNullElse(view.run().getSpec().retention(), RetentionSettings.defaults());
        return switch (Objects.requireNonNullElse(retention.pods(), Pods.ON_FAILURE)) {
            case ALWAYS -> true;
            case NEVER -> false;
            case ON_FAILURE -> record.status().failure().isPresent();
        };
    }

    private Outcome next(RunView view, RunRecord record) {
        int repetition = record.repetition() + 1;
        var plan = record.plan().forRepetition(RepetitionIds.of(view.ref(), repetition));
        var next = RunRecord.begin(record.spec(), repetition, plan, clock.instant());
        liveRuns.prepare(view.ref(), view.run().getSpec(), next);
        records.save(view.ref(), next);
        view.session().drive(liveRuns.open(view.ref(), view.run().getSpec(), next, () -> wake.accept(view.ref())));
        wake.accept(view.ref());
        return Outcome.lookAgainAfter(AGAIN);
    }

    /** Not before the outcome stands in the status: without its record the run would begin again. */
    private Outcome finish(RunView view) {
        if (!view.run().isTrue(ConditionType.FINISHED)) {
            return Outcome.lookAgainAfter(AGAIN);
        }
        clearing.clear(view.ref());
        view.session().cleared();
        Clearing.note(view);
        return Outcome.lookAgainAfter(AGAIN);
    }
}
