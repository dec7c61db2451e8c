package io.jgbench.coordination.suite.result;

/**
 * What the sentences of a comparison call what was measured before.
 *
 * @param before what is compared with
 * @param visits what has figures, of several
 * @param round one of them
 */
record ComparisonWords(String before, String visits, String round) {
    static final ComparisonWords OF_SUITES = new ComparisonWords("the baseline", "valid visits", "round");
    static final ComparisonWords OF_RUNS = new ComparisonWords("the earlier run", "valid repetitions", "repetition");
}
