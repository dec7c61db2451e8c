package io.jgbench.coordination.judge;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.stalls.Stall;
import io.jgbench.coordination.steady.AveragePrecision;
import io.jgbench.coordination.steady.RateStep;
import io.jgbench.coordination.steady.Trend;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Looks whether the rate stayed the same in the measured part: for a trend, and for a part of it on another level. With
 * evidence for both, that which fits better is told; with none for either, what {@link MemberStepRule} finds at one
 * member; without that either, whether the rate varied too much for its average. What {@link LoneSenderRule} finds is
 * told before all of them, as it may be their cause. A workload that changes its rate by intention is not judged. Each
 * bound has its reason in {@code docs/METHOD.md}, "Warm".
 */
final class CourseRule {
    /** Of less there are too few samples to tell. */
    static final Duration LEAST = Duration.ofSeconds(3);

    /** A rate that rises or falls evenly by so much is by half of it another one at the end than on average: 5 %. */
    static final double MOST_CHANGE = 0.10;

    /** A level that lasts shorter than this is what a collector or a scheduler does. */
    static final Duration LEAST_LEVEL = Duration.ofSeconds(1);

    /**
     * Steady members go to levels up to 28 % apart for seconds, when the JVM compiles a method again or the host does
     * something else: of 837 overlapping stretches of 20 to 60 s of four recordings none has levels as far apart as
     * this.
     */
    static final double LEVELS_APART = 0.30;

    /** By so much another level has to change the average: less is within what repetitions differ by. */
    static final double LEAST_COST = 0.02;

    /** An average that is known to so much is told: below it repetitions differ by more than what one run knows. */
    static final double KNOWN_TO = 0.10;

    /** One that is known to so much is warned of: it may be twice that away from the next one. */
    static final double HARDLY_KNOWN_TO = 0.20;

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long SAMPLE_NANOS = Activity.INTERVAL.toNanos();

    /** Intervals in which a trend is looked for where seconds are too few, those at the begin and the end included. */
    private static final int TREND_INTERVALS = Trend.LEAST_INTERVALS + 2;

    /** More of them do not show more, and take longer to judge. */
    private static final int STEP_INTERVALS = 60;

    private final SampledTraffic arrivals;
    private final WorkloadSpec workload;
    private final List<MemberResult> members;
    private final List<Stall> stalls;

    CourseRule(SampledTraffic arrivals, List<Stall> stalls) {
        this.arrivals = arrivals;
        this.workload = arrivals.workload();
        this.members = arrivals.members();
        this.stalls = stalls;
    }

    /** What is said of it; empty where the rate stayed the same. Of members that all did their whole workload. */
    Optional<Finding> finding() {
        long nanos = workload.hasEvenRate() ? arrivals.commonNanos() : 0;
        if (nanos < LEAST.toNanos()) {
            return Optional.empty();
        }
        // members begin and end in the first and the last interval
        long margin = Math.min(SECOND_NANOS, wholeSamples(nanos / TREND_INTERVALS));
        long interval = wholeSamples(nanos / STEP_INTERVALS);
        Rates coarse = arrivals.rates(Activity.PROGRESS, margin, nanos - margin, margin, stalls);
        Rates fine = arrivals.rates(Activity.PROGRESS, margin, nanos - margin, interval, stalls);
        Rates sent = arrivals.rates(Activity.SENT, margin, nanos - margin, interval, stalls);
        return oneAloneSent(margin, nanos - margin, interval)
                .or(() -> stepOrTrend(fine, coarse))
                .or(() -> stepOfOneMember(fine, sent))
                .or(() -> varied(margin, nanos, interval));
    }

    /** With the time in which members stood still, as the average has it as well. */
    private Optional<Finding> varied(long margin, long nanos, long interval) {
        Rates rates = arrivals.rates(Activity.PROGRESS, margin, nanos - margin, interval, List.of());
        return AveragePrecision.of(rates.together())
                .filter(precision -> precision.halfWidth() >= KNOWN_TO)
                .map(precision -> Reason.RATE_VARIES.found(
                        precision.halfWidth() >= HARDLY_KNOWN_TO ? severity() : Severity.INFO,
                        toldPrecision(precision, rates, nanos)));
    }

    private String toldPrecision(AveragePrecision precision, Rates rates, long nanos) {
        return String.format(
                Locale.ROOT,
                "The rate varied from %,.0f to %,.0f %s/s a member from one tenth of the measured part to the next, so"
                        + " that its average is known to %.0f %% (95 %% confidence). Measured for some %,.0f s it would"
                        + " be known to %.0f %%.",
                perMember(precision.lowest(), rates),
                perMember(precision.highest(), rates),
                workload.unitOfWork(),
                precision.halfWidth() * 100,
                Math.ceil(nanos * precision.timesAsLong(KNOWN_TO) / SECOND_NANOS),
                KNOWN_TO * 100);
    }

    private static double perMember(double units, Rates rates) {
        return rates.perSecond(units) / rates.members().size();
    }

    private Optional<Finding> oneAloneSent(long fromNanos, long toNanos, long interval) {
        long shorter = Math.min(interval, LoneSenderRule.LONGEST_INTERVAL.toNanos());
        Rates sent = arrivals.rates(Activity.SENT, fromNanos, toNanos, shorter, stalls);
        return new LoneSenderRule(sent, workload.unitOfWork(), arrivals::awaitedBy)
                .evidence()
                .map(evidence -> Reason.MEMBER_NOT_STEADY.found(severity(), evidence));
    }

    private Optional<Finding> stepOrTrend(Rates fine, Rates coarse) {
        Optional<Trend> trend = Trend.of(coarse.together()).filter(found -> Math.abs(found.change()) >= MOST_CHANGE);
        return step(fine)
                .filter(step -> trend.isEmpty() || fitsBetterThanALine(step, fine.together()))
                .map(step -> finding(step, fine))
                .or(() -> trend.map(found -> finding(found, coarse)));
    }

    private Optional<Finding> stepOfOneMember(Rates received, Rates sent) {
        double sentApart = shareAHost() ? MemberStepRule.COMPETITORS_APART : LEVELS_APART;
        double receivedApart = workload.deliversTheSameToAll() ? LEVELS_APART : sentApart;
        return stepOfOneMember(received, "received", receivedApart).or(() -> stepOfOneMember(sent, "sent", sentApart));
    }

    private boolean shareAHost() {
        return SharedKernel.ofSeveral(reports()).stream().anyMatch(kernel -> kernel.scope() == Scope.HOST);
    }

    private List<MemberReport> reports() {
        return members.stream().flatMap(member -> member.report().stream()).toList();
    }

    private Optional<Finding> stepOfOneMember(Rates rates, String did, double apart) {
        return new MemberStepRule(rates, did, workload.unitOfWork(), apart, arrivals::awaitedBy)
                .evidence()
                .map(evidence -> Reason.MEMBER_NOT_STEADY.found(severity(), evidence));
    }

    /** What others do on a host comes and goes, and is a finding of its own. */
    private Severity severity() {
        return new HostLoad(members).finding().isPresent() ? Severity.INFO : Severity.WARNING;
    }

    /** Whole samples, as within one it is not known what arrived when. */
    private static long wholeSamples(long nanos) {
        return Math.max(1, nanos / SAMPLE_NANOS) * SAMPLE_NANOS;
    }

    private static Optional<RateStep> step(Rates rates) {
        return RateStep.of(rates.together(), leastIntervals(rates))
                .filter(step -> isTold(step, rates.beginNanos().length));
    }

    /** How many intervals of these a level has at the least. */
    static int leastIntervals(Rates rates) {
        return Math.toIntExact(Math.ceilDiv(LEAST_LEVEL.toNanos(), rates.intervalNanos()));
    }

    static boolean isTold(RateStep step, int intervals) {
        return isTold(step, intervals, LEVELS_APART);
    }

    static boolean isTold(RateStep step, int intervals, double apart) {
        return step.outside() > 0 && step.distance() >= apart && step.cost(intervals) >= LEAST_COST;
    }

    private static boolean fitsBetterThanALine(RateStep step, double[] rates) {
        return Trend.of(rates)
                .filter(line -> line.misfit(rates) <= step.misfit(rates))
                .isEmpty();
    }

    private Finding finding(Trend trend, Rates rates) {
        return Reason.NOT_STEADY.found(String.format(
                Locale.ROOT,
                "The rate %s by %.1f %% in the measured part, by %,.0f %s/s a member with each second: the"
                        + " figure depends on how long the run measured.",
                trend.change() < 0 ? "fell" : "rose",
                Math.abs(trend.change()) * 100,
                perMember(Math.abs(trend.perInterval()), rates) * SECOND_NANOS / rates.intervalNanos(),
                workload.unitOfWork()));
    }

    private Finding finding(RateStep step, Rates rates) {
        boolean toTheEnd = step.to() == rates.beginNanos().length;
        return Reason.NOT_STEADY.found(
                severity(),
                String.format(
                        Locale.ROOT,
                        "From %.1f s %s the rate was %.1f %% %s than %s, %,.0f instead of %,.0f %s/s a member, at %s:"
                                + " the figure is an average of two rates.",
                        rates.beginNanos()[step.from()] / 1e9,
                        toTheEnd ? "on" : String.format(Locale.ROOT, "to %.1f s", rates.endNanos(step.to()) / 1e9),
                        Math.abs(step.change()) * 100,
                        step.change() < 0 ? "lower" : "higher",
                        toTheEnd ? "before" : "in the rest of the run",
                        perMember(step.inside(), rates),
                        perMember(step.outside(), rates),
                        workload.unitOfWork(),
                        where(step, rates)));
    }

    /** The members whose own rate changed by half as much or more, the same way. */
    private String where(RateStep step, Rates rates) {
        List<String> names = rates.members();
        List<String> concerned = IntStream.range(0, names.size())
                .filter(i -> step.in(rates.ofMembers()[i]).change() / step.change() >= 0.5)
                .mapToObj(names::get)
                .toList();
        return concerned.size() == names.size() || concerned.isEmpty() ? "all members" : String.join(", ", concerned);
    }
}
