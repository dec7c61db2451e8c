package io.jgbench.coordination.run;

/**
 * What a run does in one phase.
 *
 * @implSpec It looks for progress first and at the deadline only then, so that a controller that comes back late takes
 *     what the members have done in the meantime.
 */
@FunctionalInterface
interface PhaseStep {

    StepResult take(StepContext context);
}
