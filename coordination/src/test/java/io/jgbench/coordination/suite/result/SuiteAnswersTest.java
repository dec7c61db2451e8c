package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusAnswer.Question;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sentences of a suite of two cells, of which the second is about a tenth faster. */
class SuiteAnswersTest {
    private static final String COMPARE = ", compare: {a: {messages: '1000'}, b: {messages: '2000'}}";

    @Test
    void thresholdIsAnsweredWithFigureIntervalAndBound() {
        SuiteResult result = result(10, ", thresholds: [{metric: unitsPerSecond, min: 1090}]", "same");

        List<StatusAnswer> answers = SuiteAnswers.thresholds(result);

        assertThat(answers).extracting(StatusAnswer::outcome).containsExactly(Outcome.MISSED, Outcome.MET);
        assertThat(answers).extracting(StatusAnswer::question).containsOnly(Question.THRESHOLD);
        assertThat(answers.getFirst().cell()).isEqualTo("messages=1000");
        assertThat(answers.getFirst().metric()).isEqualTo("unitsPerSecond");
        assertThat(answers.getFirst().message())
                .matches("Cell messages=1000: the lower bound of unitsPerSecond is 1,0\\d\\d, and must be at least"
                        + " 1,090 \\(median 1,0\\d\\d, 95 % interval 1,0\\d\\d to 1,0\\d\\d, 10 rounds\\)\\.");
    }

    @Test
    void thresholdWithoutAFigureSaysWhy() {
        SuiteResult result = result(
                5,
                ", thresholds: [{metric: unitsPerSecond, min: 1}, {metric: latencyP99Micros, max: 5k, of: Median}]",
                "same");

        assertThat(SuiteAnswers.thresholds(result))
                .extracting(StatusAnswer::message)
                .contains(
                        "Cell messages=1000: the lower bound of unitsPerSecond must be at least 1.0, and is not known:"
                                + " an interval takes 6 rounds with valid figures, there are 5.",
                        "Cell messages=2000: the median of latencyP99Micros must be at most 5,000, and is not known:"
                                + " not all valid visits have the figure latencyP99Micros.");
    }

    @Test
    void comparisonIsAnsweredWithChangeAndInterval() {
        List<StatusAnswer> answers = SuiteAnswers.comparisons(result(10, COMPARE, "same"));

        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.question()).isEqualTo(Question.COMPARISON);
            assertThat(answer.outcome()).isEqualTo(Outcome.FASTER);
            assertThat(answer.message())
                    .matches("Cell messages=2000 against messages=1000: unitsPerSecond \\+10\\.\\d % \\(99 % interval"
                            + " \\+10\\.\\d % to \\+1\\d\\.\\d %, p = 0\\.\\d{4}, 10 rounds\\)\\.");
        });
    }

    @Test
    void comparisonThatTheRoundsLeaveOpenSaysHowManyMoreItTakes() {
        List<StatusAnswer> answers = SuiteAnswers.comparisons(result(3, COMPARE, "same"));

        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
            assertThat(answer.message()).matches(".*\\(no interval, p = .*It would probably take \\d+ more rounds\\.");
        });
    }

    @Test
    void cellsInOtherEnvironmentsAreNotComparable() {
        List<StatusAnswer> answers = SuiteAnswers.comparisons(result(10, COMPARE, "other"));

        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.outcome()).isEqualTo(Outcome.NOT_COMPARABLE);
            assertThat(answer.message()).contains("nothing can be said: hosts or JVMs of A and B differ");
        });
    }

    @Test
    void baselineIsAnsweredCellByCell() {
        SuiteResult now = result(10, "", "same");
        SuiteResult before = SuiteResultBuilder.builder(now).suite("october").build();
        var rule = new ClaimRule(0.99, 0.05, true);

        List<StatusAnswer> answers = SuiteAnswers.baseline(now.against(before, "unitsPerSecond", rule));

        assertThat(answers).hasSize(2);
        assertThat(answers.getFirst().question()).isEqualTo(Question.BASELINE);
        assertThat(answers.getFirst().outcome()).isEqualTo(Outcome.NO_DIFFERENCE_ABOVE);
        assertThat(answers.getFirst().message())
                .startsWith("Cell messages=1000 against suite october: unitsPerSecond +0.0 % (99 % interval ")
                .endsWith(", unpaired, 10 rounds then, 10 now). A difference of 5.0 % or more is ruled out.");
        assertThat(SuiteAnswers.baseline(before)).isEmpty();
    }

    @Test
    void answerHasNoMoreTextThanAStatusHasRoomFor() {
        StatusAnswer answer = SuiteAnswers.answer(
                Question.THRESHOLD, "x".repeat(4000), "unitsPerSecond", Outcome.MET, "y".repeat(4000));

        assertThat(answer.cell()).hasSize(StatusCell.MAX_NAME);
        assertThat(answer.message()).hasSize(StatusAnswer.MAX_MESSAGE).endsWith("...");
    }

    @Test
    void digestsWithOnlyTheFiguresAreJudgedLikeWholeOnes() {
        SuiteSpec spec = SuiteFixture.suite(2, 10, 0, COMPARE + ", thresholds: [{metric: unitsPerSecond, min: 1090}]");
        List<VisitDigest> whole = digests(10, "same");
        List<VisitDigest> slim = whole.stream()
                .map(digest -> digest.withOnlyFigures(spec.figures()))
                .toList();

        SuiteResult ofSlim = SuiteResult.of(spec, over(), slim);

        SuiteResult ofWhole = SuiteResult.of(spec, over(), whole);
        assertThat(ofSlim.thresholds()).isEqualTo(ofWhole.thresholds());
        assertThat(ofSlim.comparisons()).isEqualTo(ofWhole.comparisons());
        assertThat(SuiteVerdict.of(ofSlim)).isEqualTo(SuiteVerdict.of(ofWhole));
    }

    private static SuiteResult result(int rounds, String asked, String environmentOfSecond) {
        return SuiteResult.of(SuiteFixture.suite(2, rounds, 0, asked), over(), digests(rounds, environmentOfSecond));
    }

    private static SuiteStatus over() {
        return new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of());
    }

    private static List<VisitDigest> digests(int rounds, String environmentOfSecond) {
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            double rate = 1000 + 13 * (round % 4);
            digests.add(ArmComparisonTest.digest(0, round, rate, "same"));
            digests.add(ArmComparisonTest.digest(1, round, rate * (1.1 + round / 1000.0), environmentOfSecond));
        }
        return digests;
    }
}
