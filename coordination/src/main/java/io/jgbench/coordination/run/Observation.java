package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.PreflightReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was found since the last step.
 *
 * @param members how each member was found, by index, one for each
 * @param preflights what members sent and received in the pre-flight, as far as it was fetched
 * @param clocks clocks that were measured, by member index
 * @param reports reports that were fetched and stored
 * @param cancelled why the run is to end, if somebody wants it to
 * @param answering how long a member took at most to answer one of the last looks at it; zero where that is not known
 * @param storing how long it took lately to store what a step decided, before its actions were carried out; zero where
 *     nothing is stored
 */
public record Observation(
        List<MemberObservation> members,
        List<PreflightReport> preflights,
        Map<Integer, ClockMeasurement> clocks,
        List<ReportReceipt> reports,
        Optional<String> cancelled,
        Duration answering,
        Duration storing) {

    /** Refuses nulls and copies the collections. */
    public Observation {
        members = List.copyOf(members);
        preflights = List.copyOf(preflights);
        clocks = Map.copyOf(clocks);
        reports = List.copyOf(reports);
        Objects.requireNonNull(cancelled, "cancelled");
        Objects.requireNonNull(answering, "answering");
        Objects.requireNonNull(storing, "storing");
    }

    /** As a controller finds it that stores nothing. */
    public Observation(
            List<MemberObservation> members,
            List<PreflightReport> preflights,
            Map<Integer, ClockMeasurement> clocks,
            List<ReportReceipt> reports,
            Optional<String> cancelled) {
        this(members, preflights, clocks, reports, cancelled, Duration.ZERO, Duration.ZERO);
    }

    /** The same, of members that took so long to answer. */
    public Observation answeredWithin(Duration lasting) {
        return new Observation(members, preflights, clocks, reports, cancelled, lasting, storing);
    }

    /** The same, found by a controller that takes so long to store a decision. */
    public Observation storedWithin(Duration lasting) {
        return new Observation(members, preflights, clocks, reports, cancelled, answering, lasting);
    }
}
