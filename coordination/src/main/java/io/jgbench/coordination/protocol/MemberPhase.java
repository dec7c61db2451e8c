package io.jgbench.coordination.protocol;

/** How far a member has come. A member only moves forward; {@link #FAILED} can follow any phase but itself. */
public enum MemberPhase {
    /** Its control server answers; it has no transport yet. */
    CREATED,
    /** The sockets of its pre-flight are open, and it answers the others' probes. */
    LISTENING,
    /** It has probed the paths to all others, and still answers their probes. */
    PROBED,
    /** It was asked to join and does not yet see all members. */
    JOINING,
    /** It sees all members. */
    JOINED,
    /** It was asked to arm and runs its warm-up. */
    ARMING,
    /** Its warm-up is drained. It waits for the start, and once that was released for its instant. */
    ARMED,
    /** Its workload runs, or begins within milliseconds: the start cannot be withdrawn any more. */
    RUNNING,
    /** Its report can be fetched. It stays until it is stopped or its deadline passes. */
    REPORTED,
    /** It failed; its state says why, and what it had measured can be fetched as a partial report. */
    FAILED;

    /** Whether nothing more will happen in this member. */
    public boolean isOver() {
        return this == REPORTED || this == FAILED;
    }
}
