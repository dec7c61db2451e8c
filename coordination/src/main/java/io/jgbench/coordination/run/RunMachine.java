package io.jgbench.coordination.run;

import io.jgbench.coordination.spec.RunSpec;
import java.util.List;

/**
 * The run as a pure function: it has no clock, no I/O, no threads and no memory. One run is one repetition.
 *
 * <p>A driver observes the members, steps, stores the status, carries out the actions, and does so again until the
 * status is {@linkplain RunStatus#over over}. If it is killed at any point, another one continues from the stored
 * status. A report is stored before the step that gets its receipt. The driver observes at least once a second, and
 * after each change of a member.
 */
public final class RunMachine {
    private static final PhaseStep PENDING = new PendingStep();
    private static final PhaseStep STARTING = new StartingStep();
    private static final PhaseStep JOINING = new JoiningStep();
    private static final PhaseStep ARMED = new ArmedStep();
    private static final PhaseStep RUNNING = new RunningStep();
    private static final PhaseStep COLLECTING = new CollectingStep();
    private static final PhaseStep STOPPING = new StoppingStep();

    private RunMachine() {}

    /**
     * Says what follows from an observation.
     *
     * <p>Whatever is observed, a status that is not over passes to a later phase once its deadline is reached, or has
     * its start planned again within the start timeout; so a run that is stepped always ends.
     *
     * @param spec what the run does; the same in each step of a run
     * @param status the status of the step before, or {@link RunStatus#pending}
     * @param observation what was found since
     * @param nowEpochNanos the controller's clock
     * @throws IllegalArgumentException if spec, status and observation are not about the same number of members
     */
    public static Step step(RunSpec spec, RunStatus status, Observation observation, long nowEpochNanos) {
        checkSizes(spec, status, observation);
        if (status.over()) {
            return new Step(status, List.of());
        }
        var context = ObservationRecorder.take(new StepContext(spec, status, observation, nowEpochNanos));
        StepResult move = judge(context);
        while (move instanceof StepResult.Enter(var entered)) {
            move = stepOf(entered.phase()).take(context.with(entered));
        }
        var settled = (StepResult.Stay) move;
        return new Step(settled.status(), settled.actions());
    }

    /** A run that has an outcome, or fails already, loses nothing more when a member is lost. */
    private static StepResult judge(StepContext context) {
        var status = context.status();
        if (status.phase().isTerminal() || status.failure().isPresent()) {
            return new StepResult.Enter(status);
        }
        return FailureDetection.find(context)
                .map(failure -> RunTermination.fail(context, failure))
                .orElse(new StepResult.Enter(status));
    }

    private static PhaseStep stepOf(RunPhase phase) {
        return switch (phase) {
            case PENDING -> PENDING;
            case STARTING -> STARTING;
            case JOINING -> JOINING;
            case ARMED -> ARMED;
            case RUNNING -> RUNNING;
            case COLLECTING -> COLLECTING;
            case SUCCEEDED, FAILED -> STOPPING;
        };
    }

    private static void checkSizes(RunSpec spec, RunStatus status, Observation observation) {
        int known = status.members().size();
        int observed = observation.members().size();
        if (known != spec.members() || observed != spec.members()) {
            throw new IllegalArgumentException("status and observation must hold each of the run's " + spec.members()
                    + " members, got: " + known + " in the status, " + observed + " in the observation");
        }
    }
}
