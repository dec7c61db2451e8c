package io.jgbench.operator;

import io.jgbench.operator.cluster.TestOperator;
import java.util.concurrent.Callable;

/** Whether an operator has reconciled nothing since it was last looked at. */
final class NothingMore implements Callable<Boolean> {
    private final TestOperator operator;
    private double before = -1;

    NothingMore(TestOperator operator) {
        this.operator = operator;
    }

    @Override
    public Boolean call() {
        double now = operator.reconciliations();
        boolean isSame = now == before;
        before = now;
        return isSame;
    }
}
