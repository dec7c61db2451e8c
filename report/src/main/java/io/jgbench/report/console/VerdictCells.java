package io.jgbench.report.console;

import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.console.BaselineReport.Measured;
import java.util.List;
import java.util.Optional;

/**
 * What is said of two against each other, as the cells of a table.
 *
 * @param change by how much the second lies above the first, in percent
 * @param interval the interval of the change
 * @param pValue corrected for the number of comparisons
 * @param says the word, with the numbers that go with it
 */
public record VerdictCells(String change, String interval, String pValue, String says) {

    /**
     * Of two that were measured in turns.
     *
     * @param none what stands in a cell of which nothing is known
     */
    public static VerdictCells paired(ClaimRule rule, Optional<ClaimRule.Verdict> verdict, String none) {
        return verdict.map(said -> of(
                        said.effect().change(),
                        said.effect().interval(),
                        said.adjustedPValue(),
                        ComparisonReport.says(rule, said.claim(), said.moreRounds()),
                        none))
                .orElseGet(() -> empty(none));
    }

    /**
     * Of two that were measured at different times.
     *
     * @param none what stands in a cell of which nothing is known
     */
    public static VerdictCells unpaired(ClaimRule rule, Optional<ClaimRule.UnpairedVerdict> verdict, String none) {
        return unpaired(rule, verdict, none, Measured.SUITE);
    }

    /** The same where the rounds are those of something else. */
    static VerdictCells unpaired(
            ClaimRule rule, Optional<ClaimRule.UnpairedVerdict> verdict, String none, Measured what) {
        return verdict.map(said -> of(
                        said.effect().change(),
                        said.effect().interval(),
                        said.adjustedPValue(),
                        ComparisonReport.says(rule, said.claim(), what.more(said.moreRounds())),
                        none))
                .orElseGet(() -> empty(none));
    }

    private static VerdictCells of(
            double change, Optional<Interval> interval, double pValue, String says, String none) {
        return new VerdictCells(
                Numbers.change(change),
                interval.map(ComparisonReport::interval).orElse(none),
                Numbers.probability(pValue),
                says);
    }

    private static VerdictCells empty(String none) {
        return new VerdictCells(none, none, none, none);
    }

    /** All four, in their order. */
    List<String> all() {
        return List.of(change, interval, pValue, says);
    }
}
