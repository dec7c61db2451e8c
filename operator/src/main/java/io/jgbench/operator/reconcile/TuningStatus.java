package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.plan.Seat;
import io.jgbench.operator.pod.HostTuning;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.status.Conditions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the status says of the tuning of a run's hosts. */
final class TuningStatus {
    private TuningStatus() {}

    /** Notes it; nothing if nothing is asked of the hosts. */
    static void note(RunView view, RunRecord record) {
        Map<String, PodView> pods = view.podsOf(record.plan().id());
        List<Seat> seats = record.plan().seats().stream()
                .filter(seat -> pods.containsKey(seat.member()))
                .toList();
        List<HostTuning> all =
                seats.stream().map(seat -> pods.get(seat.member()).tuning()).toList();
        if (all.isEmpty() || all.stream().allMatch(HostTuning.NotAsked.class::isInstance)) {
            return;
        }
        var failures = failures(seats, pods);
        if (!failures.isEmpty()) {
            set(view, Status.FALSE, failures.getFirst().reason(), joined(failures));
        } else if (all.stream().allMatch(HostTuning.Restored.class::isInstance)) {
            set(view, Status.TRUE, "Restored", "The hosts were as asked, and are as they were before.");
        } else if (all.size() == record.plan().seats().size()
                && all.stream().noneMatch(HostTuning.Pending.class::isInstance)) {
            set(view, Status.TRUE, "Verified", "What is asked of the hosts was read back from each.");
        } else if (!Conditions.isTrue(view.run(), Conditions.TUNING_VERIFIED)) {
            set(view, Status.UNKNOWN, "UnderWay", "Not all hosts have said how they are.");
        }
    }

    private static List<HostTuning.Failed> failures(List<Seat> seats, Map<String, PodView> pods) {
        return seats.stream()
                .filter(seat -> pods.get(seat.member()).tuning() instanceof HostTuning.Failed)
                .map(seat -> {
                    var failed = (HostTuning.Failed) pods.get(seat.member()).tuning();
                    return new HostTuning.Failed(failed.reason(), "Node " + seat.node() + ": " + failed.message());
                })
                .toList();
    }

    private static String joined(List<HostTuning.Failed> failures) {
        return failures.stream().map(HostTuning.Failed::message).distinct().collect(Collectors.joining(" "));
    }

    private static void set(RunView view, Status status, String reason, String message) {
        view.draft().condition(Conditions.TUNING_VERIFIED, status, reason, message);
    }
}
