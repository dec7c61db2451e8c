package io.jgbench.coordination.run;

/** Starts the run's clock. */
final class PendingStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        long now = situation.nowEpochNanos();
        var begun = situation.status().entering(RunPhase.STARTING, now, now);
        return new Move.Enter(begun.withDeadline(Deadlines.start(situation.spec(), begun)));
    }
}
