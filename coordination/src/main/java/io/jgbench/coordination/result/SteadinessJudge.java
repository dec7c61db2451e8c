package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.stalls.ActivitySeries;
import io.jgbench.coordination.steady.Steadiness;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.Trend;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for signs that the figure would have been another one had it been measured for longer: a warm-up that was cut
 * short, a trend in the measured part, compilers that were still at work in it.
 */
final class SteadinessJudge {
    /**
     * A rate that changes by so much from the begin to the end is by half of it another one at the end than on average:
     * 5 %.
     */
    static final double MOST_CHANGE = 0.10;

    /** Twice what may be left when a warm-up ends, as compilers never stop altogether. */
    static final double MOST_COMPILING = 2 * SteadyRule.MOST_COMPILING;

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final RunEvidence evidence;
    private final List<MemberResult> members;

    SteadinessJudge(RunEvidence evidence, List<MemberResult> members) {
        this.evidence = evidence;
        this.members = members;
    }

    List<Finding> findings() {
        boolean allComplete = members.stream().allMatch(MemberResult::complete);
        return allComplete
                ? Stream.of(warmupCutShort(), trend(), compilers())
                        .flatMap(Optional::stream)
                        .toList()
                : List.of();
    }

    private Optional<Finding> warmupCutShort() {
        return evidence.warmup()
                .filter(warmup -> warmup.end() == StatusWarmup.End.AT_MOST)
                .map(warmup -> Reason.WARMUP_CUT_SHORT.found(
                        ("The warm-up was ended after %.0f s, before all members were steady: %s. Allow it more time"
                                        + " with warmup.atMost.")
                                .formatted(
                                        warmup.durationNanos() / 1e9,
                                        warmup.steadiness()
                                                .map(this::lately)
                                                .orElse("it was too short to tell how steady they were"))));
    }

    private String lately(Steadiness found) {
        return String.format(
                Locale.ROOT,
                "in its last %d s the rate was %.1f %% %s than in the %d s before, and the just-in-time compilers of"
                        + " %s used %.0f %% of a CPU",
                SteadyRule.SPAN.toSeconds(),
                Math.abs(found.change()) * 100,
                found.change() < 0 ? "lower" : "higher",
                SteadyRule.SPAN.toSeconds(),
                evidence.memberNames().get(found.busiestMember()),
                found.compilerShare() * 100);
    }

    private Optional<Finding> trend() {
        double[] rates = unitsPerSecond();
        return Trend.of(rates)
                .filter(trend -> Math.abs(trend.change()) >= MOST_CHANGE)
                .map(trend -> Reason.NOT_STEADY.found(String.format(
                        Locale.ROOT,
                        "The rate %s by %.1f %% in the measured part, by %,.0f %s/s a member with each second: the"
                                + " figure depends on how long was measured.",
                        trend.change() < 0 ? "fell" : "rose",
                        Math.abs(trend.change()) * 100,
                        Math.abs(trend.perInterval()) / members.size(),
                        evidence.spec().workload().unitOfWork())));
    }

    private Optional<Finding> compilers() {
        return Wording.where(
                        members,
                        member -> compilerShare(member) >= MOST_COMPILING,
                        member -> String.format(Locale.ROOT, "%.0f %%", compilerShare(member) * 100))
                .map(where -> Reason.NOT_STEADY.found(
                        ("The just-in-time compilers still used %.0f %% of a CPU or more in the measured time: %s."
                                        + " A longer warm-up gives a higher rate.")
                                .formatted(MOST_COMPILING * 100, where)));
    }

    private static double compilerShare(MemberResult member) {
        long nanos = member.report().map(MemberReport::countedNanos).orElse(0L);
        return nanos <= 0 ? 0 : (double) member.counter(Counters.COMPILER_NANOS) / nanos;
    }

    /** Of all members together, by second; without the first and the last one, in which members begin and end. */
    private double[] unitsPerSecond() {
        List<double[]> ofMembers = members.stream()
                .flatMap(member -> member.report().stream())
                .map(SteadinessJudge::unitsPerSecond)
                .filter(rates -> rates.length > 0)
                .toList();
        int shortest = ofMembers.stream().mapToInt(rates -> rates.length).min().orElse(0);
        double[] sums = new double[Math.max(0, shortest - 1)];
        for (double[] rates : ofMembers) {
            for (int i = 1; i < sums.length; i++) {
                sums[i] += rates[i];
            }
        }
        return Arrays.copyOfRange(sums, Math.min(1, sums.length), sums.length);
    }

    private static double[] unitsPerSecond(MemberReport report) {
        ActivitySeries series = ActivitySeries.of(report.activity(), report.beganAtEpochNanos());
        return series.isEmpty()
                ? new double[0]
                : series.rises(Activity.ARRIVED, 0, series.lastRiseNanos(Activity.ARRIVED), SECOND_NANOS);
    }
}
