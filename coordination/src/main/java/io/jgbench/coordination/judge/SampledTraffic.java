package io.jgbench.coordination.judge;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.stalls.ActivitySeries;
import io.jgbench.coordination.stalls.Stall;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What arrived at the members, and what they sent, in the course of the measured part, by their samples. Those are read
 * when they are asked for: the samples of many members over a long time take more memory than all else of their
 * reports.
 */
final class SampledTraffic {
    /** A wait for so much of a time explains why less was sent in it. */
    private static final double WAITED_MUCH = 0.25;

    private final WorkloadSpec workload;
    private final List<MemberResult> members;
    private final Map<String, Bounds> bounds;
    private final OptionalLong firstArrivedNanos;
    private final OptionalLong firstSenderDoneNanos;

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
        this.firstArrivedNanos = knownBounds(receivers())
                .filter(Bounds::anythingArrived)
                .mapToLong(Bounds::firstArrivedNanos)
                .min();
        this.firstSenderDoneNanos =
                knownBounds(senders()).mapToLong(Bounds::lastSentNanos).min();
    }

    private Stream<Bounds> knownBounds(List<MemberResult> ofMembers) {
        return ofMembers.stream()
                .map(MemberResult::name)
                .filter(bounds::containsKey)
                .map(this::boundsOf);
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

    private Bounds boundsOf(String member) {
        return Objects.requireNonNull(bounds.get(member), member);
    }

    /** When a member, which must have left a report, had sent all of its own, since its begin; 0 if it sent nothing. */
    long lastSentNanos(MemberResult member) {
        return boundsOf(member.name()).lastSentNanos();
    }

    /** Until when a member, which must have left a report, was sampled, since its begin; 0 if it was not. */
    long sampledNanos(MemberResult member) {
        return boundsOf(member.name()).endNanos();
    }

    /** For how long the member was sampled that was sampled for longest; 0 where none was. */
    long longestSampledNanos() {
        return bounds.values().stream().mapToLong(Bounds::endNanos).max().orElse(0);
    }

    /**
     * Units a second that a member, which must have left a report, had begun by its last sample, or until no more were
     * to be begun: the time of the run was over, or all units of the member had begun; empty where it was not sampled.
     *
     * @param askedPerSecond units a second that it was to begin
     */
    OptionalDouble begunPerSecond(MemberResult member, double askedPerSecond) {
        ActivitySeries series = read(member);
        long until = workload.measuredFor()
                .map(time -> Math.min(time.toNanos(), series.endNanos()))
                .orElseGet(() -> beginsUntil(series, askedPerSecond));
        return series.isEmpty() || until <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(series.counted(Activity.SENT, 0, until) * 1e9 / until);
    }

    /** Of a member whose units end the run. How many these are is known but for a part of a second's. */
    private long beginsUntil(ActivitySeries series, double askedPerSecond) {
        double planned = askedPerSecond * workload.leastMeasured().toNanos() / 1e9;
        return planned > 0 && series.counted(Activity.SENT, 0, series.endNanos()) >= planned
                ? series.lastRiseNanos(Activity.SENT)
                : series.endNanos();
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
        long own = boundsOf(member.name()).firstArrivedNanos();
        if (skew.isEmpty() || firstArrivedNanos.isEmpty() || !receives(member)) {
            return own;
        }
        long mostApart = skew.get().skewNanos() + skew.get().errorNanos();
        return Math.min(own, firstArrivedNanos.getAsLong() + mostApart);
    }

    /**
     * Until when something was to arrive at a member. Where units end the run, that is until the first sender has sent
     * all of its own, as from then on fewer are sent.
     */
    long lastDue(MemberResult member) {
        if (workload.measuredFor().isPresent()) {
            return workload.measuredFor().get().toNanos();
        }
        Bounds own = boundsOf(member.name());
        return members.stream().allMatch(MemberResult::complete)
                ? Math.min(firstSenderDoneNanos.orElse(Long.MAX_VALUE), own.lastArrivedNanos())
                : own.endNanos();
    }

    /**
     * For how long at all members that send or receive something was to arrive and did; 0 where one of them has no
     * samples. Of members that all did their whole workload.
     */
    long commonNanos() {
        return members.stream()
                .filter(member -> sends(member) || receives(member))
                .mapToLong(member ->
                        Math.min(lastDue(member), boundsOf(member.name()).lastArrivedNanos()))
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
        double[][] ofMembers = counted.stream()
                .map(member -> read(member).rises(count, fromNanos, toNanos, intervalNanos))
                .toArray(double[][]::new);
        int intervals = ofMembers.length == 0 ? 0 : ofMembers[0].length;
        long[] begins = LongStream.range(0, intervals)
                .map(interval -> fromNanos + interval * intervalNanos)
                .toArray();
        List<String> names = counted.stream().map(MemberResult::name).toList();
        return new Rates(names, intervalNanos, begins, ofMembers).without(stalls);
    }

    /**
     * The member for whose credits the senders of a member waited in this time, if they waited long enough to explain
     * much.
     */
    Optional<String> awaitedBy(String member, long fromNanos, long toNanos) {
        Map<String, Double> waited = waitedNanos(member, fromNanos, toNanos);
        double forAll =
                waited.values().stream().mapToDouble(Double::doubleValue).sum();
        return waited.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> most.getValue() >= WAITED_MUCH * (toNanos - fromNanos) && 2 * most.getValue() > forAll)
                .map(Map.Entry::getKey);
    }

    /** For how long the senders of a member waited for the credits of each other one. */
    private Map<String, Double> waitedNanos(String member, long fromNanos, long toNanos) {
        ActivitySeries samples = members.stream()
                .filter(it -> it.name().equals(member))
                .findAny()
                .map(SampledTraffic::read)
                .orElseThrow(() -> new IllegalArgumentException("no member " + member));
        return samples.names().stream()
                .filter(name -> name.startsWith(Counters.WAITED_FOR_NANOS))
                .collect(Collectors.toMap(
                        name -> name.substring(Counters.WAITED_FOR_NANOS.length()),
                        name -> samples.counted(name, fromNanos, toNanos)));
    }

    /** Samples of a member that nobody sends to have what it sent in the place of what arrived. */
    private List<MemberResult> receivers() {
        return members.stream().filter(this::receives).toList();
    }

    private List<MemberResult> senders() {
        return members.stream().filter(this::sends).toList();
    }

    private boolean receives(MemberResult member) {
        return workload.receives(member.index(), members.size());
    }

    private boolean sends(MemberResult member) {
        return workload.sends(member.index(), members.size());
    }
}
