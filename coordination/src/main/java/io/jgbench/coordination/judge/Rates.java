package io.jgbench.coordination.judge;

import io.jgbench.coordination.stalls.Stall;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Units that members sent or received in each of successive intervals, of which some may have been left out.
 *
 * @param members whose they are
 * @param intervalNanos how long each interval is
 * @param beginNanos when each begins, since the members' begin
 * @param ofMembers by member, in the order of the members, then by interval
 */
@SuppressWarnings("ArrayRecordComponent")
record Rates(List<String> members, long intervalNanos, long[] beginNanos, double[][] ofMembers) {
    private static final double SECOND_NANOS = 1e9;

    /** Without the intervals in which a member stood still. */
    Rates without(List<Stall> stalls) {
        int[] kept = IntStream.range(0, beginNanos.length)
                .filter(interval -> stalls.stream().noneMatch(stall -> isIn(interval, stall)))
                .toArray();
        return new Rates(
                members,
                intervalNanos,
                Arrays.stream(kept).mapToLong(interval -> beginNanos[interval]).toArray(),
                Arrays.stream(ofMembers).map(rates -> only(kept, rates)).toArray(double[][]::new));
    }

    private boolean isIn(int interval, Stall stall) {
        long begin = beginNanos[interval];
        return stall.fromNanos() < begin + intervalNanos && stall.toNanos() > begin;
    }

    private static double[] only(int[] intervals, double[] rates) {
        return Arrays.stream(intervals).mapToDouble(interval -> rates[interval]).toArray();
    }

    /** Of all members together. */
    double[] together() {
        double[] sums = new double[beginNanos.length];
        for (double[] rates : ofMembers) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += rates[i];
            }
        }
        return sums;
    }

    /** When a part of them ends: after its last interval, behind which some may have been left out. */
    long endNanos(int to) {
        return beginNanos[to - 1] + intervalNanos;
    }

    /** The rate per second of a number of units in one interval. */
    double perSecond(double units) {
        return units * SECOND_NANOS / intervalNanos;
    }
}
