package io.jgbench.operator.reconcile.restore;

import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.status.StatusDraft;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How far the nodes of a run that is over are restored.
 *
 * @param unconfirmed the nodes that are not restored yet, in alphabetical order, and why
 * @param leftAlone what was left as it is on nodes that are restored, a text for each
 * @param isUnderWay whether they are still to be waited for
 * @param hadAny whether any node had to be restored
 * @param areLeased whether a Lease keeps other runs from each of these nodes
 */
public record RestoreProgress(
        Map<String, Unrestored> unconfirmed,
        List<String> leftAlone,
        boolean isUnderWay,
        boolean hadAny,
        boolean areLeased) {
    /** Nothing has to be restored. */
    public static final RestoreProgress NOTHING = new RestoreProgress(Map.of(), List.of(), false, false, true);

    /** The nodes that are not restored. */
    public Set<String> nodes() {
        return unconfirmed.keySet();
    }

    /**
     * Whether the status has to say first that nodes are not restored. It is what has an operator go on when the run is
     * cleared away, so that one which dies in between must not be the only one to know.
     */
    public boolean isUnsaid(RunView view) {
        return !unconfirmed.isEmpty() && !view.published().hosts().isUnrestored();
    }

    /** Whether each node is restored: all are now, or none had to be and the status does not say otherwise. */
    public boolean isEachRestored(RunView view) {
        return unconfirmed.isEmpty() && (hadAny || !view.published().hosts().isUnrestored());
    }

    /** Notes in the status of the run that changed the nodes what came of it. */
    public void note(StatusDraft draft) {
        if (!unconfirmed.isEmpty()) {
            RestoreStatus.noteUnconfirmed(draft, unconfirmed, leftAlone, areLeased);
        } else if (hadAny) {
            RestoreStatus.noteRestored(draft, leftAlone);
        }
    }
}
