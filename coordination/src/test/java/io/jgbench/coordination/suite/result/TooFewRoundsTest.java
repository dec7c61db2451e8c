package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuiteSpec;
import org.junit.jupiter.api.Test;

class TooFewRoundsTest {
    private static final String TWO_PAIRS = """
            axes: [{name: stack, path: stack.name, values: [udp, tcp]},
                   {name: size, path: messageSize, values: [1k, 5k]}],
            compare: {a: {stack: udp}, b: {stack: tcp}}""";

    @Test
    void eightRoundsOfTwoPairsCanNeverAnswer() throws Exception {
        assertThat(TooFewRounds.of(SuiteFixture.suite(TWO_PAIRS + ", rounds: 8")))
                .containsExactly("rounds (8) leave each answer of compare Inconclusive: 2 comparisons at 99 % take"
                        + " at least 9 rounds; raise rounds to 9 or more, or lower compare.confidencePercent");
        assertThat(TooFewRounds.of(SuiteFixture.suite(TWO_PAIRS + ", rounds: 9")))
                .isEmpty();
    }

    @Test
    void defaultsCanAnswer() throws Exception {
        assertThat(TooFewRounds.of(SuiteFixture.suite(TWO_PAIRS))).isEmpty();
    }

    @Test
    void boundOfAnIntervalTakesSixRoundsAndAMedianTakesOne() throws Exception {
        String threshold = "thresholds: [{metric: bytesPerSecond, min: 1%s}], rounds: 3";

        assertThat(TooFewRounds.of(SuiteFixture.suite(threshold.formatted(""))))
                .containsExactly("rounds (3) leave thresholds on a bound Inconclusive: an interval of 95 % takes at"
                        + " least 6 rounds; raise rounds to 6 or more, or write of: Median");
        assertThat(TooFewRounds.of(SuiteFixture.suite(threshold.formatted(", of: Median"))))
                .isEmpty();
    }

    @Test
    void worstRoundTakesOneRound() throws Exception {
        assertThat(TooFewRounds.of(SuiteFixture.suite("thresholds: [{metric: messagesLost, max: 0}], rounds: 1")))
                .isEmpty();
    }

    @Test
    void fewRoundsOfABaselineTakeMoreOfTheSuite() throws Exception {
        SuiteResult before = BaselineComparisonTest.suite(4);
        BaselineRequest request = BaselineRequest.defaults();

        assertThat(TooFewRounds.of(cells(4), before, request).orElseThrow())
                .startsWith("rounds (4) are too few to say Faster or Slower of each cell against the 4 of the baseline:"
                        + " 2 cells at 99 % take at least ");
        assertThat(TooFewRounds.of(cells(10), before, request)).isEmpty();
    }

    private static SuiteSpec cells(int rounds) throws InvalidSpecException {
        return SuiteFixture.suite(
                "axes: [{name: messages, path: messages, values: ['1000', '2000']}], rounds: " + rounds);
    }
}
