package io.jgbench.coordination.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.api.v1alpha1.ConditionReason;

/**
 * Why a run failed. Where members tell of several at a time, the first one here is the reason of the run: a full heap
 * is told by the member itself, and the others then miss that member.
 */
public enum FailureReason {
    /** Not all members were up, armed, measured and released in time. */
    @JsonProperty("StartTimeout")
    START_TIMEOUT(ConditionReason.START_TIMEOUT),
    /** The machine has no longer what a repetition needs, such as its ports, where one before it had it. */
    @JsonProperty("HostsUnavailable")
    HOSTS_UNAVAILABLE(ConditionReason.HOSTS_UNAVAILABLE),
    /** The network between the members is not as the transport needs it. */
    @JsonProperty("PreflightFailed")
    PREFLIGHT_FAILED(ConditionReason.PREFLIGHT_FAILED),
    /** The heap of a member was full. */
    @JsonProperty("OutOfHeap")
    OUT_OF_HEAP(ConditionReason.OUT_OF_HEAP),
    /** Not all members saw each other in time, or they lost sight of each other. */
    @JsonProperty("ViewIncomplete")
    VIEW_INCOMPLETE(ConditionReason.VIEW_INCOMPLETE),
    /** A member exited, was restarted, stopped answering or left the others while it ran. */
    @JsonProperty("MemberLost")
    MEMBER_LOST(ConditionReason.MEMBER_LOST),
    /** JGroups does not take the stack. */
    @JsonProperty("StackInvalid")
    STACK_INVALID(ConditionReason.STACK_INVALID),
    /** A host has not the interface that its member is to bind to. */
    @JsonProperty("InterfaceMissing")
    INTERFACE_MISSING(ConditionReason.INTERFACE_MISSING),
    /** The members' image does not carry the JGroups that the run asks for. */
    @JsonProperty("JGroupsMissing")
    JGROUPS_MISSING(ConditionReason.JGROUPS_MISSING),
    /** A member reported its own failure. */
    @JsonProperty("MemberFailed")
    MEMBER_FAILED(ConditionReason.MEMBER_FAILED),
    /** No member made progress for too long. */
    @JsonProperty("Stalled")
    STALLED(ConditionReason.STALLED),
    /** Not all reports could be fetched in time. */
    @JsonProperty("Timeout")
    TIMEOUT(ConditionReason.TIMEOUT),
    /** The run was not over within its active deadline. */
    @JsonProperty("DeadlineExceeded")
    DEADLINE_EXCEEDED(ConditionReason.DEADLINE_EXCEEDED),
    /** Somebody ended the run. */
    @JsonProperty("Cancelled")
    CANCELLED(ConditionReason.CANCELLED),
    /** The controller was refused what the run needs, and gave the run up. */
    @JsonProperty("ApiRefused")
    API_REFUSED(ConditionReason.API_REFUSED),
    /** The controller itself failed at the run, and gave it up. */
    @JsonProperty("InternalError")
    INTERNAL_ERROR(ConditionReason.INTERNAL_ERROR);

    private final ConditionReason condition;

    FailureReason(ConditionReason condition) {
        this.condition = condition;
    }

    /** The reason of the conditions of a run that fails so. */
    public ConditionReason condition() {
        return condition;
    }

    /** The reason as a condition shows it, such as {@code MemberLost}. */
    @Override
    public String toString() {
        return condition.label();
    }
}
