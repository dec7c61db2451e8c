package io.jgbench.coordination.judge;

import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.stalls.Stall;
import io.jgbench.coordination.steady.Steadiness;
import io.jgbench.coordination.steady.SteadyRule;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for signs that the figure would have been another one had it been measured for longer: a warm-up that was cut
 * short, a rate that did not stay what it was, compilers that were still at work in it.
 */
final class SteadinessJudge {
    /** Twice what may be left when a warm-up ends, as compilers never stop altogether. */
    static final double MOST_COMPILING = 2 * SteadyRule.MOST_COMPILING;

    /**
     * What compiling one large method again may take. Members that were steady do it now and then: in three of ten
     * clean runs of 6 s one of them used 0.36 to 0.48 s, which is 6 to 8 % of a CPU there and 2 % in 20 s.
     */
    static final Duration ONE_METHOD_AGAIN = Duration.ofMillis(600);

    private final RunEvidence evidence;
    private final SampledTraffic arrivals;
    private final List<MemberResult> members;
    private final List<Stall> stalls;

    SteadinessJudge(RunEvidence evidence, SampledTraffic arrivals, List<Stall> stalls) {
        this.evidence = evidence;
        this.arrivals = arrivals;
        this.members = arrivals.members();
        this.stalls = stalls;
    }

    List<Finding> findings() {
        boolean allComplete = members.stream().allMatch(MemberResult::complete);
        return allComplete
                ? Stream.of(warmupCutShort(), course(), compilers())
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

    private Optional<Finding> course() {
        return new CourseRule(arrivals, stalls).finding();
    }

    private Optional<Finding> compilers() {
        return Wording.where(
                        members,
                        member -> compilerShare(member) >= MOST_COMPILING && compilesMoreThanAMethodAgain(member),
                        member -> String.format(Locale.ROOT, "%.0f %%", compilerShare(member) * 100))
                .map(where -> Reason.NOT_STEADY.found(
                        ("The just-in-time compilers still used %.0f %% of a CPU or more in the measured time: %s."
                                        + " A longer warm-up gives a higher rate.")
                                .formatted(MOST_COMPILING * 100, where)));
    }

    private boolean compilesMoreThanAMethodAgain(MemberResult member) {
        boolean wasSteady = evidence.warmup()
                .filter(warmup -> warmup.end() == StatusWarmup.End.STEADY)
                .isPresent();
        return !wasSteady || member.counter(Counters.COMPILER_NANOS) >= ONE_METHOD_AGAIN.toNanos();
    }

    private static double compilerShare(MemberResult member) {
        long nanos = member.countedNanos();
        return nanos <= 0 ? 0 : (double) member.counter(Counters.COMPILER_NANOS) / nanos;
    }
}
