package io.jgbench.coordination.run;

import java.time.Duration;
import java.util.List;

/**
 * The start that was given out last. Instants are on the controller's clock.
 *
 * @param startAtEpochNanos when the members begin
 * @param takenByEpochNanos until when each of them has to have taken the start; what is left then until they begin is
 *     for withdrawing it
 * @param attempt 1 for the first, one more for each start that was withdrawn
 * @param missedBy the members, by index, that had not taken the start when it was withdrawn; empty as long as it stands
 */
public record StartPlan(long startAtEpochNanos, long takenByEpochNanos, int attempt, List<Integer> missedBy) {

    /** Copies the members. */
    public StartPlan {
        missedBy = List.copyOf(missedBy);
    }

    /** A start that stands. */
    public StartPlan(long startAtEpochNanos, long takenByEpochNanos, int attempt) {
        this(startAtEpochNanos, takenByEpochNanos, attempt, List.of());
    }

    /**
     * The next start, some time ahead; see {@link StartLead}.
     *
     * @param attempt 1 for the first, one more for each start that was withdrawn
     * @param found how long members took to answer lately, and decisions to be stored
     */
    static StartPlan next(RunStatus status, long nowEpochNanos, int attempt, Observation found) {
        Duration lead = StartLead.of(status, attempt, found.answering(), found.storing());
        long startAt = nowEpochNanos + lead.toNanos();
        return new StartPlan(startAt, startAt - StartLead.forWithdrawing(lead).toNanos(), attempt);
    }

    boolean stands() {
        return missedBy.isEmpty();
    }

    StartPlan withdrawn(List<MemberStatus> missing) {
        return new StartPlan(
                startAtEpochNanos,
                takenByEpochNanos,
                attempt,
                missing.stream().map(MemberStatus::index).toList());
    }
}
