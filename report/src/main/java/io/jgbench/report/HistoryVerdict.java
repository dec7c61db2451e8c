package io.jgbench.report;

import io.jgbench.coordination.statistics.EDivisive;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.words.Numbers;
import java.util.Optional;

/**
 * What suites over time come to.
 *
 * @param history the suites
 */
public record HistoryVerdict(SuiteHistory history) {

    /** What is said of all cells together. */
    public enum Outcome {
        /** The level of a cell changed. */
        CHANGED,
        /** No level changed, and in a cell at least a change could have been found. */
        NO_CHANGE,
        /** No cell has figures of enough suites for a change to be found. */
        TOO_FEW_SUITES
    }

    /** Which of them it is. */
    public Outcome outcome() {
        if (changes() > 0) {
            return Outcome.CHANGED;
        }
        return longest() < leastLength() ? Outcome.TOO_FEW_SUITES : Outcome.NO_CHANGE;
    }

    /** The same in capitals. */
    public String heading() {
        return switch (outcome()) {
            case CHANGED -> "CHANGED";
            case NO_CHANGE -> "NO CHANGE";
            case TOO_FEW_SUITES -> "TOO FEW SUITES (" + longest() + "; at least " + leastLength() + ")";
        };
    }

    /** How often a level changed. */
    public long changes() {
        return history.series().stream()
                .mapToLong(series -> series.changes().size())
                .sum();
    }

    /** What it takes to find a change, where no cell has it. */
    public String whatItTakes() {
        return "A permutation test finds a change with p = " + Numbers.probability(history.significance())
                + " or less only in a cell with figures of at least " + leastLength()
                + " suites. No cell has more than "
                + longest() + ".";
    }

    /** In how many cells no change can be found, as a sentence; empty where there is none. */
    public Optional<String> tooShort() {
        long tooShort = history.series().stream()
                .filter(series -> series.points().size() < leastLength())
                .count();
        return tooShort == 0
                ? Optional.empty()
                : Optional.of("In " + tooShort + " of "
                        + Numbers.counted(history.series().size(), "cell")
                        + " no change can be found: it takes figures of at least " + leastLength() + " suites.");
    }

    private int longest() {
        return history.series().stream()
                .mapToInt(series -> series.points().size())
                .max()
                .orElse(0);
    }

    private int leastLength() {
        return EDivisive.leastLength(history.significance());
    }
}
