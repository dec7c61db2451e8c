package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberState;

/** Who has to answer in a member's place. */
record Identity(String runId, String name) {

    static Identity of(RunStatus status, MemberStatus member) {
        return new Identity(status.runId(), member.name());
    }

    boolean matches(MemberState state) {
        return state.runId().equals(runId) && state.name().equals(name);
    }
}
