package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import java.util.Optional;

/** Takes an observation into the status, without a judgement on it. */
final class Intake {
    private Intake() {}

    static Situation take(Situation situation) {
        var members = situation.members().stream()
                .map(member -> clock(situation, sighting(situation, member)))
                .map(member -> report(situation, member))
                .toList();
        return situation.with(situation.status().withMembers(members));
    }

    private static MemberStatus sighting(Situation situation, MemberStatus member) {
        return switch (situation.sighting(member)) {
            case Sighting.NotLaunched _ -> member.gone(member.phase().isPresent());
            case Sighting.Exited _ -> member.gone(true);
            case Sighting.Silent _ -> member.gone(false).outOfTouch(situation.nowEpochNanos());
            case Sighting.Answered(var state) -> answer(situation, member.gone(false), state);
        };
    }

    private static MemberStatus answer(Situation situation, MemberStatus member, MemberState state) {
        if (!Identity.of(situation.status(), member).matches(state)) {
            return member;
        }
        boolean isOld = member.answer().filter(state::isBefore).isPresent();
        if (isOld) {
            return member.inTouch();
        }
        boolean losesSight = state.phase() == MemberPhase.RUNNING
                && state.membersSeen() < situation.spec().members();
        var answered = member.answered(state);
        return losesSight ? answered.outOfTouch(situation.nowEpochNanos()) : answered.inTouch();
    }

    /** The clocks that the start was given out with stay, as the start skew is counted with them. */
    private static MemberStatus clock(Situation situation, MemberStatus member) {
        var measured = Optional.ofNullable(situation.observation().clocks().get(member.index()));
        return situation.status().release().isPresent() || measured.isEmpty() ? member : member.withClock(measured);
    }

    private static MemberStatus report(Situation situation, MemberStatus member) {
        boolean isAskedFor = situation.status().phase().compareTo(RunPhase.COLLECTING) >= 0;
        if (!isAskedFor || member.report() != ReportStatus.MISSING) {
            return member;
        }
        return situation.observation().reports().stream()
                .filter(receipt -> receipt.runId().equals(situation.status().runId()))
                .filter(receipt -> receipt.index() == member.index())
                .findFirst()
                .map(receipt -> member.withReport(receipt.partial() ? ReportStatus.PARTIAL : ReportStatus.COMPLETE))
                .orElse(member);
    }
}
