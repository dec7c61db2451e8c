package io.jgbench.coordination.run;

/** Turns a run over to its end. */
final class Ending {
    private Ending() {}

    /** Fails the run; once the start was given out, what the members have measured is fetched first. */
    static Move fail(Situation situation, Failure failure) {
        var status = situation.status().withFailure(failure);
        long now = situation.nowEpochNanos();
        return status.release().isPresent()
                ? new Move.Enter(status.entering(RunPhase.COLLECTING, now, Deadlines.after(now, Deadlines.SALVAGE)))
                : stop(status, RunPhase.FAILED, now);
    }

    /** Ends the run with this outcome; only stopping the members is left. */
    static Move stop(RunStatus status, RunPhase outcome, long nowEpochNanos) {
        return new Move.Enter(
                status.entering(outcome, nowEpochNanos, Deadlines.after(nowEpochNanos, Deadlines.STOPPING)));
    }
}
