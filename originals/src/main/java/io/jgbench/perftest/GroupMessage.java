package io.jgbench.perftest;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;

/** What the members tell each other beside the measured messages; each goes to all of them. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = GroupMessage.Announcement.class, name = "announcement"),
    @JsonSubTypes.Type(value = GroupMessage.ClockQuestion.class, name = "clock?"),
    @JsonSubTypes.Type(value = GroupMessage.ClockAnswer.class, name = "clock"),
    @JsonSubTypes.Type(value = GroupMessage.Start.class, name = "start"),
    @JsonSubTypes.Type(value = GroupMessage.ReportPart.class, name = "report"),
    @JsonSubTypes.Type(value = GroupMessage.Receipt.class, name = "receipt"),
    @JsonSubTypes.Type(value = GroupMessage.GivingUp.class, name = "givingUp")
})
sealed interface GroupMessage {

    /** The name of the member that says it. */
    String from();

    /**
     * I am here. Repeated until the start.
     *
     * @param token tells two processes of the same name apart
     * @param sender whether the member was started as a sender
     * @param readiness how far it has come
     * @param settings what must be the same at all members, by key
     */
    record Announcement(String from, long token, boolean sender, Readiness readiness, Map<String, String> settings)
            implements GroupMessage {

        /** The same when it has come further. */
        Announcement at(Readiness further) {
            return new Announcement(from, token, sender, further, settings);
        }
    }

    /** What a member has done of what comes before the start. */
    enum Readiness {
        /** It is there. */
        PRESENT,
        /** Its warm-up is over: it sends nothing any more that would be in the way of others. */
        WARM,
        /** It knows how its clock stands, and has nothing left to do. */
        READY
    }

    /** What time is it at the first member? */
    record ClockQuestion(String from, long number) implements GroupMessage {}

    /** It is {@code epochNanos} here; answers the question of that number. */
    record ClockAnswer(String from, String to, long number, long epochNanos) implements GroupMessage {}

    /** The first member says when all begin, on its own clock. Repeated until then. */
    record Start(String from, long atEpochNanos) implements GroupMessage {}

    /**
     * A part of the member's report.
     *
     * @param number which part, from 0
     * @param parts how many there are
     * @param text the part, base64
     */
    record ReportPart(String from, int number, int parts, String text) implements GroupMessage {}

    /** The member has the reports of all but those that it names. */
    record Receipt(String from, List<String> missing) implements GroupMessage {}

    /** The member fails, and why. */
    record GivingUp(String from, String reason) implements GroupMessage {}
}
