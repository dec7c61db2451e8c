package io.jgbench.coordination.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a run failed, as one word for a condition's reason. */
public enum FailureReason {
    /** Not all members were up, armed, measured and released in time. */
    @JsonProperty("StartTimeout")
    START_TIMEOUT("StartTimeout"),
    /** The machine has no longer what a repetition needs, such as its ports, where one before it had it. */
    @JsonProperty("HostsUnavailable")
    HOSTS_UNAVAILABLE("HostsUnavailable"),
    /** Not all members saw each other in time, or they lost sight of each other. */
    @JsonProperty("ViewIncomplete")
    VIEW_INCOMPLETE("ViewIncomplete"),
    /** A member exited, was started anew, stopped answering or left the others while it ran. */
    @JsonProperty("MemberLost")
    MEMBER_LOST("MemberLost"),
    /** JGroups does not take the stack. */
    @JsonProperty("StackInvalid")
    STACK_INVALID("StackInvalid"),
    /** A host has not the interface that its member is to bind to. */
    @JsonProperty("InterfaceMissing")
    INTERFACE_MISSING("InterfaceMissing"),
    /** The members' image does not carry the JGroups that the run asks for. */
    @JsonProperty("JGroupsMissing")
    JGROUPS_MISSING("JGroupsMissing"),
    /** A member is there and said itself why it cannot go on. */
    @JsonProperty("MemberFailed")
    MEMBER_FAILED("MemberFailed"),
    /** Not all reports could be fetched in time. */
    @JsonProperty("Timeout")
    TIMEOUT("Timeout"),
    /** The run was not over within its active deadline. */
    @JsonProperty("DeadlineExceeded")
    DEADLINE_EXCEEDED("DeadlineExceeded"),
    /** Somebody ended the run. */
    @JsonProperty("Cancelled")
    CANCELLED("Cancelled");

    private final String word;

    FailureReason(String word) {
        this.word = word;
    }

    /** The reason as a condition shows it, such as {@code MemberLost}. */
    @Override
    public String toString() {
        return word;
    }
}
