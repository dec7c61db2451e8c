package io.jgbench.coordination.steady;

import io.jgbench.coordination.steady.WarmupProgress.Pace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The last readings of a member's warm-up. To be used by one thread at a time. */
public final class WarmupHistory {
    private static final long SPAN_NANOS = SteadyRule.SPAN.toNanos();

    private final Deque<WarmupReading> readings = new ArrayDeque<>();

    /** Of a warm-up that begins. */
    public WarmupHistory() {
        readings.add(WarmupReading.BEGIN);
    }

    /** Takes a reading that is later than all before, one each {@link SteadyRule#READING_INTERVAL}. */
    public void add(WarmupReading reading) {
        readings.addLast(reading);
        while (readings.size() > 2 && second().elapsedNanos() <= reading.elapsedNanos() - 2 * SPAN_NANOS) {
            readings.removeFirst();
        }
    }

    private WarmupReading second() {
        var inOrder = readings.iterator();
        inOrder.next();
        return inOrder.next();
    }

    /** What they come to. */
    public WarmupProgress progress() {
        WarmupReading last = readings.getLast();
        return new WarmupProgress(last.elapsedNanos(), last.units(), pace(last));
    }

    private Optional<Pace> pace(WarmupReading last) {
        WarmupReading first = readings.getFirst();
        if (last.elapsedNanos() - first.elapsedNanos() < 2 * SPAN_NANOS) {
            return Optional.empty();
        }
        WarmupReading middle = readings.stream()
                .filter(reading -> reading.elapsedNanos() <= last.elapsedNanos() - SPAN_NANOS)
                .reduce((_, later) -> later)
                .orElseThrow();
        return Optional.of(new Pace(
                perSecond(middle, last),
                perSecond(first, middle),
                Math.max(compilerShare(first, middle), compilerShare(middle, last))));
    }

    private static double perSecond(WarmupReading from, WarmupReading to) {
        return (to.units() - from.units()) * 1e9 / (to.elapsedNanos() - from.elapsedNanos());
    }

    private static double compilerShare(WarmupReading from, WarmupReading to) {
        return (double) (to.compilerNanos() - from.compilerNanos()) / (to.elapsedNanos() - from.elapsedNanos());
    }
}
