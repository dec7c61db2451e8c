package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.reconcile.RunState.Cleared;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Duration;
import java.util.Set;

/**
 * Goes on restoring the nodes that a run may have left changed, such as one that comes back, and then says that they
 * are as before. Until then the run stays, as it is what says so, unless the cluster has these nodes no more.
 */
final class UnconfirmedStep implements RunStep<Cleared> {
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private final NodeLeases leases;
    private final HostRestores restores;

    UnconfirmedStep(NodeLeases leases, HostRestores restores) {
        this.leases = leases;
        this.restores = restores;
    }

    @Override
    public Outcome take(RunView view, Cleared state) {
        if (!view.run().hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED)) {
            return Outcome.proceed();
        }
        Set<String> left = leases.leftChangedBy(view.ref());
        boolean isEachGone = view.nodes().get().stream().map(NodeView::name).noneMatch(left::contains);
        if (!left.isEmpty() && isEachGone) {
            // nodes that the cluster does not have any more may never come back
            return Outcome.proceed();
        }
        HostRestores.Look look = left.isEmpty() ? HostRestores.Look.NOTHING : restores.look(view.ref(), true, left);
        left.stream().filter(node -> !look.unconfirmed().containsKey(node)).forEach(leases::settle);
        if (!look.unconfirmed().isEmpty()) {
            LeftAlone.add(view.draft(), look.leftAlone());
            return Outcome.lookAgainAfter(AGAIN);
        }
        restores.withdraw(view.ref());
        HostRestores.noteRestored(view.draft(), look.leftAlone());
        return Outcome.proceed();
    }
}
