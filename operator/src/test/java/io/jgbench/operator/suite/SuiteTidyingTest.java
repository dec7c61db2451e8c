package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteTidyingTest {
    private static final String TWO_CELLS = "template: {members: 1, messages: 1000, messageSize: 1k},"
            + " axes: [{name: messages, path: messages, values: ['1000', '2000']}]";
    private static final Duration AGAIN = Duration.ofSeconds(30);

    @TempDir
    private Path volume;

    @ParameterizedTest
    @CsvSource({"DELETE, 403", "PATCH, 422"})
    void suiteIsOverJudgedAndStoredWhereItsFinishedRunsMustNotBeTouched(String method, int code) {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1, retention: {runs: 0},"
                + " thresholds: [{metric: unitsPerSecond, min: 1, of: Median}]")) {
            fixture.api.refuse("benchmarkruns", method, code);
            try (var archive = ResultArchive.of(
                    new StorageSettings.Volume(volume), fixture.results, ReportMemory.ofProcess(), Clock.systemUTC())) {
                fixture.archive = archive;

                fixture.toTheEnd();

                assertThat(fixture.suite.isTrue(SuiteConditionType.FINISHED)).isTrue();
                assertThat(fixture.condition(SuiteConditionType.SUCCEEDED).isFor(SuiteConditionReason.PASSED))
                        .isTrue();
                assertThat(fixture.suite.isTrue(SuiteConditionType.THRESHOLDS_MET))
                        .isTrue();
                assertThat(fixture.status().judgement()).isNotNull();
                assertThat(fixture.status().condition(SuiteConditionType.RESULTS_STORED))
                        .as("it is asked for")
                        .isPresent();
            }
        }
    }

    @Test
    void refusedDeletionIsTriedAgain() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1, retention: {runs: 0}")) {
            fixture.api.refuse("benchmarkruns", "DELETE", 403);
            fixture.toTheEnd();
            assertThat(fixture.reconcile()).hasValue(AGAIN);
            assertThat(fixture.ownRuns()).hasSize(2);

            fixture.api.allow("benchmarkruns");

            assertThat(fixture.reconcile()).isEmpty();
            assertThat(fixture.ownRuns()).isEmpty();
        }
    }

    /** The policy gives no such run an end, as it has the name, the label and the owner of a visit. */
    @ParameterizedTest
    @CsvSource({"8, 1, 1", "0, 3, 1", "0, 1, 99"})
    void runThatIsNamedAsAVisitWhichTheSuiteDoesNotHaveGoesWhenItIsOver(int cell, int round, int attempt) {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            var strange = new VisitId(cell, round, attempt);
            fixture.reconcile();
            fixture.makeRun(strange);
            fixture.reconcile();
            assertThat(fixture.run(strange.runName("grid")))
                    .as("it is not over")
                    .isNotNull();

            fixture.toTheEnd();

            assertThat(fixture.ownRuns())
                    .extracting(run -> run.getMetadata().getName())
                    .containsExactlyInAnyOrder("grid-c1-r1", "grid-c2-r1", "grid-c1-r2", "grid-c2-r2");
        }
    }

    @Test
    void keptRunOfARoundThatTheSuiteHasNoMoreStaysLikeAnyOther() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.toTheEnd();
            fixture.change(TWO_CELLS + ", rounds: 1");

            fixture.reconcile();

            assertThat(fixture.ownRuns()).hasSize(4);
        }
    }

    @Test
    void refusalOfOneRunKeepsNoOtherFromBeingReleased() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 1")) {
            fixture.reconcile();
            String first = fixture.status().current().run();
            fixture.endRuns();
            fixture.api.refuse("benchmarkruns/" + first, "PATCH", 422);
            fixture.reconcile();
            String second = fixture.status().current().run();
            fixture.endRuns();

            assertThat(fixture.reconcile()).hasValue(AGAIN);

            assertThat(QueueAnnotations.saysHeld(fixture.run(first))).isTrue();
            assertThat(QueueAnnotations.saysHeld(fixture.run(second))).isFalse();
        }
    }

    @Test
    void suiteThatIsRefusedSaysSoWhereItsRunsCannotLeaveTheirPlace() {
        try (var fixture = new SuiteFixture(TWO_CELLS + ", rounds: 2")) {
            fixture.reconcile();
            fixture.endRuns();
            fixture.api.refuse("benchmarkruns", "PATCH", 422);
            assertThat(fixture.giveWay()).hasValue(AGAIN);
            fixture.killOperator();
            fixture.change(TWO_CELLS.replace("'2000'", "'-1'") + ", rounds: 2");

            assertThat(fixture.reconcile()).hasValue(AGAIN);

            assertThat(fixture.status().phase()).isEqualTo(Phase.REFUSED);
        }
    }
}
