package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.ClockMeasurement;
import java.util.Objects;
import java.util.Optional;

/**
 * How a member's clock stood to the controller's while a run was measured. It was measured before, and again after it
 * where the two do not follow the same clock; in between it is taken to have gone evenly, as quartz does over minutes.
 *
 * @param before before the start
 * @param after when the member had reported; empty where both follow the same clock of a host, or where it could not be
 *     measured any more
 */
public record ClockCourse(ClockMeasurement before, Optional<ClockMeasurement> after) {

    /** Refuses nulls. */
    public ClockCourse {
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
    }

    /** The member's clock less the controller's at an instant of the controller's. */
    public double offsetNanos(long controllerEpochNanos) {
        long first = before.offset().offsetNanos();
        if (after.isEmpty() || after.get().epochNanos() <= before.epochNanos()) {
            return first;
        }
        double share = (double) (controllerEpochNanos - before.epochNanos())
                / (after.get().epochNanos() - before.epochNanos());
        return first + share * (after.get().offset().offsetNanos() - first);
    }

    /** How far the true offset may be from that: as far as at the end at which it is known less well. */
    public long errorNanos() {
        return Math.max(
                before.offset().errorNanos(),
                after.map(later -> later.offset().errorNanos()).orElse(0L));
    }

    /** Whether it is known how much the two clocks drifted apart. */
    public boolean driftIsKnown() {
        return after.isPresent() || before.offset().errorNanos() == 0;
    }
}
