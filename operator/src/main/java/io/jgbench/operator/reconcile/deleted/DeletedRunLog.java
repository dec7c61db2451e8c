package io.jgbench.operator.reconcile.deleted;

import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.restore.RestoreProgress;
import io.jgbench.operator.reconcile.restore.Unrestored;
import io.jgbench.operator.reconcile.state.PodTermination;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says of a deleted run, which has no status any more. */
final class DeletedRunLog {
    /** By the name of the class whose decisions these are. */
    private static final Logger LOG = LoggerFactory.getLogger(DeletedRun.class);

    private DeletedRunLog() {}

    static void freedUnconfirmed(RunRef ref) {
        LOG.warn(
                "Nodes of the deleted run {} are freed after {} s, though it is not known that its pods have ended.",
                ref.path(),
                PodTermination.PODS_END_WITHIN.toSeconds());
    }

    static void restored(RunRef ref, RestoreProgress restored) {
        if (!restored.nodes().isEmpty()) {
            LOG.warn(
                    "It is not known whether these nodes are as they were before the deleted run {}: {}. They are"
                            + " restored before the next run begins there.",
                    ref.path(),
                    Unrestored.told(restored.unconfirmed()));
        }
        restored.leftAlone()
                .forEach(settings -> LOG.warn(
                        "Restored after the deleted run {}, but for settings that are left as they are: {}",
                        ref.path(),
                        settings));
    }

    static void notWithdrawn(RunRef ref, String why) {
        LOG.warn("Pods that restore nodes of the deleted run {} cannot be removed yet: {}", ref.path(), why);
    }
}
