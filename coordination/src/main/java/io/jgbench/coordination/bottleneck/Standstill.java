package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * All members stood still as they waited for one.
 *
 * @param awaited the name of the member that they waited for
 * @param lasted for how long, all such times together
 * @param messagesSentAgain by JGroups in this time
 * @param segmentsSentAgain by TCP in this time
 */
public record Standstill(String awaited, Duration lasted, long messagesSentAgain, long segmentsSentAgain) {
    /** A stop of all members costs as much of the rate as it takes of the time; 10 % is more than runs differ by. */
    static final double COSTS = 0.10;

    /** TCP tries again after 0.2 s and after 0.4 s more; healthy connections send a segment again now and then. */
    static final int SEGMENTS_OF_A_CONNECTION = 2;

    /** Refuses nulls. */
    public Standstill {
        Objects.requireNonNull(awaited, "awaited");
        Objects.requireNonNull(lasted, "lasted");
    }

    /** This and another one for the same member. */
    public Standstill and(Standstill other) {
        return new Standstill(
                awaited,
                lasted.plus(other.lasted),
                messagesSentAgain + other.messagesSentAgain,
                segmentsSentAgain + other.segmentsSentAgain);
    }

    /**
     * Loss at the member that all waited for. Retransmissions during a standstill show that they, or the answers to
     * them, do not arrive.
     *
     * @param measuredNanos how long the workload took
     * @param others members beside the one that all waited for
     * @param whereItDrops what to look at where that member's own host dropped what it missed, in one sentence without
     *     its end
     */
    Optional<Bottleneck> loss(long measuredNanos, int others, Optional<String> whereItDrops) {
        double share = (double) lasted.toNanos() / measuredNanos;
        boolean isEnough =
                messagesSentAgain > 0 || segmentsSentAgain >= (long) SEGMENTS_OF_A_CONNECTION * Math.max(1, others);
        return share < COSTS || !isEnough
                ? Optional.empty()
                : Optional.of(Bottleneck.fault(
                        BottleneckType.LOSS,
                        awaited,
                        String.format(
                                Locale.ROOT,
                                "For %.1f s, %s of the time, all members stood still and waited for %s, while %s%s.",
                                lasted.toNanos() / 1e9,
                                percent(share),
                                awaited,
                                String.join(" and ", sentAgain()),
                                whereItDrops
                                        .map(place -> ". " + place)
                                        .orElse(": nothing went through between it and others. Look at its link, its"
                                                + " switch port and firewalls"))));
    }

    private List<String> sentAgain() {
        var told = new ArrayList<String>();
        if (messagesSentAgain > 0) {
            told.add(String.format(Locale.ROOT, "%,d messages", messagesSentAgain));
        }
        if (segmentsSentAgain > 0) {
            told.add(String.format(Locale.ROOT, "%,d TCP segments", segmentsSentAgain));
        }
        told.set(told.size() - 1, told.getLast() + " were sent again");
        return told;
    }
}
