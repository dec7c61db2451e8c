package io.jgbench.coordination.suite.result;

import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.SuiteSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Questions of a suite that its number of rounds cannot answer even if all rounds agree: the smallest possible p-value
 * is too large, or there is no interval. The suite is measured anyway, because the number of rounds may be raised
 * later.
 */
public final class TooFewRounds {
    private TooFewRounds() {}

    /** One sentence without a full stop for each question to the suite's own cells that cannot be answered. */
    public static List<String> of(SuiteSpec suite) {
        return Stream.concat(comparison(suite).stream(), thresholds(suite).stream())
                .toList();
    }

    private static Optional<String> comparison(SuiteSpec suite) {
        return suite.comparison().flatMap(comparison -> {
            ClaimRule rule = comparison.question().rule();
            int pairs = comparison.pairs().size();
            int least = rule.leastRounds(pairs);
            if (suite.rounds() >= least) {
                return Optional.empty();
            }
            String what = "leave each answer of compare Inconclusive";
            return Optional.of(sentence(suite, what, asked(pairs, "comparison", rule), least)
                    + ", or lower compare.confidencePercent");
        });
    }

    private static Optional<String> thresholds(SuiteSpec suite) {
        int least = HodgesLehmann.leastValues(FigureSummary.CONFIDENCE);
        boolean isOfABound =
                suite.thresholds().stream().anyMatch(threshold -> threshold.of().isBound());
        return isOfABound && suite.rounds() < least
                ? Optional.of(
                        sentence(suite, "leave thresholds on a bound Inconclusive", "an interval of 95 % takes", least)
                                + ", or write of: Median")
                : Optional.empty();
    }

    /**
     * The same of the comparison with a suite that was measured before.
     *
     * @param before the other suite
     * @param request what is asked
     */
    public static Optional<String> of(SuiteSpec suite, SuiteResult before, BaselineRequest request) {
        ClaimRule rule = request.rule();
        List<CellResult> both = before.cells().stream()
                .filter(cell ->
                        suite.cells().stream().anyMatch(own -> own.coordinates().equals(cell.coordinates())))
                .filter(cell -> cell.validRounds() > 0)
                .toList();
        if (both.isEmpty()) {
            return Optional.empty();
        }
        int fewest = both.stream().mapToInt(CellResult::validRounds).min().orElseThrow();
        var least = rule.leastUnpairedRounds(both.size(), fewest, BenchmarkSuiteSpec.MAX_ROUNDS);
        if (least.isEmpty()) {
            return Optional.of("the baseline's rounds (" + fewest + ") are too few to say Faster or Slower of each"
                    + " cell, however many follow; measure the baseline with more rounds");
        }
        return suite.rounds() < least.getAsInt()
                ? Optional.of(sentence(
                        suite,
                        "are too few to say Faster or Slower of each cell against the " + fewest + " of the baseline",
                        asked(both.size(), "cell", rule),
                        least.getAsInt()))
                : Optional.empty();
    }

    private static String asked(int count, String what, ClaimRule rule) {
        return String.format(
                Locale.ROOT,
                "%d %s%s at %.0f %% %s",
                count,
                what,
                count == 1 ? "" : "s",
                rule.confidence() * 100,
                count == 1 ? "takes" : "take");
    }

    private static String sentence(SuiteSpec suite, String what, String asked, int least) {
        return "rounds (" + suite.rounds() + ") " + what + ": " + asked + " at least " + least
                + " rounds; raise rounds to " + least + " or more";
    }
}
