package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusAnswer.Question;
import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.VisitRecord;
import io.jgbench.coordination.suite.result.SuiteAnswers;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuiteStatusSizeTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");
    private static final int MAX_BYTES = 200 * 1024;

    @Test
    void statusOfFiveHundredCellsWithLongNamesIsBounded() {
        try (var fixture = new SuiteFixture("template: {members: 1, messages: 1000, messageSize: 1k}")) {
            BenchmarkSuite suite = SuiteYaml.parsed("grid", suite());
            suite.getMetadata().setNamespace("lab");
            suite.getMetadata().setUid("suite-uid");
            var specs = new SuiteSpecs(fixture.api.client(), SpecRules.NONE, SuiteFixture.LIMITS, SuiteFixture.PORTS);
            // it was made before its visits were limited
            var resolution = (Resolution.Resolved) specs.measured(suite);
            assertThat(resolution.spec().cells()).hasSize(500);
            var session = new SuiteSession();
            List<KeptVisit> visits = new ArrayList<>();
            for (int round = 1; round <= 6; round++) {
                for (int cell = 0; cell < 500; cell++) {
                    visits.add(visit(new VisitId(cell, round, 1)));
                }
            }
            var bytes = new TreeMap<Integer, Long>();
            bytes.put(0, 700_000L);
            session.load(resolution.spec(), new KeptVisits(visits, bytes), null);
            suite.getMetadata().setGeneration(1L);
            var draft = new SuiteStatusDraft(suite, BEGIN);

            SuiteConditions.progress(draft, SuiteRef.of(suite), resolution.spec(), session);
            draft.judgement(largestJudgement());

            String json = Serialization.asJson(draft.build());
            assertThat(json.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
            assertThat(draft.build().perCell()).hasSize(500).allSatisfy(cell -> {
                assertThat(cell.validRounds()).isEqualTo(6);
                assertThat(cell.unitsPerSecondLow()).isEqualTo(2_234_567_891L);
                assertThat(cell.unitsPerSecondHigh()).isEqualTo(7_234_567_891L);
                assertThat(cell.spreadPermille()).isEqualTo(1056);
                assertThat(cell.bottleneck()).isEqualTo(BottleneckType.FLOW_CONTROL_WINDOW);
            });
        }
    }

    @Test
    void timeLeftIsToldAsASpecHasIt() {
        assertThat(SuiteConditions.text(Duration.ofSeconds(45))).isEqualTo("45s");
        assertThat(SuiteConditions.text(Duration.ofSeconds(125))).isEqualTo("2m");
        assertThat(SuiteConditions.text(Duration.ofMinutes(125))).isEqualTo("2h5m");
    }

    private static StatusJudgement largestJudgement() {
        return new StatusJudgement(
                StatusJudgement.Verdict.SLOWER_THAN_BASELINE,
                16_000,
                Collections.nCopies(
                        StatusJudgement.MAX_ANSWERS,
                        SuiteAnswers.answer(
                                Question.COMPARISON,
                                "c".repeat(1000),
                                "m".repeat(64),
                                Outcome.NO_DIFFERENCE_ABOVE,
                                "s".repeat(1000))));
    }

    private static KeptVisit visit(VisitId visit) {
        return new KeptVisit(
                new VisitRecord(visit, VisitOutcome.VALID, 123_456_789_012L),
                BEGIN,
                BEGIN.plusSeconds(100),
                Optional.of(1_234_567_890.5 + 1e9 * visit.round()),
                Optional.of(1_234_567_890_123.5),
                Optional.of("feedbeef"),
                Optional.of(BottleneckType.FLOW_CONTROL_WINDOW));
    }

    private static String suite() {
        String messages = IntStream.rangeClosed(1, 10)
                .mapToObj(value -> "'" + value + "000'")
                .collect(Collectors.joining(", "));
        String options = IntStream.rangeClosed(1, 50)
                .mapToObj(value -> "'-Djgbench.a.property.with.a.long.name=and-a-long-value-" + value + "'")
                .collect(Collectors.joining(", "));
        return "template: {members: 1, messages: 1000, messageSize: 1k}, axes: ["
                + "{name: messagesOfEachSender, path: messages, values: [" + messages + "]},"
                + "{name: optionsOfTheMembers, path: jvm.options, values: [" + options + "]}]";
    }
}
