package io.jgbench.coordination.stalls;

import io.jgbench.coordination.protocol.Activity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A member's samples as functions of the time since its start. Between two samples a count is taken to have risen
 * evenly.
 */
public final class ActivitySeries {
    private static final long NANOS_PER_MICRO = 1_000;

    private final long[] atNanos;
    private final Map<String, long[]> counts;

    private ActivitySeries(long[] atNanos, Map<String, long[]> counts) {
        this.atNanos = atNanos;
        this.counts = counts;
    }

    /**
     * Reads a member's samples.
     *
     * @param beganAtEpochNanos when the member began, on its clock; a sample from before counts as one of that instant.
     *     Of a member that never began it is 0, and times count from its first sample
     * @throws IllegalArgumentException if the activity does not hold samples
     */
    public static ActivitySeries of(Activity activity, long beganAtEpochNanos) {
        List<long[]> samples = new ArrayList<>();
        for (long[] sample : activity.samples()) {
            boolean isBeforeBegin = sample[0] * NANOS_PER_MICRO <= beganAtEpochNanos;
            if (isBeforeBegin) {
                samples.clear();
            }
            samples.add(sample);
        }
        long origin = beganAtEpochNanos == 0 && !samples.isEmpty()
                ? samples.getFirst()[0] * NANOS_PER_MICRO
                : beganAtEpochNanos;
        long[] atNanos = samples.stream()
                .mapToLong(sample -> Math.max(0, sample[0] * NANOS_PER_MICRO - origin))
                .toArray();
        Map<String, long[]> counts = new TreeMap<>();
        for (int column = 1; column < activity.columns().size(); column++) {
            int from = column;
            counts.put(
                    activity.columns().get(column),
                    samples.stream().mapToLong(sample -> sample[from]).toArray());
        }
        return new ActivitySeries(atNanos, counts);
    }

    /** Whether there are too few samples to tell a rate. */
    public boolean isEmpty() {
        return atNanos.length < 2;
    }

    /** The last sample, since the start. */
    public long endNanos() {
        return atNanos.length == 0 ? 0 : atNanos[atNanos.length - 1];
    }

    /** Time of the second sample after an instant, since the start. That of the last one where there are fewer. */
    public long secondSampleAfter(long nanos) {
        for (int i = 0; i < atNanos.length - 1; i++) {
            if (atNanos[i] > nanos) {
                return atNanos[i + 1];
            }
        }
        return endNanos();
    }

    /** The counts that there are. */
    public List<String> names() {
        return List.copyOf(counts.keySet());
    }

    /** The increase of a count between two instants. 0 if there is no such count. */
    public double counted(String name, long fromNanos, long toNanos) {
        long[] values = counts.get(name);
        return values == null || isEmpty() ? 0 : at(values, toNanos) - at(values, fromNanos);
    }

    /** Time of the last sample before the first increase. End of the series if the count never rose. */
    public long firstRiseNanos(String name) {
        long[] values = counts.getOrDefault(name, new long[0]);
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[i - 1]) {
                return atNanos[i - 1];
            }
        }
        return endNanos();
    }

    /** Time of the sample with the last increase. 0 if the count never rose. */
    public long lastRiseNanos(String name) {
        long[] values = counts.getOrDefault(name, new long[0]);
        for (int i = values.length - 1; i > 0; i--) {
            if (values[i] > values[i - 1]) {
                return atNanos[i];
            }
        }
        return 0;
    }

    /** The largest increase of a count between two neighbouring samples. */
    public long steepestRise(String name) {
        long[] values = counts.getOrDefault(name, new long[0]);
        long most = 0;
        for (int i = 1; i < values.length; i++) {
            most = Math.max(most, values[i] - values[i - 1]);
        }
        return most;
    }

    /** The increases of a count in successive intervals of the same length. A rest shorter than that is left out. */
    public double[] rises(String name, long fromNanos, long toNanos, long intervalNanos) {
        int intervals = (int) Math.max(0, (toNanos - fromNanos) / intervalNanos);
        double[] rises = new double[intervals];
        for (int i = 0; i < intervals; i++) {
            rises[i] = counted(name, fromNanos + i * intervalNanos, fromNanos + (i + 1) * intervalNanos);
        }
        return rises;
    }

    private double at(long[] values, long nanos) {
        int found = Arrays.binarySearch(atNanos, nanos);
        if (found >= 0) {
            return values[found];
        }
        int next = -found - 1;
        if (next == 0) {
            return values[0];
        }
        if (next == atNanos.length) {
            return values[next - 1];
        }
        double part = (double) (nanos - atNanos[next - 1]) / (atNanos[next] - atNanos[next - 1]);
        return values[next - 1] + part * (values[next] - values[next - 1]);
    }
}
