package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusAnswer.Question;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the status of a suite says of what the suite asks; its second cell is a tenth faster than the first. */
class SuiteJudgeTest {
    private static final String TEMPLATE = "template: {members: 1, messages: 1000, messageSize: 1k}";
    private static final String TWO_CELLS =
            TEMPLATE + ", axes: [{name: messages, path: messages, values: ['1000', '2000']}]";
    private static final String COMPARE = ", compare: {a: {messages: '1000'}, b: {messages: '2000'}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "6 | min: 900 | True | AllMet | Passed | 2 of 2 met. Cell messages=1000: the lower bound of",
                "6 | min: 1050 | False | ThresholdMissed | ThresholdMissed | 1 of 2 missed. Cell messages=1000",
                "5 | min: 900 | Unknown | Inconclusive | Inconclusive | 2 of 2 open. Cell messages=1000: the",
            })
    void thresholdsAreJudgedOnceTheSuiteIsOver(
            int rounds, String limit, String status, String reason, String verdict, String message) {
        try (var fixture = new SuiteFixture(
                TWO_CELLS + ", rounds: " + rounds + ", thresholds: [{metric: unitsPerSecond, " + limit + "}]")) {
            fixture.measuring(SuiteJudgeTest::rate).toTheEnd();

            var condition = fixture.condition(SuiteConditionType.THRESHOLDS_MET);
            assertThat(condition.status().name()).isEqualToIgnoringCase(status);
            assertThat(condition.reason()).isEqualTo(reason);
            assertThat(condition.message()).startsWith(message);
            assertThat(fixture.status().judgement().verdict().name().replace("_", ""))
                    .isEqualToIgnoringCase(verdict);
            assertThat(fixture.status().condition(SuiteConditionType.COMPARED)).isEmpty();
            assertThat(fixture.status().condition(SuiteConditionType.BASELINE_HELD))
                    .isEmpty();
        }
    }

    @Test
    void nothingIsJudgedWhileVisitsAreLeft() {
        try (var fixture =
                new SuiteFixture(TWO_CELLS + ", rounds: 6, thresholds: [{metric: unitsPerSecond, min: 1}]" + COMPARE)) {
            fixture.reconcile();
            fixture.endRuns();
            fixture.reconcile();

            assertThat(fixture.status().judgement()).isNull();
            assertThat(fixture.condition(SuiteConditionType.THRESHOLDS_MET))
                    .matches(condition -> condition.isFor(SuiteConditionReason.UNDER_WAY))
                    .matches(condition -> condition.status() == Status.UNKNOWN);
            assertThat(fixture.condition(SuiteConditionType.COMPARED))
                    .matches(condition -> condition.isFor(SuiteConditionReason.UNDER_WAY));
        }
    }

    @ParameterizedTest
    @CsvSource({"10, TRUE, Answered, FASTER, PASSED", "4, UNKNOWN, Inconclusive, INCONCLUSIVE, INCONCLUSIVE"})
    void cellsAreComparedRoundByRound(int rounds, Status status, String reason, Outcome outcome, Verdict verdict) {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: " + rounds + COMPARE)) {
            fixture.measuring(SuiteJudgeTest::rate).toTheEnd();

            var condition = fixture.condition(SuiteConditionType.COMPARED);
            assertThat(condition.status()).isEqualTo(status);
            assertThat(condition.reason()).isEqualTo(reason);
            assertThat(condition.message()).contains("Cell messages=2000 against messages=1000: unitsPerSecond +1");
            StatusJudgement judgement = fixture.status().judgement();
            assertThat(judgement.verdict()).isEqualTo(verdict);
            assertThat(judgement.answers()).singleElement().satisfies(answer -> {
                assertThat(answer.question()).isEqualTo(Question.COMPARISON);
                assertThat(answer.outcome()).isEqualTo(outcome);
            });
        }
    }

    @Test
    void cellThatIsSlowerThanInTheBaselineIsNamed() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd().publish();
            var now = before.beside("now", TWO_CELLS + ", rounds: 6, baseline: {suite: grid}")
                    .measuring(visit -> visit.cell() == 0 ? 0.8 * rate(visit) : rate(visit))
                    .toTheEnd();

            assertThat(now.condition(SuiteConditionType.BASELINE_HELD))
                    .matches(condition -> condition.status() == Status.FALSE)
                    .matches(condition -> condition.isFor(SuiteConditionReason.SLOWER_THAN_BASELINE))
                    .satisfies(condition -> assertThat(condition.message())
                            .startsWith("1 of 2 slower. Cell messages=1000 against suite grid: unitsPerSecond -20"));
            assertThat(now.status().judgement().verdict()).isEqualTo(Verdict.SLOWER_THAN_BASELINE);
            assertThat(now.status().judgement().answers())
                    .extracting(StatusAnswer::outcome)
                    .containsExactly(Outcome.SLOWER, Outcome.NO_DIFFERENCE_ABOVE);
        }
    }

    @Test
    void suiteWaitsForItsBaselineAndIsRefusedWhereThatMeasuredAnotherWorkload() {
        try (var now = new SuiteFixture(TWO_CELLS + ", rounds: 6, baseline: {suite: before}")) {
            assertThat(now.reconcile()).isPresent();
            assertThat(now.condition(SuiteConditionType.RESOLVED))
                    .matches(condition -> condition.isFor(SuiteConditionReason.BASELINE_UNUSABLE))
                    .satisfies(condition -> assertThat(condition.message())
                            .isEqualTo("The baseline's suite before is expected in namespace lab, and is not there."));
            assertThat(now.ownRuns()).isEmpty();

            now.beside("before", TWO_CELLS.replace("1k", "2k") + ", rounds: 6").publish();
            now.reconcile();

            assertThat(now.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(now.condition(SuiteConditionType.RESOLVED).message())
                    .isEqualTo("spec.baseline.suite: cannot be compared with before: cell messages=1000 measured"
                            + " another workload: workload.messageSizeBytes was 2000, and is 1000");
            assertThat(now.ownRuns()).isEmpty();
        }
    }

    @Test
    void suiteIsJudgedAgainUntilItsBaselineIsOver() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).reconcile();
            before.publish();
            var now = before.beside(
                            "now",
                            TWO_CELLS
                                    + ", rounds: 6, baseline: {suite: grid},"
                                    + " thresholds: [{metric: unitsPerSecond, min: 1}]")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();
            assertThat(now.condition(SuiteConditionType.BASELINE_HELD).message())
                    .isEqualTo("The baseline's suite grid is not over yet. The operator looks again.");
            assertThat(now.condition(SuiteConditionType.THRESHOLDS_MET).status())
                    .isEqualTo(Status.TRUE);
            assertThat(now.status().judgement()).isNull();
            var said = now.status();
            assertThat(now.reconcile()).isPresent();
            assertThat(now.status()).isEqualTo(said);

            end(before);
            assertThat(now.reconcile()).isEmpty();

            assertPassed(now);
        }
    }

    private static void end(SuiteFixture baseline) {
        baseline.toTheEnd();
        baseline.api.client().resource(baseline.suite).update();
    }

    private static void assertPassed(SuiteFixture suite) {
        assertThat(suite.condition(SuiteConditionType.BASELINE_HELD).reason()).isEqualTo("NotSlower");
        assertThat(suite.status().judgement().verdict()).isEqualTo(Verdict.PASSED);
    }

    /** The next operator may have other rules. */
    @Test
    void suiteThatTheClusterDoesNotAllowAnyMoreIsJudgedOnceItsBaselineIsOver() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).reconcile();
            before.publish();
            var now = before.beside("now", TWO_CELLS + ", rounds: 6, baseline: {suite: grid}")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();
            assertThat(now.status().judgement()).isNull();
            now.allow((_, _) -> List.of(new SpecProblem("spec.members", "no run at all is allowed", 1, "ask")));
            now.killOperator();
            assertThat(now.reconcile()).isPresent();

            end(before);
            assertThat(now.reconcile()).isEmpty();

            assertThat(now.status().phase()).isEqualTo(Phase.COMPLETED);
            assertPassed(now);
        }
    }

    @Test
    void suiteThatWasRefusedHalfwayIsNoBaseline() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd();
            before.allow((_, _) -> List.of(new SpecProblem("spec.members", "no run at all is allowed", 1, "ask")));
            before.change(TWO_CELLS + ", rounds: 7");
            before.reconcile();
            assertThat(before.status().phase()).isEqualTo(Phase.REFUSED);
            before.publish();

            var now = before.beside("now", TWO_CELLS + ", rounds: 6, baseline: {suite: grid}")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();

            assertThat(now.condition(SuiteConditionType.BASELINE_HELD))
                    .matches(condition -> condition.isFor(SuiteConditionReason.BASELINE_UNUSABLE))
                    .satisfies(condition -> assertThat(condition.message())
                            .isEqualTo("The baseline's suite grid is not over yet. The operator looks again."));
        }
    }

    @Test
    void baselineThatGotMoreRoundsIsNotOverBeforeItsOperatorHasSeenThem() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd();
            before.change(TWO_CELLS + ", rounds: 7");
            before.publish();

            var now = before.beside("now", TWO_CELLS + ", rounds: 6, baseline: {suite: grid}")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();

            assertThat(now.condition(SuiteConditionType.BASELINE_HELD).reason())
                    .isEqualTo(SuiteConditionReason.BASELINE_UNUSABLE.label());
        }
    }

    @Test
    void halfOfASuiteInAConfigMapIsNoBaseline() throws Exception {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd();
            var half = SuiteResultBuilder.builder(before.result())
                    .phase(SuitePhase.RUNNING)
                    .build();
            before.api
                    .client()
                    .resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("kept")
                            .withNamespace("lab")
                            .endMetadata()
                            .addToData("suite", new String(SuiteJson.write(half), StandardCharsets.UTF_8))
                            .build())
                    .create();

            var now = before.beside(
                    "now", TWO_CELLS + ", rounds: 6, baseline: {configMapKeyRef: {name: kept, key: suite}}");
            now.reconcile();

            assertThat(now.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(now.condition(SuiteConditionType.RESOLVED).message())
                    .isEqualTo("spec.baseline.configMapKeyRef: cannot be compared with kept/suite: suite grid is not"
                            + " over yet");
        }
    }

    @Test
    void whatWasSaidStandsThoughTheBaselineIsDeletedAndTheOperatorKilled() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd().publish();
            var now = before.beside("now", TWO_CELLS + ", rounds: 6, baseline: {suite: grid}")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();
            var said = now.status();
            before.api.client().resource(before.suite).delete();
            now.killOperator();

            assertThat(now.reconcile()).isEmpty();

            assertThat(now.status()).isEqualTo(said);
        }
    }

    /** None of these is a question to the figures. */
    @ParameterizedTest
    @ValueSource(strings = {"retention: {runs: 1}", "suspend: true", "budget: 10h"})
    void whatWasSaidStandsWhereOnlyRetentionChangesAfterTheBaselineIsDeleted(String changed) {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd().publish();
            String spec = TWO_CELLS + ", rounds: 6, baseline: {suite: grid}";
            var now = before.beside("now", spec).measuring(SuiteJudgeTest::rate).toTheEnd();
            StatusJudgement said = now.status().judgement();
            before.api.client().resource(before.suite).delete();
            now.change(spec + ", " + changed);

            assertThat(now.reconcile()).isEmpty();

            assertThat(now.status().judgement()).isEqualTo(said);
            assertPassed(now);
            assertThat(now.condition(SuiteConditionType.BASELINE_HELD).observedGeneration())
                    .as("the answer is to this spec as well")
                    .isEqualTo(2);
        }
    }

    /** Operators before this one wrote no hash of the question. */
    @Test
    void answerOfAnEarlierOperatorStands() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd().publish();
            String spec = TWO_CELLS + ", rounds: 6, baseline: {suite: grid}";
            var now = before.beside("now", spec).measuring(SuiteJudgeTest::rate).toTheEnd();
            BenchmarkSuiteStatus said = now.status();
            String written = Serialization.asJson(said).replaceAll(",\\s*\"questionHash\"\\s*:\\s*\"\\w+\"", "");
            now.suite.setStatus(Serialization.unmarshal(written, BenchmarkSuiteStatus.class));
            assertThat(now.status().questionHash()).isNull();
            before.api.client().resource(before.suite).delete();
            now.killOperator();

            assertThat(now.reconcile()).isEmpty();
            assertThat(now.status()).isEqualTo(said);

            now.change(spec + ", retention: {runs: 1}");
            assertThat(now.reconcile()).isEmpty();
            assertPassed(now);
        }
    }

    @Test
    void answerToAnotherQuestionIsDropped() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd().publish();
            String spec = TWO_CELLS + ", rounds: 6, baseline: {suite: grid";
            var now = before.beside("now", spec + "}")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();
            before.api.client().resource(before.suite).delete();
            now.change(spec + ", minEffectPermille: 20}");

            assertThat(now.reconcile()).isPresent();

            assertThat(now.status().judgement()).isNull();
            assertThat(now.condition(SuiteConditionType.BASELINE_HELD).reason())
                    .isEqualTo(SuiteConditionReason.BASELINE_UNUSABLE.label());
        }
    }

    @Test
    void digestOfTheBaselineThatCannotBeReadIsNamed() {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd().publish();
            String name = DigestStore.name(before.ref(), 0);
            ConfigMap map = before.api
                    .client()
                    .configMaps()
                    .inNamespace("lab")
                    .withName(name)
                    .get();
            map.getBinaryData().put("grid-c1-r1.json.gz", "H4sIAAAA");
            before.api.client().resource(map).update();

            var now = before.beside("now", TWO_CELLS + ", rounds: 6, baseline: {suite: grid}")
                    .measuring(SuiteJudgeTest::rate)
                    .toTheEnd();

            assertThat(now.condition(SuiteConditionType.BASELINE_HELD))
                    .matches(condition -> condition.isFor(SuiteConditionReason.BASELINE_UNUSABLE))
                    .satisfies(condition -> assertThat(condition.message())
                            .contains("The baseline's suite grid cannot be read: the digest grid-c1-r1.json.gz in"
                                    + " ConfigMap " + name + " is not whole"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cellsAreComparedWithWhatAConfigMapHolds(boolean isCompressed) throws Exception {
        try (var before = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            before.measuring(SuiteJudgeTest::rate).toTheEnd();
            byte[] json = SuiteJson.write(before.result());
            before.api
                    .client()
                    .resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("kept")
                            .withNamespace("lab")
                            .endMetadata()
                            .withData(isCompressed ? null : Map.of("suite", new String(json, StandardCharsets.UTF_8)))
                            .withBinaryData(
                                    isCompressed
                                            ? Map.of(
                                                    "suite", Base64.getEncoder().encodeToString(gzip(json)))
                                            : null)
                            .build())
                    .create();

            var now = before.beside(
                            "now", TWO_CELLS + ", rounds: 6, baseline: {configMapKeyRef: {name: kept, key: suite}}")
                    .measuring(visit -> 0.8 * rate(visit))
                    .toTheEnd();

            assertThat(now.condition(SuiteConditionType.BASELINE_HELD).message())
                    .startsWith("2 of 2 slower. Cell messages=1000 against suite grid: unitsPerSecond -20");
            assertThat(now.status().judgement().verdict()).isEqualTo(Verdict.SLOWER_THAN_BASELINE);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"schemaVersion\": 9} | suite of ConfigMap kept in namespace lab must be of version 1",
                "<html> | suite of ConfigMap kept in namespace lab is not whole",
            })
    void suiteWaitsWhileTheConfigMapHoldsNoSuite(String text, String sentence) {
        try (var now =
                new SuiteFixture(TWO_CELLS + ", rounds: 6, baseline: {configMapKeyRef: {name: kept, key: suite}}")) {
            assertThat(now.reconcile()).isPresent();
            assertThat(now.condition(SuiteConditionType.RESOLVED).message())
                    .isEqualTo("The baseline cannot be read: key suite of ConfigMap kept in namespace lab is not"
                            + " there.");
            now.api
                    .client()
                    .resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("kept")
                            .withNamespace("lab")
                            .endMetadata()
                            .addToData("suite", text)
                            .build())
                    .create();

            assertThat(now.reconcile()).isPresent();

            assertThat(now.condition(SuiteConditionType.RESOLVED).message()).contains(sentence);
            assertThat(now.ownRuns()).isEmpty();
        }
    }

    private static byte[] gzip(byte[] json) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json);
        }
        return bytes.toByteArray();
    }

    @Test
    void figuresStandBesideThoseOfAPaper() {
        String template = "template: {members: 4, messages: 1000, messageSize: 1k, stack: {name: udp}}, rounds: 1";
        try (var fixture = new SuiteFixture(template + ", baseline: {paper: perfTest2008}")) {
            fixture.toTheEnd();

            assertThat(fixture.condition(SuiteConditionType.BASELINE_HELD))
                    .matches(condition -> condition.status() == Status.TRUE)
                    .matches(condition -> condition.isFor(SuiteConditionReason.BESIDE_PAPER))
                    .satisfies(condition -> assertThat(condition.message())
                            .contains("of perfTest2008, of other hardware: nothing is claimed."));
            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.PASSED);
            assertThat(fixture.status().judgement().answers())
                    .isNotEmpty()
                    .allMatch(answer -> answer.question() == Question.PAPER && answer.outcome() == Outcome.BESIDE);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "perfTest1999 | the baseline's paper must be one of",
                "perfTest2008 | the paper perfTest2008 has no figure of a cell's workload",
            })
    void paperThatHasNoSuchFigureIsRefusedBeforeAnythingBegins(String paper, String sentence) {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1, baseline: {paper: " + paper + "}")) {
            fixture.reconcile();

            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message()).startsWith(sentence);
            assertThat(fixture.ownRuns()).isEmpty();
        }
    }

    @Test
    void changedThresholdsAreJudgedAnew() {
        String suite = TWO_CELLS + ", rounds: 6";
        try (var fixture = new SuiteFixture(suite + ", thresholds: [{metric: unitsPerSecond, min: 1}]")) {
            fixture.measuring(SuiteJudgeTest::rate).toTheEnd();

            fixture.change(suite + ", thresholds: [{metric: unitsPerSecond, min: 5k}]");
            fixture.reconcile();
            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.THRESHOLD_MISSED);

            fixture.change(suite);
            fixture.reconcile();
            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.PASSED);
            assertThat(fixture.status().condition(SuiteConditionType.THRESHOLDS_MET))
                    .isEmpty();
        }
    }

    @Test
    void statusHasNoMoreAnswersThanItHasRoomForTheGravestFirst() {
        String thresholds = IntStream.range(0, 20)
                .mapToObj(i -> "{metric: unitsPerSecond, min: " + (i == 19 ? 1050 : 1) + "}")
                .collect(Collectors.joining(", ", ", thresholds: [", "]"));
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 6" + thresholds)) {
            fixture.measuring(SuiteJudgeTest::rate).toTheEnd();

            StatusJudgement judgement = fixture.status().judgement();
            assertThat(judgement.answerCount()).isEqualTo(40);
            assertThat(judgement.answers()).hasSize(StatusJudgement.MAX_ANSWERS);
            assertThat(judgement.answers().getFirst().outcome()).isEqualTo(Outcome.MISSED);
        }
    }

    private static double rate(VisitId visit) {
        return (1000 + 13 * (visit.round() % 4)) * (visit.cell() == 0 ? 1 : 1.1 + visit.round() / 1000.0);
    }
}
