package io.jgbench.coordination.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * What a member answers when it is asked how it is.
 *
 * @param runId the run it belongs to
 * @param name its name
 * @param phase how far it has come
 * @param membersSeen how many members it sees, itself included
 * @param unitsDone units of the workload's work done so far, such as messages received; see
 *     {@link io.jgbench.coordination.spec.WorkloadSpec#unitOfWork}
 * @param unitsExpected units of work that it expects in all, 0 before it is armed
 * @param failure why it failed, in one sentence; present only in {@link MemberPhase#FAILED}
 */
public record MemberState(
        String runId,
        String name,
        MemberPhase phase,
        int membersSeen,
        long unitsDone,
        long unitsExpected,
        Optional<String> failure) {

    /** Refuses nulls. */
    public MemberState {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(failure, "failure");
    }
}
