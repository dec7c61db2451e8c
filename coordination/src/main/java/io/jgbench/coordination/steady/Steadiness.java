package io.jgbench.coordination.steady;

import java.util.Locale;

/**
 * How steady the members of a run were when they were judged.
 *
 * @param steady whether they were; see {@link SteadyRule}
 * @param change by which part the rate of all together rose from one span to the next, less than 0 where it fell
 * @param compilerShare how much of a CPU the busiest member's just-in-time compilers used, of the two spans in the one
 *     with more; see {@link WarmupProgress.Pace}
 * @param busiestMember that member's index
 */
public record Steadiness(boolean steady, double change, double compilerShare, int busiestMember) {

    /** With this index of the busiest member, where those that were judged are not all of the run. */
    public Steadiness withBusiestMember(int index) {
        return new Steadiness(steady, change, compilerShare, index);
    }

    /** How steady they are, in a few words: {@code +3.2 %, compiling 12 %}. */
    public String inWords() {
        return String.format(Locale.ROOT, "%+.1f %%, compiling %.0f %%", change * 100, compilerShare * 100);
    }
}
