package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of one member.
 *
 * @param index its place in the run, from 0
 * @param name its name
 * @param phase the furthest phase that it answered, empty before its first answer
 * @param membersSeen how many members it saw in its last answer, itself included
 * @param unitsDone units of work that it had done in its last answer
 * @param unitsExpected units of work that it expected in its last answer
 * @param unitsSent units of work that it had begun in its last answer
 * @param bindAddress the address that its transport binds to, where it was told an interface and has answered
 * @param outOfTouchSinceEpochNanos since when it has not answered, or has seen fewer than all members while running,
 *     without a break; 0 while it is in touch
 * @param clock how its clock stands to the controller's, empty until measured
 * @param report whether its report was fetched
 * @param gone whether it is known to have ended
 */
public record MemberStatus(
        int index,
        String name,
        Optional<MemberPhase> phase,
        int membersSeen,
        long unitsDone,
        long unitsExpected,
        long unitsSent,
        Optional<String> bindAddress,
        long outOfTouchSinceEpochNanos,
        Optional<ClockOffset> clock,
        ReportStatus report,
        boolean gone) {

    /** Refuses nulls. */
    public MemberStatus {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(bindAddress, "bindAddress");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(report, "report");
    }

    /** A member of which nothing is known yet. */
    public static MemberStatus unknown(int index, String name) {
        return new MemberStatus(
                index,
                name,
                Optional.empty(),
                0,
                0,
                0,
                0,
                Optional.empty(),
                0,
                Optional.empty(),
                ReportStatus.MISSING,
                false);
    }

    /** Whether it answered that it had come at least this far. */
    public boolean reached(MemberPhase least) {
        return phase.isPresent() && phase.get().compareTo(least) >= 0;
    }

    MemberStatus answered(MemberState state) {
        return new MemberStatus(
                index,
                name,
                Optional.of(state.phase()),
                state.membersSeen(),
                state.unitsDone(),
                state.unitsExpected(),
                state.unitsSent(),
                state.bindAddress(),
                outOfTouchSinceEpochNanos,
                clock,
                report,
                gone);
    }

    MemberStatus outOfTouch(long nowEpochNanos) {
        long since = outOfTouchSinceEpochNanos == 0 ? nowEpochNanos : outOfTouchSinceEpochNanos;
        return new MemberStatus(
                index,
                name,
                phase,
                membersSeen,
                unitsDone,
                unitsExpected,
                unitsSent,
                bindAddress,
                since,
                clock,
                report,
                gone);
    }

    MemberStatus inTouch() {
        return new MemberStatus(
                index,
                name,
                phase,
                membersSeen,
                unitsDone,
                unitsExpected,
                unitsSent,
                bindAddress,
                0,
                clock,
                report,
                gone);
    }

    MemberStatus withClock(Optional<ClockOffset> measured) {
        return new MemberStatus(
                index,
                name,
                phase,
                membersSeen,
                unitsDone,
                unitsExpected,
                unitsSent,
                bindAddress,
                outOfTouchSinceEpochNanos,
                measured,
                report,
                gone);
    }

    MemberStatus withReport(ReportStatus fetched) {
        return new MemberStatus(
                index,
                name,
                phase,
                membersSeen,
                unitsDone,
                unitsExpected,
                unitsSent,
                bindAddress,
                outOfTouchSinceEpochNanos,
                clock,
                fetched,
                gone);
    }

    MemberStatus gone(boolean isGone) {
        return new MemberStatus(
                index,
                name,
                phase,
                membersSeen,
                unitsDone,
                unitsExpected,
                unitsSent,
                bindAddress,
                outOfTouchSinceEpochNanos,
                clock,
                report,
                isGone);
    }
}
