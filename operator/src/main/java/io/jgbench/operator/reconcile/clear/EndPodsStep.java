package io.jgbench.operator.reconcile.clear;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.RetentionSettings;
import io.jgbench.api.v1alpha1.RetentionSettings.Pods;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.reconcile.state.RunState.Led;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** When a repetition is over: ends what is left of its pods, and waits for that. */
public final class EndPodsStep implements RunStep<Led> {
    /** A machine wants to be observed at least this often. */
    public static final Duration AGAIN = Duration.ofSeconds(1);

    /**
     * A member that was told to stop ends at once, and its pod soon after. Counted from when this operator first found
     * the repetition to be over.
     */
    private static final Duration PODS_END_THEMSELVES_WITHIN = Duration.ofSeconds(15);

    private final MemberPods pods;
    private final EpochClock clock;

    /**
     * Ends these pods.
     *
     * @param clock tells how long their end is waited for
     */
    public EndPodsStep(MemberPods pods, EpochClock clock) {
        this.pods = pods;
        this.clock = clock;
    }

    @Override
    public StepOutcome take(RunView view, Led state) {
        RunRecord record = state.repetition().record();
        long now = clock.epochNanos();
        if (record.completionTime().isEmpty()) {
            return StepOutcome.lookAgainAfter(record.status().stepAgainWithin(AGAIN, now));
        }
        Led waiting =
                view.session().become(state, state.with(state.podTermination().at(now)));
        if (!record.status().over()) {
            return StepOutcome.lookAgainAfter(AGAIN);
        }
        Duration passed = waiting.podTermination().lasting(now);
        var orders = new PodOrders(view.ref());
        Optional<List<Pod>> found = left(view, record, orders);
        List<Pod> left = found.orElseGet(List::of);
        boolean isPatient = passed.compareTo(PODS_END_THEMSELVES_WITHIN) < 0;
        Consumer<Pod> ending = stay(view, record) ? pod -> keep(pod, orders) : pod -> orders.give(pod, pods::delete);
        left.stream()
                .filter(pod -> !isLeaving(pod) && !(isPatient && endsByItself(pod)))
                .forEach(ending);
        view.session().become(waiting, waiting.with(orders.say(waiting.podTermination())));
        boolean mayLive = found.isEmpty() || !areOver(left);
        boolean isWaitedFor = mayLive && waiting.podTermination().isWorthWaiting(now);
        return isWaitedFor ? StepOutcome.lookAgainAfter(AGAIN) : StepOutcome.proceed();
    }

    /**
     * The pods of the repetition; empty if nobody can tell. Before its nodes are given to others the API server is
     * asked, as a watch that lags does not show the last pods.
     */
    private Optional<List<Pod>> left(RunView view, RunRecord record, PodOrders orders) {
        List<Pod> cached = view.podList(record.plan().id());
        if (!areOver(cached)) {
            return Optional.of(cached);
        }
        var live = new AtomicReference<List<Pod>>();
        orders.give(() ->
                live.set(RunView.ofRepetition(pods.of(view.ref()), record.plan().id())));
        return Optional.ofNullable(live.get());
    }

    private static boolean areOver(List<Pod> pods) {
        return pods.stream().map(PodView::new).allMatch(PodView::isOver);
    }

    private static boolean isLeaving(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /**
     * Such a pod is let, so that it can be read from it that its host was restored. One in which nothing has run does
     * not end by itself, nor does one whose tuner has failed.
     */
    private static boolean endsByItself(Pod pod) {
        var found = new PodView(pod);
        return !found.isOver() && found.isScheduled() && !found.hasNotBegun() && !found.isTunedInVain();
    }

    /** Ends a pod that stays for reading. One without a node has no kubelet that would end it, and nothing to read. */
    private void keep(Pod pod, PodOrders orders) {
        var found = new PodView(pod);
        if (found.isOver()) {
            return;
        }
        if (!found.isScheduled()) {
            orders.give(pod, pods::delete);
        } else if (!isToldToEnd(pod)) {
            orders.give(pod, pods::end);
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
}
