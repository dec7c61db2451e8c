package io.jgbench.coordination.judge;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.stalls.ActivitySeries;
import io.jgbench.coordination.stalls.Stall;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What arrived at the members, and what they sent, in the course of the measured part, by their samples. Those are read
 * when they are asked for: the samples of many members over a long time take more memory than all else of their
 * reports.
 */
final class SampledTraffic {
    private static final double SECOND_NANOS = 1e9;

    /** A wait for so much of a time explains why less was sent in it. */
    private static final double WAITED_MUCH = 0.25;

    private final WorkloadSpec workload;
    private final List<MemberResult> members;
    private final Map<String, Bounds> bounds;
    private final long firstArrivedNanos;
    private final long firstSenderDoneNanos;

    /** Where a member's samples and what they count begin and end, since its begin. */
    private record Bounds(long endNanos, long lastSentNanos, long firstArrivedNanos, long lastArrivedNanos) {
        static Bounds of(MemberResult member) {
            ActivitySeries series = read(member);
            return new Bounds(
                    series.endNanos(),
                    series.lastRiseNanos(Activity.SENT),
                    series.firstRiseNanos(Activity.PROGRESS),
                    series.lastRiseNanos(Activity.PROGRESS));
        }

        boolean anythingArrived() {
            return lastArrivedNanos > 0;
        }
    }

    /** Reads the samples of those members that left a report, once. */
    SampledTraffic(WorkloadSpec workload, List<MemberResult> members) {
        this.workload = workload;
        this.members = members;
        this.bounds = members.stream()
                .filter(member -> member.report().isPresent())
                .collect(Collectors.toMap(MemberResult::name, Bounds::of));
        this.firstArrivedNanos = receivers().stream()
                .filter(member -> bounds.containsKey(member.name()))
                .map(this::boundsOf)
                .filter(Bounds::anythingArrived)
                .mapToLong(Bounds::firstArrivedNanos)
                .min()
                .orElse(Long.MAX_VALUE);
        this.firstSenderDoneNanos = senders().stream()
                .filter(member -> bounds.containsKey(member.name()))
                .mapToLong(this::lastSentNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** What the members do. */
    WorkloadSpec workload() {
        return workload;
    }

    /** All members, whether they left a report or not. */
    List<MemberResult> members() {
        return members;
    }

    /** The samples of a member, which must have left a report. */
    static ActivitySeries read(MemberResult member) {
        MemberReport report = member.report().orElseThrow();
        return ActivitySeries.of(report.activity(), report.beganAtEpochNanos());
    }

    private Bounds boundsOf(MemberResult member) {
        return Objects.requireNonNull(bounds.get(member.name()), member.name());
    }

    /** When a member, which must have left a report, had sent all of its own, since its begin; 0 if it sent nothing. */
    long lastSentNanos(MemberResult member) {
        return boundsOf(member).lastSentNanos();
    }

    /**
     * When the last of all that left a report had sent or received something for the last time, since its begin; 0
     * where that is not known.
     */
    long endNanos() {
        return bounds.values().stream()
                .mapToLong(bound -> Math.max(bound.lastSentNanos(), bound.lastArrivedNanos()))
                .max()
                .orElse(0);
    }

    /**
     * From when on something was to arrive at a member, since its begin: from its first unit on, or from when any that
     * is sent to had one. One that nobody sends to begins with what it sends.
     *
     * @param skew by how much the members' begins may be apart; where that is not known, only the member itself counts
     */
    long firstDue(MemberResult member, Optional<StartSkew> skew) {
        long own = boundsOf(member).firstArrivedNanos();
        boolean isKnown = skew.isPresent()
                && workload.receives(member.index(), members.size())
                && firstArrivedNanos != Long.MAX_VALUE;
        return isKnown
                ? Math.min(
                        own,
                        firstArrivedNanos + skew.get().skewNanos() + skew.get().errorNanos())
                : own;
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
                ? Math.min(firstSenderDoneNanos, boundsOf(member).lastArrivedNanos())
                : boundsOf(member).endNanos();
    }

    /**
     * For how long at all members that send or receive something was to arrive and did; 0 where one of them has no
     * samples. Of members that all did their whole workload.
     */
    long commonNanos() {
        return members.stream()
                .filter(this::hasRole)
                .mapToLong(member -> Math.min(lastDue(member), boundsOf(member).lastArrivedNanos()))
                .min()
                .orElse(0);
    }

    /**
     * The rates in successive intervals, without those in which a member stood still, which is found apart.
     *
     * @param count what is counted: {@link Activity#PROGRESS} of those that anything is sent to, {@link Activity#SENT}
     *     of those that send
     * @param fromNanos where the first one begins, since the members' begin
     * @param toNanos before which the last one ends
     */
    Rates rates(String count, long fromNanos, long toNanos, long intervalNanos, List<Stall> stalls) {
        List<MemberResult> counted = count.equals(Activity.SENT) ? senders() : receivers();
        double[][] all = counted.stream()
                .map(member -> read(member).rises(count, fromNanos, toNanos, intervalNanos))
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
        return new Rates(counted.stream().map(MemberResult::name).toList(), intervalNanos, begins, kept);
    }

    /**
     * The member for whose credits the senders of a member waited in this time, if they waited long enough to explain
     * much.
     */
    Optional<String> awaitedBy(String member, long fromNanos, long toNanos) {
        ActivitySeries samples = members.stream()
                .filter(it -> it.name().equals(member))
                .findAny()
                .map(SampledTraffic::read)
                .orElseThrow(() -> new IllegalArgumentException("no member " + member));
        Map<String, Double> waited = samples.names().stream()
                .filter(name -> name.startsWith(Counters.WAITED_FOR_NANOS))
                .collect(Collectors.toMap(
                        name -> name.substring(Counters.WAITED_FOR_NANOS.length()),
                        name -> samples.counted(name, fromNanos, toNanos)));
        double all = waited.values().stream().mapToDouble(Double::doubleValue).sum();
        return waited.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> most.getValue() >= WAITED_MUCH * (toNanos - fromNanos) && 2 * most.getValue() > all)
                .map(Map.Entry::getKey);
    }

    private boolean hasRole(MemberResult member) {
        return workload.receives(member.index(), members.size()) || workload.sends(member.index(), members.size());
    }

    /** Samples of a member that nobody sends to have what it sent in the place of what arrived. */
    private List<MemberResult> receivers() {
        return members.stream()
                .filter(member -> workload.receives(member.index(), members.size()))
                .toList();
    }

    private List<MemberResult> senders() {
        return members.stream()
                .filter(member -> workload.sends(member.index(), members.size()))
                .toList();
    }

    /**
     * Units in each interval.
     *
     * @param members whose they are
     * @param beginNanos when each begins, since the members' begin
     * @param ofMembers by member, in the order of the members, then by interval
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Rates(List<String> members, long intervalNanos, long[] beginNanos, double[][] ofMembers) {

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
}
