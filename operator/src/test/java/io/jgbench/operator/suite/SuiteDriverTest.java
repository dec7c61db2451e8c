package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.api.v1alpha1.StatusVisits;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.kubernetes.VisitMetadata;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("beside")
class SuiteDriverTest {
    private static final String TEMPLATE = "template: {members: 1, messages: 1000, messageSize: 1k}";
    private static final String TWO_CELLS =
            TEMPLATE + ", axes: [{name: messages, path: messages, values: ['1000', '2000']}]";
    private static final String FOUR_CELLS =
            TEMPLATE + ", axes: [{name: messages, path: messages, values: ['1000', '2000', '3000', '4000']}]";
    private static final String WITH_STACK = "template: {members: 1, messages: 1000, messageSize: 1k,"
            + " stack: {configMapKeyRef: {name: late, key: stack.xml}}}, rounds: 1";

    private static final SpecRules NOTHING =
            (_, _) -> List.of(new SpecProblem("spec.members", "no run at all is allowed", 1, "ask"));

    private static final ConfigMap STACK = new ConfigMapBuilder()
            .withNewMetadata()
            .withName("late")
            .withNamespace("lab")
            .endMetadata()
            .addToData("stack.xml", "<config><UDP/><PING/><pbcast.GMS/></config>")
            .build();

    @Test
    void eachVisitIsARunThatBelongsToTheSuite() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            assertThat(fixture.reconcile()).isEmpty();

            BenchmarkRun run = fixture.ownRuns().getFirst();
            VisitMetadata visited = VisitMetadata.of(run).orElseThrow();
            assertThat(run.getMetadata().getName()).isEqualTo(visited.visit().runName("grid"));
            assertThat(visited.visit().round()).isEqualTo(1);
            assertThat(visited.coordinates())
                    .isEqualTo(Map.of("messages", run.getSpec().messages().toString()));
            assertThat(run.getMetadata().getLabels()).containsEntry("jgbench.io/suite", "grid");
            assertThat(fixture.status().phase()).isEqualTo(Phase.RUNNING);
            assertThat(fixture.status().current().run())
                    .isEqualTo(run.getMetadata().getName());
            assertThat(fixture.status().visits().progress()).isEqualTo("0/4");
        }
    }

    @Test
    void suiteGoesOnVisitByVisitToItsEnd() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.toTheEnd();

            assertThat(fixture.api.made("benchmarkruns"))
                    .containsExactlyInAnyOrder("grid-c1-r1", "grid-c2-r1", "grid-c1-r2", "grid-c2-r2");
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(succeeded(fixture).message())
                    .isEqualTo("Each cell has valid figures of all rounds that were visited.");
            assertThat(fixture.status().visits().progress()).isEqualTo("4/4");
            assertThat(fixture.status().current()).isNull();
            assertThat(fixture.status().perCell())
                    .extracting(cell -> cell.name() + " " + cell.validRounds() + " " + cell.unitsPerSecond())
                    .containsExactly("messages=1000 2 1500", "messages=2000 2 1500");
            assertThat(fixture.status().startTime()).isNotNull();
            assertThat(fixture.status().completionTime())
                    .isGreaterThan(fixture.status().startTime());
            assertThat(fixture.stored().visits()).hasSize(4);
        }
    }

    /** An operator wrote it by name, when the run that it is of had been deleted and this one had been made. */
    @Test
    void statusOfTheRunThatHadTheNameBeforeEndsNoVisit() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.hasStatusOfAnother(first);

            fixture.reconcile();

            assertThat(fixture.stored().visits()).isEmpty();
            assertThat(fixture.status().current().run()).isEqualTo(first);
            assertThat(fixture.status().visits().progress()).isEqualTo("0/4");
        }
    }

    @Test
    void suiteThatIsOverAsksForNothing() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.toTheEnd();
            var before = fixture.status();

            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.status()).isEqualTo(before);

            fixture.killOperator();
            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.status()).isEqualTo(before);
        }
    }

    @Test
    void suiteWithNothingToDoKeepsNoCellInMemoryAndGoesOnWhenItIsChanged() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1, suspend: true")) {
            fixture.reconcile();
            assertThat(fixture.session.spec(1)).as("suspended").isEmpty();

            fixture.change(TWO_CELLS + ", rounds: 1");
            fixture.reconcile();
            assertThat(fixture.session.spec(2)).as("measuring").isPresent();

            fixture.toTheEnd();
            assertThat(fixture.session.spec(2)).as("over").isEmpty();

            fixture.change(TWO_CELLS + ", rounds: 2");
            fixture.toTheEnd();
            assertThat(fixture.status().visits().done()).isEqualTo(4);
            assertThat(fixture.api.made("benchmarkruns")).hasSize(4).doesNotHaveDuplicates();
        }
    }

    @Test
    void suiteThatIsOverStaysSoInAnOperatorThatSawItsStackGo() {
        try (var fixture = new SuiteFixture(WITH_STACK)) {
            fixture.api.client().resource(STACK).create();
            fixture.toTheEnd();
            var before = fixture.status();
            fixture.api.client().resource(STACK).delete();

            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.status()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("slow")
    @Tag("beside")
    void operatorThatIsKilledAtAnyRequestIsFollowedByOneThatMakesNoVisitTwiceAndMissesNone(boolean afterTheEffect)
            throws Exception {
        int killed = 0;
        for (int request = 1; request <= 40; request++) {
            try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2, retention: {runs: 1}")) {
                int left = request;
                for (int i = 0; i < 12; i++) {
                    fixture.api.breakAt(left, afterTheEffect);
                    killed += reconcileOrDie(fixture);
                    left = fixture.api.mend();
                    if (fixture.suite.getStatus() != null && fixture.status().phase() == Phase.COMPLETED) {
                        break;
                    }
                    fixture.endRuns();
                }
                assertThat(fixture.api.made("benchmarkruns"))
                        .as("killed at request %d", request)
                        .hasSize(4)
                        .doesNotHaveDuplicates();
                assertThat(fixture.stored().visits()).hasSize(4);
                assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            }
        }
        assertThat(killed).isGreaterThan(10);
    }

    @Test
    @Tag("slow")
    void twoHundredVisitsSurviveAnOperatorThatIsKilledAgainAndAgain() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var suite = SuiteYaml.ofCells("grid", "any", 20, "rounds: 10, retention: {runs: 5}");
        try (var fixture = new SuiteFixture(suite, 4096)) {
            for (int i = 0; i < 2000; i++) {
                fixture.api.breakAt(1 + random.nextInt(20), random.nextBoolean());
                reconcileOrDie(fixture);
                fixture.api.mend();
                if (fixture.suite.getStatus() != null && fixture.status().phase() == Phase.COMPLETED) {
                    break;
                }
                fixture.endRuns();
            }
            assertThat(fixture.api.made("benchmarkruns"))
                    .as("seed %d", seed)
                    .hasSize(200)
                    .doesNotHaveDuplicates();
            assertThat(fixture.stored().visits()).as("seed %d", seed).hasSize(200);
            assertThat(fixture.stored().bytes()).as("several ConfigMaps").hasSizeGreaterThan(2);
            assertThat(fixture.stored().bytes().values()).allMatch(bytes -> bytes <= 4096);
            assertThat(fixture.ownRuns()).hasSizeLessThanOrEqualTo(6);
        }
    }

    @Test
    void digestsAreStoredBeforeARunIsDeletedAndTheLastRunsStay() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 3, retention: {runs: 2}")) {
            fixture.toTheEnd();
            fixture.reconcile();

            List<String> made = fixture.api.made("benchmarkruns");
            assertThat(fixture.ownRuns())
                    .extracting(run -> run.getMetadata().getName())
                    .containsExactlyInAnyOrderElementsOf(made.subList(4, 6));
            assertThat(fixture.stored().visits()).hasSize(6);
        }
    }

    @Test
    void runWhoseFullResultIsBeingCopiedStaysUntilItIs() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1, retention: {runs: 1}")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.endRuns();
            fixture.copyOfResultIs(first, Status.UNKNOWN, ConditionReason.STORING);
            fixture.reconcile();
            String second = fixture.status().current().run();
            fixture.endRuns();

            fixture.reconcile();
            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(names(fixture)).containsExactlyInAnyOrder(first, second);

            fixture.copyOfResultIs(first, Status.TRUE, ConditionReason.STORED);
            fixture.reconcile();
            assertThat(names(fixture)).containsExactly(second);
        }
    }

    private static List<String> names(SuiteFixture fixture) {
        return fixture.ownRuns().stream()
                .map(run -> run.getMetadata().getName())
                .toList();
    }

    @Test
    void visitWhoseRunIsDeletedIsMadeAgain() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.reconcile();
            String run = fixture.status().current().run();
            fixture.api.client().resource(fixture.run(run)).delete();

            fixture.reconcile();

            assertThat(fixture.run(run)).isNotNull();
            assertThat(fixture.stored().visits()).isEmpty();
        }
    }

    @Test
    void visitWhoseRunLosesItsLabelIsLookedAtAgainAsNoEventTellsOfIt() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.reconcile();
            BenchmarkRun run = fixture.run(fixture.status().current().run());
            Map<String, String> labels = Map.copyOf(run.getMetadata().getLabels());
            run.getMetadata().getLabels().remove("jgbench.io/suite");
            fixture.api.client().resource(run).update();

            assertThat(fixture.reconcile()).isPresent();
            assertThat(fixture.status().phase()).isEqualTo(Phase.RUNNING);

            BenchmarkRun unwatched = fixture.run(run.getMetadata().getName());
            unwatched.getMetadata().setLabels(labels);
            fixture.api.client().resource(unwatched).update();
            assertThat(fixture.reconcile()).as("an event tells of it").isEmpty();
        }
    }

    @Test
    void visitThatIsNotValidIsRepeatedAtTheEndOfItsRoundAndKept() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2, onInvalid: {retries: 1}")) {
            for (int i = 0; i < 5; i++) {
                fixture.reconcile();
                fixture.endRuns(Set.of("grid-c1-r1"));
            }
            fixture.reconcile();

            assertThat(fixture.api.made("benchmarkruns").subList(0, 3))
                    .contains("grid-c1-r1", "grid-c2-r1", "grid-c1-r1-a2");
            assertThat(fixture.api.made("benchmarkruns").get(2)).isEqualTo("grid-c1-r1-a2");
            assertThat(fixture.status().visits().invalid()).isEqualTo(1);
            assertThat(fixture.status().visits().valid()).isEqualTo(4);
            assertThat(fixture.stored().visits()).hasSize(5);
            assertThat(succeeded(fixture).reason()).isEqualTo(SuiteConditionReason.PASSED.label());
        }
    }

    @Test
    void runThatNeverBeganIsAFailedVisitWithItsReason() throws Exception {
        try (var fixture = new SuiteFixture(TEMPLATE + ", rounds: 1, onInvalid: {retries: 0}")) {
            fixture.reconcile();
            fixture.fail("grid-c1-r1", "1 member needs 1 node, and none fits.");
            fixture.reconcile();

            assertThat(fixture.stored().visits())
                    .singleElement()
                    .satisfies(visit -> assertThat(visit.record().outcome()).isEqualTo(VisitOutcome.FAILED))
                    .satisfies(visit -> assertThat(visit.record().durationNanos())
                            .as("what it waited for its nodes is none of the budget")
                            .isZero());
            assertThat(fixture.status().visits().failed()).isEqualTo(1);
            assertThat(succeeded(fixture).message()).isEqualTo("1 of 1 cells have no valid figure: template.");
        }
    }

    @Test
    void suspendedSuiteEndsItsVisitBeginsNoOtherOneAndGoesOnWhenItIsResumed() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.reconcile();
            fixture.change(TWO_CELLS + ", rounds: 1, suspend: true");
            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.RUNNING);

            fixture.endRuns();
            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.SUSPENDED);
            assertThat(succeeded(fixture).reason()).isEqualTo(SuiteConditionReason.SUSPENDED.label());
            assertThat(fixture.ownRuns()).hasSize(1).noneMatch(QueueAnnotations::saysHeld);

            fixture.change(TWO_CELLS + ", rounds: 1, suspend: false");
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
        }
    }

    @Test
    void budgetEndsTheSuiteAndMoreOfItLetsItGoOn() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 60, budget: 1m")) {
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.BUDGET_SPENT);
            assertThat(fixture.status().visits().done()).isEqualTo(6);

            fixture.change(TWO_CELLS + ", rounds: 60, budget: 2m");
            fixture.toTheEnd();
            assertThat(fixture.status().visits().done()).isEqualTo(12);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "axes: [{name: a, path: stack.nme, values: [udp]}] | cell a=udp: stack.nme is not a field",
                "axes: [{name: a, path: members, values: ['2', '0']}] | cell a=0: spec.members must be between",
                "axes: [{name: a, path: stack.name, values: [udp, nope]}] | cell a=nope: spec.stack: there is no",
                "axes: [{name: a, path: jvm.options, values: [-Xmx1g, '-javaagent:x.jar']}] | cell a=-javaagent:x.jar:"
                        + " spec.jvm.options must be of these",
            })
    void suiteThatCannotBeRunNamesCellAndRuleAndStartsNothing(String axes, String sentence) {
        try (var fixture = new SuiteFixture(TEMPLATE + ", " + axes)) {
            assertThat(fixture.reconcile()).isEmpty();

            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message()).contains(sentence);
            assertThat(fixture.condition(SuiteConditionType.FINISHED).reason())
                    .isEqualTo(SuiteConditionReason.SPEC_INVALID.label());
            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(fixture.api.made("benchmarkruns")).isEmpty();
        }
    }

    @Test
    void tooManyCellsAreOneLine() {
        String values = IntStream.rangeClosed(1, 64)
                .mapToObj(value -> "'" + value + "'")
                .collect(Collectors.joining(", ", "values: [", "]"));
        try (var fixture = new SuiteFixture(TEMPLATE + ", axes: [{name: a, path: messages, " + values
                + "}, {name: b, path: messageSize, " + values + "}]")) {
            fixture.reconcile();

            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message())
                    .contains("at most 1000 cells", "4096 (64 x 64)");
        }
    }

    @Test
    void suiteWhoseRoundsCannotAnswerItsComparisonSaysSoWhenItBegins() {
        try (var fixture =
                new SuiteFixture(TWO_CELLS + ", rounds: 3, compare: {a: {messages: '1000'}, b: {messages: '2000'}}")) {
            fixture.reconcile();

            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message())
                    .startsWith("2 cells, 3 rounds: 6 visits. Warning: ")
                    .contains("Inconclusive");
        }
    }

    @Test
    void suiteWaitsForTheConfigMapOfAStack() {
        try (var fixture = new SuiteFixture(WITH_STACK)) {
            assertThat(fixture.reconcile()).isPresent();
            assertThat(fixture.condition(SuiteConditionType.RESOLVED))
                    .matches(condition -> condition.isFor(SuiteConditionReason.STACK_MISSING))
                    .satisfies(condition -> assertThat(condition.message()).contains("stack.xml", "ConfigMap late"));

            fixture.api.client().resource(STACK).create();
            fixture.reconcile();
            assertThat(fixture.ownRuns()).hasSize(1);
        }
    }

    @Test
    void suiteSaysOfAStackThatIsStoredAsBinaryThatItIs() {
        try (var fixture = new SuiteFixture(WITH_STACK)) {
            fixture.api
                    .client()
                    .resource(new ConfigMapBuilder(STACK)
                            .withData(Map.of())
                            .addToBinaryData("stack.xml", "//4=")
                            .build())
                    .create();

            assertThat(fixture.reconcile()).isPresent();
            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message())
                    .isEqualTo("A stack is expected under key stack.xml of ConfigMap late in namespace lab, and is"
                            + " stored as binary: save the file as UTF-8.");
        }
    }

    @Test
    void suiteThatIsOverStaysSoWhereItsStackIsGone() {
        try (var fixture = new SuiteFixture(WITH_STACK)) {
            fixture.api.client().resource(STACK).create();
            fixture.toTheEnd();
            var before = fixture.status();
            fixture.api.client().resource(STACK).delete();
            fixture.killOperator();

            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.status()).isEqualTo(before);
        }
    }

    @Test
    void suiteThatIsOverStaysSoWhereTheClusterWouldNotAllowItAnyMore() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.toTheEnd();
            var before = fixture.status();
            fixture.allow(NOTHING);
            fixture.killOperator();

            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.status()).isEqualTo(before);

            fixture.change(TWO_CELLS + ", rounds: 2");
            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
        }
    }

    @Test
    void suiteThatIsOverIsJudgedByChangedThresholdsWhereTheClusterWouldNotAllowItAnyMore() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 6")) {
            fixture.toTheEnd();
            fixture.allow(NOTHING);

            fixture.change(TWO_CELLS + ", rounds: 6, thresholds: [{metric: unitsPerSecond, min: 5k, of: Median}]");
            assertThat(fixture.reconcile()).isEmpty();

            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(fixture.condition(SuiteConditionType.RESOLVED).status()).isEqualTo(StatusCondition.Status.TRUE);
            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.THRESHOLD_MISSED);
        }
    }

    @Test
    void suiteThatIsOverIsJudgedByChangedThresholdsWhereItsStackIsGone() {
        try (var fixture = new SuiteFixture(WITH_STACK)) {
            fixture.api.client().resource(STACK).create();
            fixture.toTheEnd();
            fixture.api.client().resource(STACK).delete();

            fixture.change(WITH_STACK + ", thresholds: [{metric: unitsPerSecond, min: 5k, of: Median}]");
            assertThat(fixture.reconcile()).isEmpty();

            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.THRESHOLD_MISSED);
        }
    }

    /** To a stack whose text is not known no published figure fits. */
    @Test
    void suiteBesideAPaperIsJudgedByChangedThresholdsWhereItsStackIsGone() {
        String declared = WITH_STACK.replace("members: 1", "members: 4") + ", baseline: {paper: perfTest2008}";
        try (var fixture = new SuiteFixture(declared)) {
            fixture.api.client().resource(STACK).create();
            fixture.toTheEnd();
            assertThat(fixture.condition(SuiteConditionType.BASELINE_HELD).message())
                    .contains("of perfTest2008, of other hardware");
            fixture.api.client().resource(STACK).delete();

            fixture.change(declared + ", thresholds: [{metric: unitsPerSecond, min: 5k, of: Median}]");
            assertThat(fixture.reconcile()).isEmpty();

            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.THRESHOLD_MISSED);
            assertThat(fixture.condition(SuiteConditionType.BASELINE_HELD))
                    .matches(condition -> condition.isFor(SuiteConditionReason.BESIDE_PAPER))
                    .satisfies(condition -> assertThat(condition.message())
                            .startsWith("No figure of perfTest2008 stands beside a cell:")
                            .endsWith("or the stack's ConfigMap is gone."));
        }
    }

    @Test
    void suiteThatTheClusterDoesNotAllowAnyMoreEndsItsVisitBeginsNoOtherAndKeepsWhatWasMeasured() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            fixture.endRuns();
            fixture.reconcile();
            fixture.allow(NOTHING);
            fixture.killOperator();

            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.RUNNING);
            fixture.endRuns();
            assertThat(fixture.reconcile()).isEmpty();

            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message()).contains("no run at all is allowed");
            assertThat(fixture.condition(SuiteConditionType.FINISHED).message())
                    .isEqualTo("The suite cannot be run as it stands. 2 of 4 visits are done. No other one begins, and"
                            + " their figures stay.");
            assertThat(fixture.status().visits().progress()).isEqualTo("2/4");
            assertThat(fixture.stored().visits()).hasSize(2);
            assertThat(fixture.ownRuns()).hasSize(2).noneMatch(QueueAnnotations::saysHeld);
            var said = fixture.status();
            fixture.passTime();
            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.status()).isEqualTo(said);

            fixture.allow(SpecRules.NONE);
            fixture.killOperator();
            fixture.reconcile();
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(fixture.stored().visits()).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void suiteWhoseStackIsRemovedHalfwayWaitsForItBeforeItsNextVisit(boolean isContinuedByAnother) {
        String twoRounds = WITH_STACK.replace("rounds: 1", "rounds: 2");
        try (var fixture = new SuiteFixture(twoRounds)) {
            fixture.api.client().resource(STACK).create();
            fixture.reconcile();
            fixture.api.client().resource(STACK).delete();
            if (isContinuedByAnother) {
                fixture.killOperator();
            }
            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.RUNNING);
            fixture.endRuns();

            assertThat(fixture.reconcile()).isPresent();

            assertThat(fixture.status().phase()).isEqualTo(Phase.SUSPENDED);
            assertThat(fixture.condition(SuiteConditionType.FINISHED).message())
                    .isEqualTo("1 of 2 visits are done. The next one waits; see Succeeded.");
            assertThat(succeeded(fixture)).matches(condition -> condition.isFor(SuiteConditionReason.STACK_MISSING));

            fixture.api.client().resource(STACK).create();
            fixture.reconcile();
            fixture.toTheEnd();
            assertThat(fixture.status().visits().progress()).isEqualTo("2/2");
        }
    }

    @Test
    void suspendedSuiteDoesNotMakeTheVisitAgainWhoseRunIsDeleted() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.reconcile();
            String run = fixture.status().current().run();
            fixture.change(TWO_CELLS + ", rounds: 1, suspend: true");
            fixture.api.client().resource(fixture.run(run)).delete();

            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.SUSPENDED);
            assertThat(fixture.ownRuns()).isEmpty();

            fixture.change(TWO_CELLS + ", rounds: 1, suspend: false");
            fixture.reconcile();
            assertThat(fixture.status().current().run()).isEqualTo(run);
        }
    }

    @Test
    void runOfTheSameNameThatIsSomebodyElsesIsLeftAlone() {
        try (var fixture = new SuiteFixture(TEMPLATE + ", rounds: 1")) {
            BenchmarkRun other = RunYaml.parsed("grid-c1-r1", "members: 1, messages: 1, messageSize: 1k");
            other.getMetadata().setNamespace("lab");
            other.getMetadata().setUid("other");
            fixture.api.client().resource(other).create();

            assertThat(fixture.reconcile()).isPresent();
            assertThat(succeeded(fixture))
                    .matches(condition -> condition.isFor(SuiteConditionReason.NAME_TAKEN))
                    .satisfies(condition -> assertThat(condition.message()).contains("grid-c1-r1"));

            fixture.api.client().resource(fixture.run("grid-c1-r1")).delete();
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
        }
    }

    @Test
    void answerOfAPartOfTheSuiteIsGivenUpWhereItHasToGoOnAndCannot() {
        String judged = TWO_CELLS + ", rounds: 60, thresholds: [{metric: unitsPerSecond, min: 1, of: Median}]";
        try (var fixture = new SuiteFixture(judged + ", budget: 1m")) {
            fixture.toTheEnd();
            assertThat(fixture.status().judgement()).isNotNull();
            BenchmarkRun other = RunYaml.parsed("grid-c1-r4", "members: 1, messages: 1, messageSize: 1k");
            other.getMetadata().setNamespace("lab");
            other.getMetadata().setUid("other");
            fixture.api.client().resource(other).create();
            BenchmarkRun another = RunYaml.parsed("grid-c2-r4", "members: 1, messages: 1, messageSize: 1k");
            another.getMetadata().setNamespace("lab");
            another.getMetadata().setUid("another");
            fixture.api.client().resource(another).create();

            fixture.change(judged + ", budget: 2m");
            fixture.reconcile();

            assertThat(succeeded(fixture)).matches(condition -> condition.isFor(SuiteConditionReason.NAME_TAKEN));
            assertThat(fixture.status().judgement()).isNull();
            assertThat(fixture.condition(SuiteConditionType.THRESHOLDS_MET).status())
                    .isEqualTo(StatusCondition.Status.UNKNOWN);
        }
    }

    @Test
    void runThatIsMadeInTheNameOfTheSuiteAndMeasuresSomethingElseIsNotTaken() throws Exception {
        try (var fixture = new SuiteFixture(TEMPLATE + ", rounds: 1")) {
            BenchmarkRun other = RunYaml.parsed("grid-c1-r1", "members: 1, messages: 1000, messageSize: 2k");
            other.getMetadata().setNamespace("lab");
            other.getMetadata().setUid("other");
            other.getMetadata().setOwnerReferences(List.of(fixture.ref().ownerReference()));
            var visited = new VisitMetadata("grid", VisitId.first(0, 1), Map.of());
            other.getMetadata().setLabels(visited.labels(fixture.ref()));
            other.getMetadata().setAnnotations(visited.annotations());
            fixture.api.client().resource(other).create();
            fixture.endRuns();

            assertThat(fixture.reconcile()).isPresent();

            assertThat(succeeded(fixture))
                    .matches(condition -> condition.isFor(SuiteConditionReason.NAME_TAKEN))
                    .satisfies(condition -> assertThat(condition.message())
                            .contains("grid-c1-r1")
                            .contains("spec.messageSize"));
            assertThat(fixture.stored().visits()).isEmpty();
        }
    }

    @Test
    void suiteOneOfWhoseCellsCanNeverEndInTimeDoesNotBegin() {
        try (var fixture = new SuiteFixture("template: {members: 1, messageSize: 1k, activeDeadline: 30m},"
                + " axes: [{name: time, path: duration, values: [20s, 40m]}]")) {
            fixture.reconcile();

            assertThat(fixture.condition(SuiteConditionType.RESOLVED))
                    .matches(condition -> condition.isFor(SuiteConditionReason.SPEC_INVALID))
                    .satisfies(condition -> assertThat(condition.message())
                            .contains("cell time=40m: ")
                            .contains("activeDeadline must be longer")
                            .doesNotContain("time=20s"));
            assertThat(fixture.ownRuns()).isEmpty();
        }
    }

    @Test
    void suiteOneOfWhoseCellsCannotHaveItsPortsDoesNotBegin() {
        try (var fixture = new SuiteFixture("template: {members: 2, messages: 1000, messageSize: 1k,"
                + " placement: {spread: Any, bindPort: 27796}},"
                + " axes: [{name: members, path: members, values: ['2', '8']}]")) {
            fixture.reconcile();

            assertThat(fixture.condition(SuiteConditionType.RESOLVED))
                    .matches(condition -> condition.isFor(SuiteConditionReason.SPEC_INVALID))
                    .satisfies(condition -> assertThat(condition.message())
                            .contains("cell members=8: ")
                            .contains("27796 to 27803")
                            .doesNotContain("members=2"));
            assertThat(fixture.ownRuns()).isEmpty();
        }
    }

    @Test
    void digestThatIsNotWholeHoldsTheSuiteUntilItIsRemoved() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.endRuns();
            fixture.reconcile();
            String map = DigestStore.name(fixture.ref(), 0);
            var configMaps = fixture.api.client().configMaps().inNamespace("lab");
            configMaps
                    .resource(new ConfigMapBuilder(configMaps.withName(map).get())
                            .addToBinaryData(first + ".json.gz", "H4sI")
                            .build())
                    .update();
            fixture.killOperator();

            assertThat(fixture.reconcile()).isPresent();
            assertThat(succeeded(fixture))
                    .matches(condition -> condition.isFor(SuiteConditionReason.DIGEST_UNREADABLE))
                    .satisfies(condition ->
                            assertThat(condition.message()).contains(first + ".json.gz", map, "is not whole"));

            configMaps.withName(map).delete();
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(fixture.stored().visits()).hasSize(4);
        }
    }

    @Test
    void digestOfAnotherCellHoldsTheSuiteUntilItIsRemoved() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.endRuns();
            fixture.reconcile();
            editDigests(
                    fixture, digests -> digests.computeIfPresent(first + ".json.gz", (_, old) -> ofAnotherCell(old)));
            fixture.killOperator();

            assertThat(fixture.reconcile()).isPresent();
            assertThat(succeeded(fixture))
                    .matches(condition -> condition.isFor(SuiteConditionReason.DIGEST_UNREADABLE))
                    .satisfies(condition -> assertThat(condition.message())
                            .startsWith("the digest of run " + first + " is of cell messages=3000 of suite"));
            removeDigest(fixture, first);
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
        }
    }

    /** A cell that the suite has not. */
    private static String ofAnotherCell(String compressed) {
        try {
            VisitDigest digest = CompressedDigest.read(Base64.getDecoder().decode(compressed), "the digest");
            return Base64.getEncoder()
                    .encodeToString(CompressedDigest.of(VisitDigestBuilder.builder(digest)
                            .coordinates(Map.of("messages", "3000"))
                            .cell("messages=3000")
                            .build()));
        } catch (SuiteFormatException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void digestThatIsDamagedWhileTheOperatorRunsIsMadeAgainOnceItIsRemoved() throws Exception {
        try (var fixture = new SuiteFixture(
                TWO_CELLS + ", rounds: 2, thresholds: [{metric: unitsPerSecond, min: 1, of: Median}]")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.endRuns();
            fixture.reconcile();
            damage(fixture, first);
            for (int i = 0; i < 10 && !succeeded(fixture).isFor(SuiteConditionReason.DIGEST_UNREADABLE); i++) {
                fixture.endRuns();
                fixture.reconcile();
            }
            assertThat(succeeded(fixture).isFor(SuiteConditionReason.DIGEST_UNREADABLE))
                    .isTrue();

            removeDigest(fixture, first);
            fixture.toTheEnd();

            assertThat(fixture.stored().visits()).hasSize(4);
            assertThat(fixture.status().judgement().verdict()).isEqualTo(Verdict.PASSED);
        }
    }

    private static void damage(SuiteFixture fixture, String run) {
        editDigests(fixture, digests -> digests.put(run + ".json.gz", "H4sI"));
    }

    private static void removeDigest(SuiteFixture fixture, String run) {
        editDigests(fixture, digests -> digests.remove(run + ".json.gz"));
    }

    private static void editDigests(SuiteFixture fixture, Consumer<Map<String, String>> edit) {
        var configMaps = fixture.api.client().configMaps().inNamespace("lab");
        ConfigMap map = configMaps.withName(DigestStore.name(fixture.ref(), 0)).get();
        edit.accept(map.getBinaryData());
        configMaps.resource(map).update();
    }

    @Test
    void visitsOfRoundsThatTheSuiteHasNoMoreAreNotCounted() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 4")) {
            fixture.toTheEnd();
            String last = fixture.status().completionTime();

            fixture.change(TWO_CELLS + ", rounds: 2");
            fixture.reconcile();

            assertThat(fixture.status().visits()).isEqualTo(new StatusVisits(4, 4, 4, 0, 0, "4/4"));
            assertThat(Instant.parse(fixture.status().completionTime())).isBefore(Instant.parse(last));
            assertThat(fixture.status().digests().count()).isEqualTo(8);
        }
    }

    @Test
    void digestsThatWereRemovedWhileTheOperatorRanAreMadeAgain() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            fixture.endRuns();
            fixture.reconcile();
            fixture.api
                    .client()
                    .configMaps()
                    .inNamespace("lab")
                    .withName(DigestStore.name(fixture.ref(), 0))
                    .delete();
            for (int i = 0; i < 10 && fixture.status().phase() != Phase.COMPLETED; i++) {
                fixture.endRuns();
                fixture.reconcile();
            }

            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
            assertThat(fixture.stored().visits()).hasSize(4);
        }
    }

    @Test
    void visitsOfARoundHaveItsPlaceInTheQueueAndTheLastOneKeepsItUntilTheNextIsMade() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            String round = fixture.status().roundStartTime();
            fixture.endRuns();
            assertThat(QueueAnnotations.saysHeld(fixture.run(first))).isTrue();
            fixture.killOperator();
            fixture.reconcile();
            String second = fixture.status().current().run();

            assertThat(QueueAnnotations.saidSince(fixture.run(second)))
                    .isPresent()
                    .isEqualTo(QueueAnnotations.saidSince(fixture.run(first)));
            assertThat(fixture.status().roundStartTime()).isEqualTo(round);
            assertThat(QueueAnnotations.saysHeld(fixture.run(second))).isTrue();
            fixture.reconcile();
            assertThat(QueueAnnotations.saysHeld(fixture.run(first))).isFalse();

            fixture.endRuns();
            fixture.reconcile();
            String third = fixture.status().current().run();
            assertThat(QueueAnnotations.saidSince(fixture.run(third)).orElseThrow())
                    .isAfter(QueueAnnotations.saidSince(fixture.run(second)).orElseThrow());
        }
    }

    @Test
    void roundThatHasHadItsNodesForAsLongAsItMayQueuesBehindWhoeverWaitsByThen() {
        try (var fixture = new SuiteFixture(FOUR_CELLS + ", rounds: 1")) {
            fixture.limit("{\"hold\": \"15s\"}");
            String first = nextVisit(fixture);
            Instant begun = fixture.now();
            fixture.passTime();
            fixture.endRuns();

            String second = nextVisit(fixture);
            assertThat(QueueAnnotations.saidSince(fixture.run(second)))
                    .as("it waited for its nodes, and has had them for 10 s")
                    .isEqualTo(QueueAnnotations.saidSince(fixture.run(first)))
                    .hasValue(begun);
            fixture.endRuns();

            String third = nextVisit(fixture);
            Instant renewed = fixture.now();
            assertThat(QueueAnnotations.saidSince(fixture.run(third))).hasValue(renewed);
            assertThat(fixture.status().roundStartTime()).isEqualTo(renewed.toString());
            fixture.reconcile();
            assertThat(QueueAnnotations.saysHeld(fixture.run(second))).isFalse();
            fixture.endRuns();
            fixture.killOperator();

            String fourth = nextVisit(fixture);
            assertThat(QueueAnnotations.saidSince(fixture.run(fourth))).hasValue(renewed);
        }
    }

    @Test
    void visitThatNeverHadNodesIsNoTimeInWhichItsRoundHadThem() {
        try (var fixture = new SuiteFixture(FOUR_CELLS + ", rounds: 1")) {
            fixture.limit("{\"hold\": \"15s\"}");
            String first = nextVisit(fixture);
            fixture.fail(first, "Too few nodes.");
            String second = nextVisit(fixture);
            fixture.passTime();
            fixture.endRuns();

            String third = nextVisit(fixture);
            assertThat(QueueAnnotations.saidSince(fixture.run(third)))
                    .isPresent()
                    .isEqualTo(QueueAnnotations.saidSince(fixture.run(second)))
                    .isEqualTo(QueueAnnotations.saidSince(fixture.run(first)));
        }
    }

    private static String nextVisit(SuiteFixture fixture) {
        fixture.reconcile();
        return fixture.status().current().run();
    }

    @Test
    void suiteOfMoreVisitsThanTheAdminAllowsIsRefusedWithWhoCanChangeIt() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 3")) {
            fixture.limit("{\"visits\": 5}");
            fixture.reconcile();

            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(fixture.ownRuns()).isEmpty();
            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message())
                    .isEqualTo("spec.rounds times cells must be at most 5, got: 3 x 2; this is the policy of the"
                            + " cluster's admin, who can change it by the chart's value policy.limits.suites.visits");
        }
    }

    @Test
    void suiteThatIsUnderWayBeginsNoFurtherVisitOfRoundsThatTheAdminDoesNotAllow() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.limit("{\"visits\": 5}");
            fixture.reconcile();
            fixture.change(TWO_CELLS + ", rounds: 3");
            fixture.endRuns();
            fixture.reconcile();

            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(fixture.stored().visits()).hasSize(1);

            fixture.change(TWO_CELLS + ", rounds: 2");
            fixture.toTheEnd();
            assertThat(fixture.status().phase()).isEqualTo(Phase.COMPLETED);
        }
    }

    @Test
    void suiteWithoutABudgetEndsWithinTheOneThatTheAdminAllowsAndSaysWhoseItIs() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 60")) {
            fixture.limit("{\"budget\": \"1m\"}");
            fixture.toTheEnd();

            assertThat(fixture.status().phase()).isEqualTo(Phase.BUDGET_SPENT);
            assertThat(fixture.status().visits().done()).isEqualTo(6);
            assertThat(fixture.condition(SuiteConditionType.FINISHED).message())
                    .endsWith("The next one would probably exceed the budget of 1m, which the cluster's admin gives a"
                            + " suite that names none and can change by the chart's value"
                            + " policy.limits.suites.budget.");

            fixture.change(TWO_CELLS + ", rounds: 60, budget: 2m");
            fixture.reconcile();
            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
            assertThat(fixture.condition(SuiteConditionType.RESOLVED).message())
                    .startsWith("spec.budget must be at most 1m, got: 2m; ");
        }
    }

    @Test
    void suiteThatCannotGoOnKeepsNobodyFromTheNodes() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.endRuns();

            fixture.giveWay();

            assertThat(QueueAnnotations.saysHeld(fixture.run(first))).isFalse();
        }
    }

    @Test
    void digestSaysTheVisitThatTheSuiteMadeWhateverTheRunSays() throws Exception {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.toTheEnd();

            assertThat(fixture.stored().visits())
                    .extracting(KeptVisit::visit)
                    .containsExactlyInAnyOrder(VisitId.first(0, 1), VisitId.first(1, 1));
        }
    }

    @Test
    void refusalOfTheApiServerIsNotSwallowed() {
        try (var fixture = new SuiteFixture(TWO_CELLS)) {
            fixture.api.refuse("benchmarkruns");

            assertThatThrownBy(fixture::reconcile).isInstanceOf(KubernetesClientException.class);
        }
    }

    private static int reconcileOrDie(SuiteFixture fixture) {
        try {
            fixture.reconcile();
            return 0;
        } catch (KubernetesClientException e) {
            fixture.killOperator();
            return 1;
        }
    }

    private static StatusCondition succeeded(SuiteFixture fixture) {
        return fixture.condition(SuiteConditionType.SUCCEEDED);
    }
}
