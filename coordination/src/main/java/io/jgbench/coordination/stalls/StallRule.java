package io.jgbench.coordination.stalls;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Finds the times of {@link #LEAST} or longer in which a member received less than {@link #FAR_LESS} of what it
 * receives at its median rate. Each bound has its reason in {@code docs/METHOD.md}.
 */
public final class StallRule {
    /** Shorter ones are what a busy host's scheduler does to a member. */
    public static final Duration LEAST = Duration.ofMillis(300);

    /** A part of the median rate. A silence of {@link #LEAST} between two samples leaves a sixth of three intervals. */
    static final double FAR_LESS = 0.2;

    /** Missing this number of units by chance happens less than once in a million times, however irregular they are. */
    static final int LEAST_UNITS = 30;

    /** The share of intervals with arrivals that follow or precede another one, unless units are rare. */
    private static final double DENSE = 0.9;

    /** An interval with so much is none of a stall, though a long span that begins or ends with it may be. */
    private static final double ABOUT_USUAL = 0.9;

    private static final long INTERVAL_NANOS = Activity.INTERVAL.toNanos();
    private static final int LEAST_INTERVALS = (int) (LEAST.toNanos() / INTERVAL_NANOS);

    /** What ends a stall, such as messages that are sent again, may be noted after it. */
    private static final long NOTED_LATE_NANOS = Duration.ofMillis(500).toNanos();

    /** What the kernel counts is read with the first sample after a second. */
    private static final long KERNEL_NOTED_LATE_NANOS =
            Duration.ofSeconds(1).plus(Activity.INTERVAL).toNanos();

    private static final Set<String> OF_THE_KERNEL =
            Set.of(Counters.TCP_RETRANSMITTED_SEGMENTS, Counters.CPU_STEAL_NANOS, Counters.CPU_THROTTLED_NANOS);

    /**
     * They may belong to any of the stalls between which the kernel was not read, and are divided between these. Of
     * segments, which count in whole ones, all count for the last of them.
     */
    private static final Set<String> TIMES_OF_THE_KERNEL =
            Set.of(Counters.CPU_STEAL_NANOS, Counters.CPU_THROTTLED_NANOS);

    /**
     * What stopped the process is counted as soon as it runs again, so that the first or second sample after the stall
     * has it; in long runs samples are further apart. What is counted later happened while the member caught up.
     */
    private static final long PROCESS_NOTED_LATE_NANOS =
            Activity.INTERVAL.multipliedBy(2).toNanos();

    /** Times of the process as a whole. It cannot have stood still for longer than the stall because of them. */
    private static final Set<String> OF_THE_PROCESS =
            Set.of(Counters.GC_NANOS, Counters.STALLED_NANOS, Counters.STOPPED_NANOS, Counters.DELAYED_NANOS);

    /** Times of several threads together. They may be longer than the stall, and only their ratio is used. */
    private static final Set<String> OF_COLLECTOR_THREADS =
            Set.of(Counters.COLLECTOR_CPU_NANOS, Counters.COLLECTOR_WAITED_NANOS);

    private final String member;
    private final ActivitySeries series;
    private final long fromNanos;
    private final double[] arrived;

    private StallRule(String member, ActivitySeries series, long fromNanos, long toNanos) {
        this.member = member;
        this.series = series;
        this.fromNanos = fromNanos;
        this.arrived = series.rises(Activity.PROGRESS, fromNanos, Math.min(toNanos, series.endNanos()), INTERVAL_NANOS);
    }

    /**
     * The stalls of a member, in the order of time.
     *
     * @param fromNanos from when on something was to arrive, since the member's begin
     * @param toNanos until when something was to arrive, since the member's begin
     */
    public static List<Stall> stalls(String member, ActivitySeries series, long fromNanos, long toNanos) {
        return series.isEmpty() ? List.of() : new StallRule(member, series, fromNanos, toNanos).stalls();
    }

    private List<Stall> stalls() {
        OptionalDouble median = median();
        if (median.isEmpty()) {
            return List.of();
        }
        double usual = median.getAsDouble();
        boolean[] slow = slow(usual);
        var stalls = new ArrayList<Stall>();
        for (int i = 0; i < slow.length; i++) {
            if (slow[i]) {
                int end = i;
                while (end < slow.length && slow[end]) {
                    end++;
                }
                Stall found = stall(i, end, usual);
                if (found.durationNanos() >= LEAST.toNanos()) {
                    stalls.add(found);
                }
                i = end;
            }
        }
        return counted(stalls);
    }

    /**
     * Adds what else was counted. The time that is looked at for a stall ends where that for the next one begins, but
     * for {@link #TIMES_OF_THE_KERNEL}.
     */
    private List<Stall> counted(List<Stall> stalls) {
        Map<String, double[]> ofTheKernel = series.names().stream()
                .filter(TIMES_OF_THE_KERNEL::contains)
                .collect(Collectors.toMap(Function.identity(), name -> divided(name, stalls)));
        var counted = new ArrayList<Stall>();
        for (int i = 0; i < stalls.size(); i++) {
            Stall stall = stalls.get(i);
            long until = i + 1 < stalls.size() ? lookedAtFrom(stalls.get(i + 1)) : Long.MAX_VALUE;
            Map<String, Long> meanwhile = meanwhile(stall, until);
            for (var time : ofTheKernel.entrySet()) {
                long nanos = Math.round(time.getValue()[i]);
                if (nanos > 0) {
                    meanwhile.put(time.getKey(), nanos);
                }
            }
            counted.add(new Stall(
                    stall.member(),
                    stall.fromNanos(),
                    stall.durationNanos(),
                    stall.arrived(),
                    stall.usual(),
                    meanwhile));
        }
        return counted;
    }

    /**
     * How much a counter rose for each stall. Where several are looked at, each has as much of it as its part of their
     * durations, so that all together have what was counted.
     */
    private double[] divided(String name, List<Stall> stalls) {
        long[] untils =
                stalls.stream().mapToLong(stall -> notedUntil(name, stall)).toArray();
        long[] bounds = LongStream.concat(Arrays.stream(untils), stalls.stream().mapToLong(StallRule::lookedAtFrom))
                .sorted()
                .toArray();
        double[] parts = new double[untils.length];
        int first = 0;
        int end = 0;
        for (int i = 1; i < bounds.length; i++) {
            while (end < parts.length && lookedAtFrom(stalls.get(end)) <= bounds[i - 1]) {
                end++;
            }
            while (first < end && untils[first] <= bounds[i - 1]) {
                first++;
            }
            double risen = series.counted(name, bounds[i - 1], bounds[i]);
            double durations = 0;
            for (int each = first; each < end; each++) {
                durations += stalls.get(each).durationNanos();
            }
            for (int each = first; each < end; each++) {
                parts[each] += risen * stalls.get(each).durationNanos() / durations;
            }
        }
        return parts;
    }

    private static long lookedAtFrom(Stall stall) {
        return stall.fromNanos() - INTERVAL_NANOS;
    }

    /** Until when a counter may still rise because of a stall, since the member's begin. */
    private long notedUntil(String counter, Stall stall) {
        return Math.max(stall.toNanos() + noted(counter), series.secondSampleAfter(stall.toNanos()));
    }

    /** Of the intervals in which something arrived; empty where units come so seldom that a gap says nothing. */
    private OptionalDouble median() {
        int busy = 0;
        int withNeighbour = 0;
        for (int i = 0; i < arrived.length; i++) {
            if (arrived[i] > 0) {
                busy++;
                boolean hasNeighbour = (i > 0 && arrived[i - 1] > 0) || (i + 1 < arrived.length && arrived[i + 1] > 0);
                withNeighbour += hasNeighbour ? 1 : 0;
            }
        }
        if (busy <= LEAST_INTERVALS || withNeighbour < busy * DENSE) {
            return OptionalDouble.empty();
        }
        double[] sorted =
                Arrays.stream(arrived).filter(units -> units > 0).sorted().toArray();
        return OptionalDouble.of(sorted[sorted.length / 2]);
    }

    /** The intervals of all spans, long enough to tell, in which far less arrived. */
    private boolean[] slow(double usual) {
        int span = Math.max(LEAST_INTERVALS, (int) Math.ceil(LEAST_UNITS / usual));
        boolean[] slow = new boolean[arrived.length];
        double sum = 0;
        for (int end = 1; end <= arrived.length; end++) {
            sum += arrived[end - 1];
            if (end > span) {
                sum -= arrived[end - 1 - span];
            }
            if (end >= span && sum < FAR_LESS * span * usual) {
                Arrays.fill(slow, end - span, end, true);
            }
        }
        return slow;
    }

    /**
     * At its two ends an interval may be partly within the stall, also the one before and the one after: as much as
     * arrived at the usual rate is not.
     */
    private Stall stall(int first, int end, double usual) {
        int from = Math.max(0, first - 1);
        int to = Math.min(arrived.length, end + 1);
        while (from < to && arrived[from] >= ABOUT_USUAL * usual) {
            from++;
        }
        while (to > from + 1 && arrived[to - 1] >= ABOUT_USUAL * usual) {
            to--;
        }
        if (from == to) {
            return new Stall(member, fromNanos, 0, 0, 0, Map.of());
        }
        double before = from == 0 ? 0 : Math.min(1, arrived[from] / usual);
        double after = Math.min(1, arrived[to - 1] / usual);
        long began = fromNanos + Math.round((from + before) * INTERVAL_NANOS);
        long ended = fromNanos + Math.round((to - after) * INTERVAL_NANOS);
        long duration = Math.max(0, ended - began);
        double units = 0;
        for (int i = from + 1; i < to - 1; i++) {
            units += arrived[i];
        }
        return new Stall(
                member, began, duration, Math.round(units), Math.round(usual * duration / INTERVAL_NANOS), Map.of());
    }

    private Map<String, Long> meanwhile(Stall stall, long until) {
        Map<String, Long> counted = new TreeMap<>();
        for (String name : series.names()) {
            long latest = Math.min(notedUntil(name, stall), until);
            long risen = Math.round(series.counted(name, lookedAtFrom(stall), latest));
            long within = OF_THE_PROCESS.contains(name) ? Math.min(risen, stall.durationNanos()) : risen;
            boolean isWork = name.equals(Activity.PROGRESS) || name.equals(Activity.SENT);
            // its 0 says that it was counted, and that nothing stopped the process
            boolean isTold = within > 0 || name.equals(Counters.STOPPED_NANOS);
            if (isTold && !isWork && !TIMES_OF_THE_KERNEL.contains(name)) {
                counted.put(name, within);
            }
        }
        return counted;
    }

    /** How long after the end of a stall a counter may still rise because of it, in nanoseconds. */
    private static long noted(String counter) {
        if (OF_THE_KERNEL.contains(counter)) {
            return KERNEL_NOTED_LATE_NANOS;
        }
        boolean isOfTheProcess = OF_THE_PROCESS.contains(counter) || OF_COLLECTOR_THREADS.contains(counter);
        return isOfTheProcess ? PROCESS_NOTED_LATE_NANOS : NOTED_LATE_NANOS;
    }
}
