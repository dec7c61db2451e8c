package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.ClockMeasurement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was found since the last step.
 *
 * @param members how each member was found, by index, one for each
 * @param clocks clocks that were measured, by member index
 * @param reports reports that were fetched and stored
 * @param cancelled why the run is to end, if somebody wants it to
 */
public record Observation(
        List<MemberObservation> members,
        Map<Integer, ClockMeasurement> clocks,
        List<ReportReceipt> reports,
        Optional<String> cancelled) {

    /** Refuses nulls and copies the collections. */
    public Observation {
        members = List.copyOf(members);
        clocks = Map.copyOf(clocks);
        reports = List.copyOf(reports);
        Objects.requireNonNull(cancelled, "cancelled");
    }
}
