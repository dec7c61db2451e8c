package io.jgbench.coordination.suite;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How far a suite has come.
 *
 * @param done cells and rounds of which nothing is left to do
 * @param planned cells and rounds in all
 * @param timeLeft how long the rest probably takes, by what the visits so far took; empty before the first. Retries
 *     that will be needed are not known
 */
public record SuiteProgress(int done, int planned, Optional<Duration> timeLeft) {

    /** Of a suite with this status, before the visit that is under way has begun. */
    public static SuiteProgress of(SuiteSpec spec, SuiteStatus status) {
        Map<VisitId, VisitRecord> last = status.lastAttempts();
        VisitTimes times = VisitTimes.of(status);
        int done = 0;
        long left = 0;
        for (int cell = 0; cell < spec.cells().size(); cell++) {
            for (int round = 1; round <= spec.rounds(); round++) {
                VisitRecord made = last.get(VisitId.first(cell, round));
                boolean isDone = made != null && !SuiteMachine.isToBeRepeated(spec, made);
                done += isDone ? 1 : 0;
                left += isDone ? 0 : times.nanos(cell);
            }
        }
        return new SuiteProgress(
                done, spec.visits(), times.areKnown() ? Optional.of(Duration.ofNanos(left)) : Optional.empty());
    }
}
