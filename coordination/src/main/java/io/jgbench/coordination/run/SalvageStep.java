package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;

/** Fetches what the members of a failed run can still give. */
final class SalvageStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        var status = situation.status();
        boolean anyLeft = situation.members().stream().anyMatch(member -> mayGive(situation, member));
        if (!anyLeft || situation.deadlinePassed()) {
            return Ending.stop(status, RunPhase.FAILED, situation.nowEpochNanos());
        }
        return new Move.Stay(
                status,
                situation.forEach(
                        member -> mayGive(situation, member), member -> new Action.FetchReport(member.index())));
    }

    /** A member that has begun and still is the one that began; one that is silent may answer again. */
    private static boolean mayGive(Situation situation, MemberStatus member) {
        if (member.report() != ReportStatus.MISSING || !member.reached(MemberPhase.RUNNING)) {
            return false;
        }
        return switch (situation.sighting(member)) {
            case Sighting.NotLaunched _ -> false;
            case Sighting.Exited _ -> false;
            case Sighting.Silent _ -> true;
            case Sighting.Answered(var state) ->
                Identity.of(situation.status(), member).matches(state)
                        && state.phase().compareTo(MemberPhase.RUNNING) >= 0;
        };
    }
}
