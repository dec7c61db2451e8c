package io.jgbench.operator.reconcile.begin;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.plan.NodeChoice.Outcome.Chosen;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.RestoreLook;
import io.jgbench.operator.reconcile.restore.Unrestored;
import io.jgbench.operator.reconcile.state.RunState.Awaited;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;
import io.jgbench.operator.reconcile.status.PendingConditions;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restores nodes that an earlier run may have left changed, before the next run takes them. */
final class LeftNodes {
    private static final Logger LOG = LoggerFactory.getLogger(LeftNodes.class);
    private static final Duration AGAIN_IF_RESTORING = Duration.ofSeconds(1);

    private final NodeLeases leases;
    private final HostRestores restores;
    private final Clock steadyClock;

    LeftNodes(NodeLeases leases, HostRestores restores, Clock steadyClock) {
        this.leases = leases;
        this.restores = restores;
        this.steadyClock = steadyClock;
    }

    /**
     * Whoever wants a node that another run may have left changed has it restored first, changed by this run or not. It
     * is waited for as long as a start may take: a node that cannot be restored needs somebody who looks at it.
     *
     * @param busy who may have changed one of the chosen nodes
     */
    RunStep.StepOutcome restore(RunView view, Waiting state, Chosen chosen, NodeLeases.Busy busy) {
        Set<String> left = leases.leftChanged(chosen.names());
        // before the first pod is made: a request that fails may have made some
        Waiting restoring = view.session().become(state, state.restoringNodes());
        RestoreLook look = restores.look(RestoreFor.run(view.ref()), left);
        Map<String, Unrestored> unconfirmed = look.unconfirmed();
        look.leftAlone()
                .forEach(settings -> LOG.warn(
                        "Restored behind {}, but for settings that are left as they are: {}", busy.told(), settings));
        settle(view, left, unconfirmed.keySet());
        if (unconfirmed.isEmpty()) {
            restores.withdraw(view.ref());
            view.session().become(restoring, restoring.restoringNone());
            return queued(view, busy.told() + "; it is restored");
        }
        Instant now = steadyClock.instant();
        Waiting waiting = view.session().become(restoring, restoring.awaits(Awaited.What.HOSTS, now));
        if (waiting.hasAwaited(state.spec().orElseThrow().startTimeout(), now)) {
            restores.withdraw(view.ref());
            return Abort.run(
                    view,
                    ConditionType.NODES_RESERVED,
                    ConditionReason.RESTORE_UNCONFIRMED,
                    "Nodes that an earlier run may have left changed could not be restored: "
                            + Unrestored.told(unconfirmed) + ".");
        }
        return queued(view, busy.told() + "; being restored: " + Unrestored.told(unconfirmed));
    }

    private void settle(RunView view, Set<String> left, Set<String> unconfirmed) {
        Set<String> restored = new TreeSet<>(left);
        restored.removeAll(unconfirmed);
        // first, as a pod that stays would settle a node that the next run has changed since
        restores.withdraw(view.ref(), restored);
        restored.forEach(leases::settle);
    }

    private static RunStep.StepOutcome queued(RunView view, String behind) {
        PendingConditions.queued(view, behind);
        return RunStep.StepOutcome.lookAgainAfter(AGAIN_IF_RESTORING);
    }
}
