package io.jgbench.coordination.stalls;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A time in which a member received nothing, or far less than usual; of one that nobody sends to, in which it sent
 * nothing, or far less.
 *
 * @param member its name
 * @param fromNanos when it began, since the member's begin
 * @param durationNanos how long it lasted
 * @param arrived units of work that arrived in it; of one that nobody sends to, those that it sent
 * @param usual units of work that arrive in as much time at the member's median rate
 * @param meanwhile what else was counted at the member in this time, by counter. Counters that rose.
 *     {@code stoppedNanos} is there even if it is 0, as its absence means that an earlier version did not count it.
 *     Times that the kernel adds up over CPUs are the average of one, no longer than the stall, once {@link #onAverage}
 *     was asked for them
 */
public record Stall(
        String member, long fromNanos, long durationNanos, long arrived, long usual, Map<String, Long> meanwhile) {

    /** Refuses nulls and copies the counters, in the order of their names. */
    public Stall {
        Objects.requireNonNull(member, "member");
        meanwhile = Collections.unmodifiableMap(new TreeMap<>(meanwhile));
    }

    /** When it was over, since the member's begin. */
    public long toNanos() {
        return fromNanos + durationNanos;
    }

    /** The same with those counters alone. */
    public Stall withOnly(Predicate<String> counters) {
        Map<String, Long> kept = new TreeMap<>(meanwhile);
        kept.keySet().removeIf(counters.negate());
        return new Stall(member, fromNanos, durationNanos, arrived, usual, kept);
    }

    /**
     * The same with a time that is a sum over CPUs as the average of one CPU. It is no longer than the stall: the
     * kernel's counters are read from before it until after it.
     */
    public Stall onAverage(String counter, int cpus) {
        Map<String, Long> averaged = new TreeMap<>(meanwhile);
        averaged.computeIfPresent(counter, (_, nanos) -> Math.min(nanos / cpus, durationNanos));
        averaged.remove(counter, 0L);
        return new Stall(member, fromNanos, durationNanos, arrived, usual, averaged);
    }

    /** This and a later one of the same member as one, as long as both together. */
    public Stall and(Stall later) {
        Map<String, Long> both = new TreeMap<>(meanwhile);
        later.meanwhile.forEach((name, count) -> both.merge(name, count, Long::sum));
        return new Stall(
                member,
                fromNanos,
                durationNanos + later.durationNanos,
                arrived + later.arrived,
                usual + later.usual,
                both);
    }
}
