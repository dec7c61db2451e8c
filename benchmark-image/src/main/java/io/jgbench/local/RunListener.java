package io.jgbench.local;

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
}
