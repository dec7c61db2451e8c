package io.jgbench.coordination.judge;

import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.steady.RateStep;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds a part of the measured time in which the rate of one member stood on another level beside that of the others.
 * What all receive together need not show it: it is divided by their number there, and where flow control gives others
 * what one does not take, it stays the same.
 *
 * <p>It looks at each member's rate as a multiple of the median of the others in the same interval. What happens to all
 * at once, such as a compilation or a busy host, drops out of that.
 *
 * @param rates the members' rates, one after the other
 * @param did what the units did at a member, for a sentence: "received"
 * @param unit what they are called
 * @param apart how far apart levels are that are told, as a part of the higher one
 * @param waits whom the senders of a member waited for
 */
record MemberStepRule(Rates rates, String did, String unit, double apart, Waits waits) {
    /**
     * Members on one host whose work does not depend on each other's take CPU time from each other: one had twice as
     * much of it as before for seconds, of four that made requests on two CPUs. Less than a fifth of the usual is what
     * a stall is as well.
     */
    static final double COMPETITORS_APART = 0.8;

    /** The levels of a part that is found in little time are not quite those of the part that fits best. */
    private static final double WORTH_A_LOOK = 0.5;

    /** Less of it is the doing of others, whose rates moved the other way. */
    private static final double OWN_PART = 0.5;

    /** What is known of flow control. */
    @FunctionalInterface
    interface Waits {
        /** For whose credits the senders of a member waited most in a time; empty where they hardly did. */
        Optional<String> awaitedBy(String member, long fromNanos, long toNanos);
    }

    /** A member on another level beside the others in a part of the time. */
    private record Found(int member, RateStep besideOthers) {}

    /** What is said of the member whose two levels cost its own average the most; empty where there is none. */
    Optional<String> evidence() {
        return IntStream.range(0, rates.ofMembers().length)
                .mapToObj(this::ofMember)
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(found -> found.besideOthers().cost(intervals())))
                .map(this::told);
    }

    private int intervals() {
        return rates.beginNanos().length;
    }

    private Optional<Found> ofMember(int member) {
        int members = rates.ofMembers().length;
        if (members < 2) {
            return Optional.empty();
        }
        int least = CourseRule.leastIntervals(rates);
        double[] beside = besideOthers(member);
        return RateStep.likeliest(beside, least)
                .filter(part -> part.distance() >= apart * WORTH_A_LOOK)
                .flatMap(_ -> RateStep.of(beside, least, members))
                .filter(step -> CourseRule.isTold(step, intervals(), apart))
                .filter(step -> step.in(rates.ofMembers()[member]).change() / step.change() >= OWN_PART)
                .map(step -> new Found(member, step));
    }

    /** Where the others got nothing, nothing is known of how it stood beside them: as much as they did. */
    private double[] besideOthers(int member) {
        double[] own = rates.ofMembers()[member];
        double[] others = medianOfOthers(member);
        return IntStream.range(0, intervals())
                .mapToDouble(i -> others[i] > 0 ? own[i] / others[i] : 1)
                .toArray();
    }

    private double[] medianOfOthers(int member) {
        double[] medians = new double[intervals()];
        for (int i = 0; i < medians.length; i++) {
            int interval = i;
            double[] others = IntStream.range(0, rates.ofMembers().length)
                    .filter(other -> other != member)
                    .mapToDouble(other -> rates.ofMembers()[other][interval])
                    .toArray();
            medians[i] = Spread.of(others).median();
        }
        return medians;
    }

    private String told(Found found) {
        RateStep beside = found.besideOthers();
        RateStep own = beside.in(rates.ofMembers()[found.member()]);
        RateStep others = beside.in(medianOfOthers(found.member()));
        String member = rates.members().get(found.member());
        boolean isToTheEnd = beside.to() == intervals();
        long fromNanos = rates.beginNanos()[beside.from()];
        long toNanos = rates.endNanos(beside.to());
        return String.format(
                Locale.ROOT,
                "From %.1f s %s %s %s %.1f %% %s than %s, relative to the other members: %,.0f instead of %,.0f %s/s,"
                        + " the median of the others %,.0f instead of %,.0f. The total rate does not show it.%s Look at"
                        + " %s and its link at that time.",
                fromNanos / 1e9,
                isToTheEnd ? "on" : String.format(Locale.ROOT, "to %.1f s", toNanos / 1e9),
                member,
                did,
                Math.abs(beside.change()) * 100,
                beside.change() < 0 ? "less" : "more",
                isToTheEnd ? "before" : "in the rest of the run",
                rates.perSecond(own.inside()),
                rates.perSecond(own.outside()),
                unit,
                rates.perSecond(others.inside()),
                rates.perSecond(others.outside()),
                beside.change() < 0
                        ? waits.awaitedBy(member, fromNanos, toNanos)
                                .map(" It waited for %s then."::formatted)
                                .orElse("")
                        : "",
                member);
    }
}
