package io.jgbench.operator.reconcile.clear;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.status.StatusDraft;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StoreTries.Progress;
import java.time.Clock;
import java.util.function.Consumer;

/**
 * Has the full result of a run that is cleared away stored, and says what came of it. Verdict and figures stand by
 * then, and the nodes are free: a storage that refuses costs the copy of the full result alone. The run stays until it
 * is stored or given up, whatever its time to live.
 *
 * <p>That it is to be stored stands in the status alone, as the record of the run is gone: an operator that takes over
 * stores it.
 */
public final class StoreStep implements RunStep<Cleared> {
    private final ResultArchive archive;
    private final Clock clock;
    private final Consumer<RunRef> wake;

    /**
     * With this archive.
     *
     * @param wake has a run looked at
     */
    public StoreStep(ResultArchive archive, Clock clock, Consumer<RunRef> wake) {
        this.archive = archive;
        this.clock = clock;
        this.wake = wake;
    }

    /** Notes that there is a full result to store. */
    public static void note(StatusDraft draft) {
        storing(draft, "The full result is to be stored.");
    }

    private static void storing(StatusDraft draft, String message) {
        draft.condition(ConditionType.RESULTS_STORED, Status.UNKNOWN, ConditionReason.STORING, message);
    }

    @Override
    public StepOutcome take(RunView view, Cleared state) {
        if (!state.isToBeStored()) {
            return StepOutcome.proceed();
        }
        var tries = view.session().unstored().storeTries();
        return switch (tries.look(clock.instant(), () -> archive.store(view.run(), () -> wake.accept(view.ref())))) {
            case Progress.UnderWay(var left, var message) -> {
                message.ifPresent(told -> storing(view.draft(), told));
                yield StepOutcome.lookAgainAfter(left);
            }
            case Progress.Waits(var left, var message) -> {
                storing(view.draft(), message);
                yield StepOutcome.lookAgainAfter(left);
            }
            case Progress.Succeeded succeeded -> {
                view.draft()
                        .resultsCopiedTo(succeeded.ref())
                        .condition(
                                ConditionType.RESULTS_STORED,
                                Status.TRUE,
                                ConditionReason.STORED,
                                succeeded.message("The full result"));
                yield StepOutcome.proceed();
            }
            case Progress.GivenUp(var message) -> {
                view.draft()
                        .condition(
                                ConditionType.RESULTS_STORED,
                                Status.FALSE,
                                ConditionReason.RESULTS_NOT_STORED,
                                message);
                yield StepOutcome.proceed();
            }
        };
    }
}
