package io.jgbench.operator.reconcile.status;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.pod.HostTuning;
import io.jgbench.operator.reconcile.state.KnownHosts;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the status says of the tuning of a run's hosts. */
public final class TuningStatus {
    private TuningStatus() {}

    /**
     * Notes it; nothing if nothing is asked of the hosts.
     *
     * @param before what was known of them
     * @return what is known of them now
     */
    public static KnownHosts note(RunView view, RunRecord record, KnownHosts before) {
        KnownHosts hosts = before;
        for (var pod : view.podsOf(record.plan().id()).entrySet()) {
            hosts = hosts.saw(pod.getKey(), pod.getValue().tuning());
        }
        note(view, hosts, record);
        return hosts;
    }

    private static void note(RunView view, KnownHosts hosts, RunRecord record) {
        Map<String, HostTuning> known = hosts.byMember();
        boolean isUnconfirmed = view.published().hosts().isUnrestored();
        var leftAlone = leftAlone(record, known);
        LeftAlone.add(view.draft(), leftAlone);
        if (isUnconfirmed || known.values().stream().allMatch(HostTuning.NotAsked.class::isInstance)) {
            // once hosts are said not to be restored, that is for those to take back who restore them
            return;
        }
        boolean isOfAll = known.size() == record.plan().assignments().size();
        var failures = failures(record, known);
        if (!failures.isEmpty()) {
            LeftAlone.say(view.draft(), Status.FALSE, failures.getFirst().reason(), joined(failures), leftAlone);
        } else if (hosts.hasFailedBefore()) {
            return;
        } else if (isOfAll && known.values().stream().allMatch(TuningStatus::isRestored)) {
            LeftAlone.say(
                    view.draft(),
                    Status.TRUE,
                    ConditionReason.RESTORED,
                    "The hosts were as asked, and are as they were before.",
                    leftAlone);
        } else if (isOfAll && known.values().stream().noneMatch(HostTuning.Pending.class::isInstance)) {
            LeftAlone.say(
                    view.draft(),
                    Status.TRUE,
                    ConditionReason.VERIFIED,
                    "What is asked of the hosts was read back from each.",
                    leftAlone);
        } else if (!hosts.isVerified()) {
            boolean isOver = record.status().over();
            LeftAlone.say(
                    view.draft(),
                    Status.UNKNOWN,
                    isOver ? ConditionReason.NEVER_BEGUN : ConditionReason.UNDER_WAY,
                    isOver
                            ? "The run was over before all hosts had said how they are."
                            : "Not all hosts have said how they are.",
                    leftAlone);
        }
    }

    private static boolean isRestored(HostTuning tuning) {
        return tuning instanceof HostTuning.Restored || tuning instanceof HostTuning.RestoredInPart;
    }

    private static List<String> leftAlone(RunRecord record, Map<String, HostTuning> known) {
        return record.plan().assignments().stream()
                .flatMap(assignment -> known.get(assignment.member()) instanceof HostTuning.RestoredInPart(var settings)
                        ? Stream.of(LeftAlone.on(assignment.node(), settings))
                        : Stream.empty())
                .toList();
    }

    private static List<HostTuning.Failed> failures(RunRecord record, Map<String, HostTuning> known) {
        return record.plan().assignments().stream()
                .flatMap(assignment ->
                        known.get(assignment.member()) instanceof HostTuning.Failed(var reason, var message)
                                ? Stream.of(new HostTuning.Failed(reason, "Node " + assignment.node() + ": " + message))
                                : Stream.empty())
                .toList();
    }

    private static String joined(List<HostTuning.Failed> failures) {
        return failures.stream().map(HostTuning.Failed::message).distinct().collect(Collectors.joining(" "));
    }
}
