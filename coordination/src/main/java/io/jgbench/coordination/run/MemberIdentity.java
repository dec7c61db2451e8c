package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberState;

/** The run and the name that a member's answers must bear. */
record MemberIdentity(String runId, String name) {

    static MemberIdentity of(RunStatus status, MemberStatus member) {
        return new MemberIdentity(status.runId(), member.name());
    }

    boolean matches(MemberState state) {
        return state.runId().equals(runId) && state.name().equals(name);
    }
}
