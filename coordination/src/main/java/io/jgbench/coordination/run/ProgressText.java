package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes how far members have come. */
final class ProgressText {
    /** The end of a member's output that a message quotes, in characters. */
    private static final int QUOTED_CHARACTERS = 500;

    private ProgressText() {}

    /** {@code members m2, m3} or {@code member m2}. */
    static String names(List<MemberStatus> members) {
        return (members.size() == 1 ? "member " : "members ")
                + members.stream().map(MemberStatus::name).collect(Collectors.joining(", "));
    }

    /** {@code m2 sees 3 of 4 members, m3 does not answer (connection refused)}. */
    static String accounts(StepContext context, List<MemberStatus> members) {
        return members.stream()
                .map(member -> member.name() + " " + account(context, member))
                .collect(Collectors.joining(", "));
    }

    /** How far the member is, as it was found just now. */
    private static String account(StepContext context, MemberStatus member) {
        return switch (context.seen(member)) {
            case MemberObservation.NotLaunched _ -> "is not launched";
            case MemberObservation.Silent(var why) -> "does not answer (" + why + ")" + whileIn(member);
            case MemberObservation.Exited exited -> "ended (" + exited.how() + ")";
            case MemberObservation.Answered _ ->
                member.phase().map(phase -> account(context, member, phase)).orElse("is not known");
        };
    }

    private static String account(StepContext context, MemberStatus member, MemberPhase phase) {
        return switch (phase) {
            case CREATED -> "waits for the request to join";
            case LISTENING -> "probes the network";
            case PROBED -> "has probed the network";
            case JOINING -> "sees " + count(context, member);
            case JOINED -> context.sees(member) ? "waits for the request to warm up" : "sees " + count(context, member);
            case ARMING -> "runs its warm-up";
            case ARMED -> armed(context, member);
            case RUNNING ->
                "has done " + member.unitsDone() + " of " + member.unitsExpected() + " "
                        + context.spec().workload().unitOfWork();
            case REPORTED -> "has its report ready";
            case FAILED -> "has failed";
        };
    }

    private static String armed(StepContext context, MemberStatus member) {
        if (!context.sees(member)) {
            return "sees " + count(context, member);
        }
        if (member.start().taken()) {
            return "waits for the start instant";
        }
        return member.clock().isPresent()
                ? "is armed and waits for the start request"
                : "is armed and waits for clock synchronisation";
    }

    /** {@code 3 of 4 members}. */
    static String count(StepContext context, MemberStatus member) {
        return member.membersSeen() + " of " + context.spec().members() + " members";
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

    /** A number with its thousands apart. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 2m}, {@code 1m30s}, {@code 10s}, {@code 0.5s}. */
    static String of(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
