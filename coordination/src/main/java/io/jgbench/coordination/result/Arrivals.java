package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.stalls.ActivitySeries;
import io.jgbench.coordination.stalls.Stall;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** What arrived at the members in the course of the measured part, by their samples. */
record Arrivals(WorkloadSpec workload, List<MemberResult> members) {

    /** The samples of a member, which must have left a report. */
    static ActivitySeries series(MemberResult member) {
        MemberReport report = member.report().orElseThrow();
        return ActivitySeries.of(report.activity(), report.beganAtEpochNanos());
    }

    /**
     * Until when something was to arrive at a member. Where units end the run, that is until the first sender has sent
     * all of its own, as from then on fewer are sent.
     */
    long lastDue(ActivitySeries series) {
        if (workload.measuredFor().isPresent()) {
            return workload.measuredFor().get().toNanos();
        }
        if (!members.stream().allMatch(MemberResult::complete)) {
            return series.endNanos();
        }
        long firstSenderDone = members.stream()
                .filter(other -> other.index() < workload.senders(members.size()))
                .mapToLong(other -> series(other).lastRiseNanos(Activity.SENT))
                .min()
                .orElse(Long.MAX_VALUE);
        return Math.min(firstSenderDone, series.lastRiseNanos(Activity.ARRIVED));
    }

    /**
     * For how long at all members something was to arrive and did; 0 where a member has no samples. Of members that all
     * did their whole workload.
     */
    long commonNanos() {
        return members.stream()
                .map(Arrivals::series)
                .mapToLong(series -> Math.min(lastDue(series), series.lastRiseNanos(Activity.ARRIVED)))
                .min()
                .orElse(0);
    }

    /**
     * The rates in successive intervals, without those in which a member stood still, which is found apart.
     *
     * @param fromNanos where the first one begins, since the members' begin
     * @param toNanos before which the last one ends
     */
    Rates rates(long fromNanos, long toNanos, long intervalNanos, List<Stall> stalls) {
        double[][] all = members.stream()
                .map(member -> series(member).rises(Activity.ARRIVED, fromNanos, toNanos, intervalNanos))
                .toArray(double[][]::new);
        int intervals = Arrays.stream(all).mapToInt(rates -> rates.length).min().orElse(0);
        long[] begins = LongStream.range(0, intervals)
                .map(i -> fromNanos + i * intervalNanos)
                .filter(begin -> stalls.stream()
                        .noneMatch(stall -> stall.fromNanos() < begin + intervalNanos && stall.toNanos() > begin))
                .toArray();
        double[][] kept = Arrays.stream(all)
                .map(rates -> Arrays.stream(begins)
                        .mapToDouble(begin -> rates[(int) ((begin - fromNanos) / intervalNanos)])
                        .toArray())
                .toArray(double[][]::new);
        return new Rates(intervalNanos, begins, kept);
    }

    /**
     * Units in each interval.
     *
     * @param beginNanos when each begins, since the members' begin
     * @param ofMembers by member, in the order of the members, then by interval
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Rates(long intervalNanos, long[] beginNanos, double[][] ofMembers) {

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
    }
}
