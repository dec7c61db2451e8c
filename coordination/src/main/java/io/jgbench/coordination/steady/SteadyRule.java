package io.jgbench.coordination.steady;

import io.jgbench.coordination.steady.WarmupOutcome.End;
import io.jgbench.coordination.steady.WarmupProgress.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When members are warm: the rate of all together has changed by less than {@link #MOST_CHANGE} from one span of
 * {@link #SPAN} to the next, and in neither of them did the just-in-time compilers of any member use
 * {@link #MOST_COMPILING} of a CPU or more. One member that still compiles holds all others, as its rate bounds theirs.
 *
 * <p>Both are needed. A rate can stand still for seconds while code that will be faster is being compiled; and
 * compilers never stop altogether, even long after the rate has reached its level.
 */
public final class SteadyRule {
    /** The time between two readings of a member. */
    public static final Duration READING_INTERVAL = Duration.ofMillis(500);

    /** The length of each of the two spans that are compared. */
    public static final Duration SPAN = Duration.ofSeconds(10);

    /** The rate of the last span may differ from the one before by less than this part. */
    public static final double MOST_CHANGE = 0.05;

    /**
     * The compilers of each member may use less than this part of a CPU in each of the two spans. Seven recordings of
     * four members on two cores, of 170 s each: with 10 % the warm-up would have ended after 26 to 42 s, and the rate
     * of the next 20 s would have been 87 to 126 % of that from 90 s on; with 3 % it is 52 to 76 s, and 89 to 105 %.
     */
    public static final double MOST_COMPILING = 0.03;

    private SteadyRule() {}

    /**
     * Whether a warm-up is over.
     *
     * @param atLeast how long every member has to warm up
     * @param atMost after how long it is over though the members are not steady
     * @param members all that warm up; the busiest one is told by its place among them
     * @return why it is over; empty while it continues
     */
    public static Optional<WarmupOutcome> end(Duration atLeast, Duration atMost, List<WarmupProgress> members) {
        Optional<Steadiness> steadiness = judge(members);
        boolean steady = steadiness.filter(Steadiness::steady).isPresent();
        if (steady && members.stream().allMatch(member -> member.elapsedNanos() >= atLeast.toNanos())) {
            return Optional.of(new WarmupOutcome(End.STEADY, steadiness));
        }
        // members are seen at times of their own, so that with atLeast = atMost the first one is over before the last
        return members.stream().anyMatch(member -> member.elapsedNanos() >= atMost.toNanos())
                ? Optional.of(new WarmupOutcome(steady ? End.STEADY : End.AT_MOST, steadiness))
                : Optional.empty();
    }

    /**
     * Judges members whose warm-up is under way.
     *
     * @param members all that warm up; the busiest one is told by its place among them
     * @return empty as long as one of them has no pace
     */
    public static Optional<Steadiness> judge(List<WarmupProgress> members) {
        if (members.isEmpty()
                || members.stream().anyMatch(member -> member.pace().isEmpty())) {
            return Optional.empty();
        }
        double rate = 0;
        double earlier = 0;
        double compiling = 0;
        int busiest = 0;
        for (int i = 0; i < members.size(); i++) {
            Pace pace = members.get(i).pace().orElseThrow();
            rate += pace.unitsPerSecond();
            earlier += pace.earlierUnitsPerSecond();
            if (pace.compilerShare() > compiling) {
                compiling = pace.compilerShare();
                busiest = i;
            }
        }
        double change = earlier > 0 ? rate / earlier - 1 : 0;
        boolean moves = earlier > 0 && rate > 0;
        boolean isSteady = moves && Math.abs(change) < MOST_CHANGE && compiling < MOST_COMPILING;
        return Optional.of(new Steadiness(isSteady, change, compiling, busiest));
    }
}
