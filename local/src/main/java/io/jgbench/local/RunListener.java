package io.jgbench.local;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.run.RunStatus;

/** Is told how a run goes. */
@FunctionalInterface
public interface RunListener {

    /**
     * A repetition has a new status; called often, by one thread.
     *
     * @param repetition which repetition, from 1
     * @param repetitions how many there are
     */
    void progressed(int repetition, int repetitions, RunStatus status);

    /** All repetitions are over, and this is what they came to. The processes of the last one may still be ending. */
    default void concluded(RepetitionsResult result) {}
}
