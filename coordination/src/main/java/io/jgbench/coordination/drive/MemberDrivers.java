package io.jgbench.coordination.drive;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.ReportReceipt;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The controller's side of all members of a run. The drivers are their sites' to close. */
public final class MemberDrivers {
    private final List<MemberDriver> drivers;

    /** With the members' drivers, by the member's index. */
    public MemberDrivers(List<MemberDriver> drivers) {
        this.drivers = List.copyOf(drivers);
    }

    /** Has the driver of the member that it concerns carry out an action; returns at once. */
    public void carryOut(Action action) {
        drivers.get(action.member()).ask(action);
    }

    /**
     * What the drivers have found, together with what only the run's controller knows.
     *
     * @param members how each member was found, by index
     * @param cancelled why the run is to end, if somebody wants it to
     */
    public Observation observation(List<MemberObservation> members, Optional<String> cancelled) {
        Duration answering = drivers.stream()
                .map(MemberDriver::answering)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return new Observation(members, preflights(), each(MemberDriver::clock), receipts(), cancelled)
                .answeredWithin(answering);
    }

    private List<ReportReceipt> receipts() {
        return drivers.stream().flatMap(driver -> driver.receipt().stream()).toList();
    }

    /** The reports that were fetched, in the order of their members. */
    public List<MemberReport> reports() {
        return drivers.stream().flatMap(driver -> driver.report().stream()).toList();
    }

    /** What members sent and received in the pre-flight, as far as it was fetched, in the order of the members. */
    public List<PreflightReport> preflights() {
        return drivers.stream().flatMap(driver -> driver.preflight().stream()).toList();
    }

    /** Clocks that were measured again when their members had reported, by member index. */
    public Map<Integer, ClockMeasurement> clocksAtEnd() {
        return each(MemberDriver::clockAtEnd);
    }

    private Map<Integer, ClockMeasurement> each(Function<MemberDriver, Optional<ClockMeasurement>> clock) {
        Map<Integer, ClockMeasurement> clocks = new HashMap<>();
        for (int i = 0; i < drivers.size(); i++) {
            int index = i;
            clock.apply(drivers.get(i)).ifPresent(measured -> clocks.put(index, measured));
        }
        return clocks;
    }
}
