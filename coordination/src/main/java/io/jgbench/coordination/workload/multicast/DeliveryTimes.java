package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.ClockCourse;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.Latency;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Turns what receivers noted of others' messages, each on its own clock, into times. With o the offset of a member's
 * clock to the controller's, a message of s that r has noted to have arrived d after it was sent took
 * d − (o<sub>r</sub> − o<sub>s</sub>), and that is wrong by the two offsets' errors at the most.
 */
final class DeliveryTimes {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Map<Integer, ClockCourse> clocks;
    private final Histogram all = new Histogram(SIGNIFICANT_DIGITS);

    /** As text: of 256 members the histograms themselves would take tens of megabytes. */
    private final Map<Integer, String> byReceiver = new HashMap<>();

    private long errorNanos;
    private boolean driftKnown = true;

    DeliveryTimes(ClockCourses clocks) {
        this.clocks = clocks.byMember();
    }

    /** Adds what a member noted, once for each; what it noted of members whose clock is not known is left out. */
    void add(int receiver, MulticastReport report) {
        ClockCourse ours = clocks.get(receiver);
        if (ours == null) {
            return;
        }
        var received = new Histogram(SIGNIFICANT_DIGITS);
        for (long[] row : report.deliveryRows()) {
            ClockCourse theirs = clocks.get((int) row[0]);
            if (theirs != null) {
                received.recordValue(took(ours, theirs, TimeUnit.MICROSECONDS.toNanos(row[1]), row[2]));
            }
        }
        if (received.getTotalCount() > 0) {
            all.add(received);
            byReceiver.put(receiver, HistogramText.encode(received));
        }
    }

    private long took(ClockCourse ours, ClockCourse theirs, long arrivedNanos, long apartNanos) {
        long at = ours.before().offset().toController(arrivedNanos);
        long took = Math.round(apartNanos - (ours.offsetNanos(at) - theirs.offsetNanos(at)));
        errorNanos = Math.max(errorNanos, ours.errorNanos() + theirs.errorNanos());
        driftKnown &= ours.driftIsKnown() && theirs.driftIsKnown();
        return Math.clamp(took, 0, HIGHEST_NANOS);
    }

    /** What it comes to; empty where nothing was noted. */
    Optional<DeliveryLatency> result() {
        return Latency.of(all)
                .map(latency -> new DeliveryLatency(latency, Math.ceilDiv(errorNanos, 1000L), driftKnown, byReceiver));
    }
}
