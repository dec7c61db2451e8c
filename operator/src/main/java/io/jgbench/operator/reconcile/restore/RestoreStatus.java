package io.jgbench.operator.reconcile.restore;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.status.LeftAlone;
import io.jgbench.operator.status.StatusDraft;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the status of a run says of hosts whose tuners did not confirm that they restored them. */
public final class RestoreStatus {
    private static final String LEASED = "; no run begins there before they are restored.";
    private static final String UNLEASED =
            " where no other run is. Leases were removed, so other runs may begin there.";

    private RestoreStatus() {}

    /**
     * Notes which nodes are not restored.
     *
     * @param unconfirmed these nodes, and why
     * @param leftAlone what was left as it is on nodes that are restored, a text for each
     * @param areLeased whether a Lease keeps other runs from each of them
     */
    public static void noteUnconfirmed(
            StatusDraft draft, Map<String, Unrestored> unconfirmed, List<String> leftAlone, boolean areLeased) {
        draft.unrestoredNodes(unconfirmed.keySet());
        LeftAlone.say(
                draft,
                Status.FALSE,
                ConditionReason.RESTORE_UNCONFIRMED,
                "It is not known whether these nodes are as they were before: " + Unrestored.told(unconfirmed)
                        + ". The operator keeps trying" + (areLeased ? LEASED : UNLEASED),
                leftAlone);
    }

    /** Notes that it is not even known which nodes a run may have left changed. */
    public static void noteUnknown(StatusDraft draft) {
        draft.unrestoredNodes(Set.of());
        LeftAlone.say(
                draft,
                Status.FALSE,
                ConditionReason.RESTORE_UNCONFIRMED,
                "It is not known whether the nodes of the run are as they were before: their Leases were removed, and"
                        + " nobody has looked.",
                List.of());
    }

    /**
     * Notes that all nodes are restored. What else was wrong with the tuning stays said.
     *
     * @param leftAlone what was left as it is, a text for each node
     */
    public static void noteRestored(StatusDraft draft, List<String> leftAlone) {
        draft.unrestoredNodes(Set.of());
        if (saysWhatElseWasWrong(draft)) {
            LeftAlone.add(draft, leftAlone);
        } else {
            LeftAlone.say(
                    draft,
                    Status.TRUE,
                    ConditionReason.RESTORED,
                    "All hosts are restored. On some the tuner gave no confirmation, so the operator restored them.",
                    leftAlone);
        }
    }

    private static boolean saysWhatElseWasWrong(StatusDraft draft) {
        return draft.build()
                .condition(ConditionType.TUNING_VERIFIED)
                .filter(condition -> condition.status() == Status.FALSE)
                .flatMap(StatusCondition::knownReason)
                .filter(reason ->
                        reason != ConditionReason.RESTORE_UNCONFIRMED && reason != ConditionReason.RESTORE_FAILED)
                .isPresent();
    }
}
