package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberState;
import java.util.Objects;

/** What was observed of a member when it was last asked. */
public sealed interface MemberObservation {

    /** It was not launched, or there is no trace of it. */
    record NotLaunched() implements MemberObservation {}

    /**
     * It was launched and does not answer, though it is not known to have ended.
     *
     * @param why what happened when it was asked, in a few words such as {@code connection refused}
     */
    record Silent(String why) implements MemberObservation {

        /** Refuses nulls. */
        public Silent {
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * It answered. What it answers to an action counts as much as what it answers when polled. A member's answers are
     * to be handed over in the order in which they were asked for.
     *
     * @param state its answer
     */
    record Answered(MemberState state) implements MemberObservation {

        /** Refuses nulls. */
        public Answered {
            Objects.requireNonNull(state, "state");
        }
    }

    /**
     * It ended.
     *
     * @param how in a few words, such as {@code exit code 1} or {@code killed by signal 9}
     * @param lastLines the last lines of its output, empty if there were none
     */
    record Exited(String how, String lastLines) implements MemberObservation {

        /** Refuses nulls. */
        public Exited {
            Objects.requireNonNull(how, "how");
            Objects.requireNonNull(lastLines, "lastLines");
        }
    }
}
