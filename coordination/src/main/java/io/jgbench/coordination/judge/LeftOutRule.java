package io.jgbench.coordination.judge;

import io.jgbench.coordination.judge.GeneratorRule.Generator;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.TargetRate;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether an open loop that ends with a duration left out so many of its latest units that the highest percentiles are
 * too low. What was due at the end and not handed over is in no latency, and would have taken longest. Where a member
 * fell so far behind that it missed its rate, that is said, and nothing here.
 */
public final class LeftOutRule {
    /** With less, the 99.9th percentile is little changed, which is the highest that is shown beside the largest. */
    static final double LEAST_SHARE = 0.001;

    private static final TargetRate ALL = new TargetRate(1);

    private LeftOutRule() {}

    /**
     * What to say of what was left out; empty where that is little, where all was handed over in the end, and where
     * nothing was timed.
     *
     * @param spec what was to be done
     * @param members those that were asked for a rate
     * @param latency that of the run, counted from when a unit was due
     */
    public static Optional<Finding> finding(WorkloadSpec spec, List<Generator> members, Optional<Latency> latency) {
        if (latency.isEmpty() || members.stream().anyMatch(LeftOutRule::missedItsRate)) {
            return Optional.empty();
        }
        return spec.measuredFor()
                .flatMap(duration -> evidence(spec, duration, members))
                .map(found -> Reason.TARGET_RATE_MISSED.found(spec.workloadType(), found));
    }

    private static boolean missedItsRate(Generator member) {
        return ALL.isMissedBy(member.openLoop().keptShare());
    }

    private static Optional<String> evidence(WorkloadSpec spec, Duration duration, List<Generator> members) {
        double share = members.stream()
                .mapToDouble(member -> member.openLoop().leftShare(duration))
                .average()
                .orElse(0);
        if (share < LEAST_SHARE) {
            return Optional.empty();
        }
        return Wording.where(
                        members,
                        member -> member.openLoop().leftShare(duration) >= LEAST_SHARE,
                        member -> percent(member.openLoop().leftShare(duration)))
                .map(where -> String.format(
                        Locale.ROOT,
                        "Up to %s of the %s that were due had not been handed over when the time was over: %s. They"
                                + " are in no latency, so that percentiles above %.1f are lower bounds.",
                        percent(share),
                        spec.unitOfWork(),
                        where,
                        100 - Math.round(1000 * share) / 10.0));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", Math.round(1000 * share) / 10.0);
    }
}
