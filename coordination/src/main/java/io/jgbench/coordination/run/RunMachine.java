package io.jgbench.coordination.run;

import io.jgbench.coordination.spec.RunSpec;

/**
 * The run as a pure function: it has no clock, no I/O, no threads and no memory. One run is one repetition.
 *
 * <p>A driver observes the members, steps, stores the status, carries out the actions, and does so again until the
 * status is {@linkplain RunStatus#over over}. If it is killed at any point, another goes on from the stored status. A
 * report is stored before the step that is told of it. The driver observes at least once a second, and whenever
 * something happens to a member.
 */
public final class RunMachine {
    private RunMachine() {}

    /**
     * Says what follows from an observation.
     *
     * <p>Whatever is observed, a status that is not over passes to a later phase once its deadline is reached, so that
     * a run that is stepped always ends.
     *
     * @param spec what the run does; the same in each step of a run
     * @param status the status of the step before, or {@link RunStatus#pending}
     * @param observation what was found since
     * @param nowEpochNanos the controller's clock
     * @throws IllegalArgumentException if spec, status and observation are not about the same number of members
     */
    public static Step step(RunSpec spec, RunStatus status, Observation observation, long nowEpochNanos) {
        return new Step(status, java.util.List.of());
    }
}
