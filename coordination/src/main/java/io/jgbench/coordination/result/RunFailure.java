package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Objects;

/**
 * Why a run did not come to its end.
 *
 * @param reason what kind of failure it was
 * @param stage how far the run had come: Starting, Joining, Armed, Running or Collecting
 * @param sentence what was waited for or went wrong, in one sentence that names the members
 * @param members the members that failed or are missing
 */
public record RunFailure(Reason reason, String stage, String sentence, List<String> members) {

    /** Refuses nulls and copies the members. */
    public RunFailure {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(sentence, "sentence");
        members = List.copyOf(members);
    }

    /** The kinds of failure; {@link #label} is the reason in the run's conditions. */
    public enum Reason {
        /** The stack does not parse or does not start. */
        STACK_INVALID("StackInvalid"),
        /** Not all members saw each other in time. */
        VIEW_INCOMPLETE("ViewIncomplete"),
        /** The members were not armed in time, or did not begin. */
        START_TIMEOUT("StartTimeout"),
        /** A member's process ended, or it does not answer any more. */
        MEMBER_LOST("MemberLost"),
        /** A member says that it failed. */
        MEMBER_FAILED("MemberFailed"),
        /** Not all members reported in time. */
        TIMEOUT("Timeout"),
        /** The run's deadline passed. */
        DEADLINE_EXCEEDED("DeadlineExceeded"),
        /** Somebody stopped the run. */
        CANCELLED("Cancelled");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        /** The reason as a condition has it. */
        @JsonValue
        public String label() {
            return label;
        }
    }
}
