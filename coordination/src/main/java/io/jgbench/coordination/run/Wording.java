package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in words how far members are. */
final class Wording {
    /** The end of a member's output that a message quotes, in characters. */
    private static final int QUOTED_CHARACTERS = 500;

    private Wording() {}

    /** {@code members m2, m3} or {@code member m2}. */
    static String names(List<MemberStatus> members) {
        return (members.size() == 1 ? "member " : "members ")
                + members.stream().map(MemberStatus::name).collect(Collectors.joining(", "));
    }

    /** {@code m2 sees 3 of 4 members, m3 does not answer (connection refused)}. */
    static String accounts(Situation situation, List<MemberStatus> members) {
        return members.stream()
                .map(member -> member.name() + " " + account(situation, member))
                .collect(Collectors.joining(", "));
    }

    /** How far the member is, as it was found just now. */
    private static String account(Situation situation, MemberStatus member) {
        return switch (situation.sighting(member)) {
            case Sighting.NotLaunched _ -> "is not launched";
            case Sighting.Silent(var why) -> "does not answer (" + why + ")" + whileIn(member);
            case Sighting.Exited exited -> "ended (" + exited.how() + ")";
            case Sighting.Answered _ ->
                member.phase().map(phase -> account(situation, member, phase)).orElse("is not known");
        };
    }

    private static String account(Situation situation, MemberStatus member, MemberPhase phase) {
        return switch (phase) {
            case CREATED -> "waits for the request to join";
            case JOINING -> "sees " + count(situation, member);
            case JOINED ->
                situation.sees(member) ? "has joined and not begun to arm" : "sees " + count(situation, member);
            case ARMING -> "runs its warm-up";
            case ARMED -> armed(situation, member);
            case RUNNING ->
                "has done " + member.unitsDone() + " of " + member.unitsExpected() + " "
                        + situation.spec().workload().unitOfWork();
            case REPORTED -> "has its report ready";
            case FAILED -> "has failed";
        };
    }

    private static String armed(Situation situation, MemberStatus member) {
        if (!situation.sees(member)) {
            return "sees " + count(situation, member);
        }
        if (member.start().taken()) {
            return "waits for the instant of its start";
        }
        return member.clock().isPresent()
                ? "is armed and was not started"
                : "is armed and waits for clock synchronisation";
    }

    /** {@code 3 of 4 members}. */
    static String count(Situation situation, MemberStatus member) {
        return member.membersSeen() + " of " + situation.spec().members() + " members";
    }

    /** {@code ; it was JOINED}, or {@code ; it never answered}. */
    static String whileIn(MemberStatus member) {
        return member.phase().map(phase -> "; it was " + phase).orElse("; it never answered");
    }

    /** The end of a member's output. */
    static String quote(String lines) {
        var text = lines.strip();
        if (text.isEmpty()) {
            return "";
        }
        int from = Math.max(0, text.length() - QUOTED_CHARACTERS);
        return "; its last lines: " + (from > 0 ? "…" : "") + text.substring(from);
    }

    /** {@code 2m}, {@code 1m30s}, {@code 10s}, {@code 0.5s}. */
    static String of(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
