package io.jgbench.e2e.faults;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.faults.plan.Stage;
import java.util.List;

/**
 * What came of a round, as one line of the file of rounds.
 *
 * @param begun when it began, as ISO 8601
 * @param build the commit that was built; null in what was written before it was noted
 * @param seed of its plan
 * @param round what was to happen
 * @param struck the stage in which the run was when the fault struck, which may be later than planned; null if it was
 *     over
 * @param ended how the run ended, and why the fault could not be planted, if that failed
 * @param seconds from the fault's end until the run was finished and cleared away
 * @param hosts how the hosts were when the run's nodes were free
 * @param verdict what came of it
 * @param objections what is not as it has to be, in sentences
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RoundOutcome(
        String begun,
        String build,
        long seed,
        FaultRound round,
        Stage struck,
        String ended,
        long seconds,
        Hosts hosts,
        Verdict verdict,
        List<String> objections) {

    /** Copies the list. */
    RoundOutcome {
        objections = List.copyOf(objections);
    }

    /** How hosts are compared with before the run. */
    enum Hosts {
        /** As they were. */
        AS_BEFORE,
        /** They were not as before when the nodes were free, and are later. */
        LATE,
        /** They are not as they were. */
        CHANGED,
        /** The round did not come so far. */
        NOT_COMPARED
    }

    /** The outcome of a round of a plan. */
    static RoundOutcome of(String begun, String build, long seed, FaultRound round, RoundFindings found) {
        return new RoundOutcome(
                begun,
                build,
                seed,
                round,
                found.struck().orElse(null),
                found.ended(),
                found.took().toSeconds(),
                found.hosts(),
                found.verdict(),
                found.objections());
    }
}
