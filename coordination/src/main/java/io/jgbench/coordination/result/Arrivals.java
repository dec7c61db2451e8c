package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.stalls.ActivitySeries;
import io.jgbench.coordination.stalls.Stall;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What arrived at the members in the course of the measured part, by their samples. */
final class Arrivals {
    private final WorkloadSpec workload;
    private final List<MemberResult> members;
    private final Map<String, ActivitySeries> series;
    private final long firstSenderDoneNanos;

    /** Reads the samples of those members that left a report. */
    Arrivals(WorkloadSpec workload, List<MemberResult> members) {
        this.workload = workload;
        this.members = members;
        this.series = members.stream()
                .filter(member -> member.report().isPresent())
                .collect(Collectors.toMap(MemberResult::name, Arrivals::read));
        this.firstSenderDoneNanos = members.stream()
                .filter(member -> member.index() < workload.senders(members.size()))
                .filter(member -> series.containsKey(member.name()))
                .mapToLong(member -> of(member).lastRiseNanos(Activity.SENT))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The samples of a member, which must have left a report. */
    static ActivitySeries read(MemberResult member) {
        MemberReport report = member.report().orElseThrow();
        return ActivitySeries.of(report.activity(), report.beganAtEpochNanos());
    }

    /** The samples of one of these members, which must have left a report. */
    ActivitySeries of(MemberResult member) {
        return Objects.requireNonNull(series.get(member.name()), member.name());
    }

    /**
     * Until when something was to arrive at a member. Where units end the run, that is until the first sender has sent
     * all of its own, as from then on fewer are sent.
     */
    long lastDue(MemberResult member) {
        if (workload.measuredFor().isPresent()) {
            return workload.measuredFor().get().toNanos();
        }
        return members.stream().allMatch(MemberResult::complete)
                ? Math.min(firstSenderDoneNanos, of(member).lastRiseNanos(Activity.ARRIVED))
                : of(member).endNanos();
    }

    /**
     * For how long at all members something was to arrive and did; 0 where a member has no samples. Of members that all
     * did their whole workload.
     */
    long commonNanos() {
        return members.stream()
                .mapToLong(member -> Math.min(lastDue(member), of(member).lastRiseNanos(Activity.ARRIVED)))
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
                .map(member -> of(member).rises(Activity.ARRIVED, fromNanos, toNanos, intervalNanos))
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
