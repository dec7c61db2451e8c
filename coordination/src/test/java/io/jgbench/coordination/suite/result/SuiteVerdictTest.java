package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.ThresholdResult.ThresholdOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thresholds and comparisons of a suite of two cells, of which the second is about a tenth faster. */
class SuiteVerdictTest {
    private static final String COMPARE = ", compare: {a: {messages: '1000'}, b: {messages: '2000'}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{metric: unitsPerSecond, min: 1000} | Met, Met",
                "{metric: unitsPerSecond, min: 1090} | Missed, Met",
                "{metric: unitsPerSecond, min: 1090, of: UpperBound} | Missed, Met",
                "{metric: unitsPerSecond, max: 1k} | Missed, Missed",
                "{metric: unitsPerSecond, max: 1020} | Missed, Missed",
                "{metric: unitsPerSecond, max: 1020, of: LowerBound} | Met, Missed",
                "{metric: unitsPerSecond, where: {messages: '2000'}, min: 1090} | Met",
                "{metric: latencyP99Micros, max: 1k} | Inconclusive, Inconclusive",
            })
    void thresholdIsHeldAgainstEachCellThatItIsFor(String threshold, String outcomes) throws Exception {
        SuiteResult result = result(10, ", thresholds: [" + threshold + "]");

        assertThat(result.thresholds())
                .extracting(found -> found.outcome().label())
                .containsExactly(outcomes.split(", ", -1));
    }

    /** The upper bound of 19 times 0 and one 100 is 0: it says where most rounds lie. */
    @ParameterizedTest
    @CsvSource({"'', Missed, 100", "', of: UpperBound', Met, 0", "', of: Median', Met, 0"})
    void thresholdOfNoLossIsMissedWhereOneOfTwentyRoundsLostPackets(String of, String outcome, double found)
            throws Exception {
        SuiteSpec spec = SuiteFixture.suite(1, 20, 0, ", thresholds: [{metric: messagesLost, max: 0" + of + "}]");
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= 20; round++) {
            digests.add(VisitDigestBuilder.builder(ArmComparisonTest.digest(0, round, 1000, "same"))
                    .figures(Map.of(VisitDigest.UNITS_PER_SECOND, 1000.0, "messagesLost", round == 7 ? 100.0 : 0.0))
                    .build());
        }
        var status = new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of());

        SuiteResult result = SuiteResult.of(spec, status, digests);

        assertThat(result.thresholds()).singleElement().satisfies(threshold -> {
            assertThat(threshold.outcome().label()).isEqualTo(outcome);
            assertThat(threshold.found()).hasValue(found);
        });
        assertThat(SuiteJson.result(SuiteJson.write(result), "suite.json")).isEqualTo(result);
        if (of.isEmpty()) {
            assertThat(SuiteAnswers.thresholds(result).getFirst().message())
                    .isEqualTo("Cell messages=1000: the maximum of messagesLost is 100.0, and must be at most 0.0"
                            + " (median 0.0, 95 % interval 0.0 to 0.0, 20 rounds).");
        }
    }

    /** A run that lost messages is not valid and repeated: the suite has lost some all the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{metric: messagesLost, max: 0} | Missed | 100",
                "{metric: messagesLost, max: 100} | Met | 0",
                "{metric: messagesLost, max: 0, of: Median} | Met | 0",
                "{metric: memberSpreadPermille, max: 0} | Met | 0",
            })
    void thresholdOfNoLossIsMissedByAVisitThatWasNotValidAndRepeated(String threshold, String outcome, double found)
            throws Exception {
        SuiteSpec spec = SuiteFixture.suite(1, 6, 1, ", thresholds: [" + threshold + "]");
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            digests.add(lossy(ArmComparisonTest.digest(0, round, 1000, "same"), 0));
        }
        digests.add(VisitDigestBuilder.builder(lossy(digests.getFirst(), 100))
                .run("lab-y")
                .outcome(VisitOutcome.INVALID)
                .build());

        SuiteResult result = SuiteResult.of(
                spec,
                new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of()),
                digests);

        assertThat(result.thresholds()).singleElement().satisfies(judged -> {
            assertThat(judged.outcome().label()).isEqualTo(outcome);
            assertThat(judged.found()).hasValue(found);
        });
        assertThat(result.cells()
                        .getFirst()
                        .figures()
                        .get(VisitDigest.UNITS_PER_SECOND)
                        .values())
                .hasSize(6);
        if (outcome.equals("Missed")) {
            assertThat(SuiteVerdict.of(result)).isEqualTo(Verdict.THRESHOLD_MISSED);
            assertThat(SuiteAnswers.thresholds(result).getFirst().message())
                    .isEqualTo("Cell messages=1000: the maximum of messagesLost is 100.0, and must be at most 0.0"
                            + " (median 0.0, 95 % interval 0.0 to 0.0, 6 rounds; the maximum is of lab-y, which is not"
                            + " valid).");
        }
    }

    @Test
    void thresholdOfNoLossIsMissedWhereNoVisitIsValid() throws Exception {
        SuiteSpec spec = SuiteFixture.suite(1, 1, 0, ", thresholds: [{metric: messagesLost, max: 0}]");
        var lost = VisitDigestBuilder.builder(lossy(ArmComparisonTest.digest(0, 1, 1000, "same"), 100))
                .outcome(VisitOutcome.INVALID)
                .build();

        SuiteResult result = SuiteResult.of(
                spec,
                new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of()),
                List.of(lost));

        assertThat(result.thresholds()).extracting(ThresholdResult::outcome).containsExactly(ThresholdOutcome.MISSED);
    }

    private static VisitDigest lossy(VisitDigest digest, double lost) {
        return VisitDigestBuilder.builder(digest)
                .figures(Map.of(
                        VisitDigest.UNITS_PER_SECOND, 1000.0, "messagesLost", lost, "memberSpreadPermille", lost))
                .build();
    }

    @Test
    void boundOfTooFewRoundsIsInconclusiveAndSaysWhyAndAMedianIsNot() throws Exception {
        SuiteResult result = result(
                5, ", thresholds: [{metric: unitsPerSecond, min: 1}, {metric: unitsPerSecond, min: 1, of: Median}]");

        assertThat(result.thresholds())
                .extracting(ThresholdResult::outcome)
                .containsExactly(
                        ThresholdOutcome.INCONCLUSIVE,
                        ThresholdOutcome.INCONCLUSIVE,
                        ThresholdOutcome.MET,
                        ThresholdOutcome.MET);
        assertThat(result.thresholds().getFirst().why())
                .contains("an interval takes 6 rounds with valid figures, there are 5");
        assertThat(SuiteVerdict.of(result)).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void cellsAreComparedAndTheFasterOneIsSaidToBe() throws Exception {
        SuiteResult result = result(10, COMPARE);

        assertThat(result.comparisons()).singleElement().satisfies(comparison -> {
            assertThat(comparison.b()).isEqualTo("messages=2000");
            assertThat(comparison.verdict().orElseThrow().claim()).isEqualTo(Claim.FASTER);
        });
        assertThat(SuiteVerdict.of(result)).isEqualTo(Verdict.PASSED);
    }

    @Test
    void missedThresholdIsSaidBeforeRoundsWithoutFigures() throws Exception {
        String thresholds = ", thresholds: [{metric: unitsPerSecond, min: 5k}]";

        assertThat(SuiteVerdict.of(result(10, thresholds))).isEqualTo(Verdict.THRESHOLD_MISSED);
        assertThat(SuiteVerdict.of(result(10, 9, thresholds, "same", SuitePhase.COMPLETED)))
                .isEqualTo(Verdict.THRESHOLD_MISSED);
        assertThat(SuiteVerdict.of(result(10, 9, "", "same", SuitePhase.COMPLETED)))
                .isEqualTo(Verdict.NOT_VALID);
        assertThat(SuiteVerdict.of(result(10, 9, "", "same", SuitePhase.BUDGET_SPENT)))
                .isEqualTo(Verdict.PASSED);
        assertThat(SuiteVerdict.of(result(10, 10, thresholds, "same", SuitePhase.RUNNING)))
                .isEqualTo(Verdict.FAILED);
        assertThat(SuiteVerdict.of(result(10, 0, thresholds, "same", SuitePhase.COMPLETED)))
                .isEqualTo(Verdict.FAILED);
    }

    @Test
    void roundsBeyondThoseThatTheSuiteHasNowStandInForNoneOfThem() throws Exception {
        SuiteSpec fewer = SuiteFixture.suite(2, 5, 0, "");
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= 10; round++) {
            digests.add(ArmComparisonTest.digest(0, round, 1000, "same"));
            if (round != 3) {
                digests.add(ArmComparisonTest.digest(1, round, 1000, "same"));
            }
        }
        var status = new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of());

        SuiteResult result = SuiteResult.of(fewer, status, digests);

        assertThat(result.cells()).extracting(CellResult::validRounds).containsExactly(5, 4);
        assertThat(SuiteVerdict.of(result)).isEqualTo(Verdict.NOT_VALID);
    }

    @Test
    void cellsInOtherEnvironmentsAreNotCompared() throws Exception {
        SuiteResult result = result(10, 10, COMPARE, "other", SuitePhase.COMPLETED);

        assertThat(result.comparisons().getFirst().refusal()).isPresent();
        assertThat(SuiteVerdict.of(result)).isEqualTo(Verdict.NOT_VALID);
    }

    @Test
    void whatFollowedIsReadAsItWasWritten() throws Exception {
        SuiteResult result = result(
                5,
                COMPARE + ", thresholds: [{metric: latencyP50Micros, max: 1},"
                        + " {metric: unitsPerSecond, min: 5k, of: Median}]");

        assertThat(SuiteJson.result(SuiteJson.write(result), "suite.json")).isEqualTo(result);
    }

    private static SuiteResult result(int rounds, String asked) throws Exception {
        return result(rounds, rounds, asked, "same", SuitePhase.COMPLETED);
    }

    private static SuiteResult result(
            int rounds, int visited, String asked, String environmentOfSecond, SuitePhase phase) throws Exception {
        SuiteSpec spec = SuiteFixture.suite(2, rounds, 0, asked);
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= visited; round++) {
            double rate = 1000 + 13 * (round % 4);
            digests.add(ArmComparisonTest.digest(0, round, rate, "same"));
            digests.add(ArmComparisonTest.digest(1, round, rate * (1.1 + round / 1000.0), environmentOfSecond));
        }
        var status = new SuiteStatus(SuiteStatus.SCHEMA_VERSION, phase, Optional.empty(), 0, List.of());
        return SuiteResult.of(spec, status, digests);
    }
}
