package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.end.FullResult;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ChunkedMaps;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreStepTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final StepFixture fixture = new StepFixture();
    private Session session = fixture.session;

    @TempDir
    private Path volume;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void fullResultIsStoredAsALocalRunLaysItOut() throws Exception {
        conclude();
        try (var archive = archive(volume)) {
            assertThat(take(archive)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(10)));
            awaitOutcome();

            assertThat(take(archive)).isEqualTo(StepOutcome.proceed());
        }

        var stored = fixture.run.condition(ConditionType.RESULTS_STORED).orElseThrow();
        Path folder = Path.of(fixture.run.getStatus().resultsRef().location());
        assertThat(stored.knownReason()).hasValue(ConditionReason.STORED);
        assertThat(stored.message()).contains(folder.toString());
        assertThat(folder.getParent()).isEqualTo(volume.resolve("lab"));
        assertThat(folder.getFileName().toString()).matches("run-[0-9]{8}T[0-9]{6}Z");
        assertThat(folder.resolve("report.html")).content().contains("<h1>run</h1>");
        assertThat(folder.resolve("run.yaml"))
                .content()
                .startsWith("# kubectl apply -f run.yaml -n lab\n")
                .contains("members: 2");
        assertThat(folder.resolve("report.html")).content().contains("kubectl apply -f run.yaml -n lab");
        assertThat(StoredResult.read(folder).results().representative().runId())
                .isEqualTo(kept().representative().runId());
    }

    @Test
    void copyDoesNotCountWhereFullResultsMayTakeNoMoreRoomInConfigMaps() throws Exception {
        conclude();
        long before = ResultBudget.taken(fixture.run);
        try (var archive = archive(volume)) {
            take(archive);
            awaitOutcome();
            take(archive);
        }

        assertThat(fixture.run.getStatus().resultsRef().sizeBytes()).isGreaterThan(before);
        assertThat(ResultBudget.taken(fixture.run)).isPositive().isEqualTo(before);
    }

    @Test
    void visitIsStoredBelowTheFolderOfItsSuite() throws Exception {
        var suite = new SuiteRef("lab", "grid", "suite-uid");
        var visited = new VisitMetadata("grid", VisitId.first(0, 1), Map.of("stack", "udp"));
        fixture.run.getMetadata().setOwnerReferences(List.of(suite.ownerReference()));
        fixture.run.getMetadata().setLabels(visited.labels(suite));
        fixture.run.getMetadata().setAnnotations(visited.annotations());
        conclude();
        try (var archive = archive(volume)) {
            take(archive);
            awaitOutcome();
            take(archive);
        }

        assertThat(Path.of(fixture.run.getStatus().resultsRef().location()).getParent())
                .isEqualTo(volume.resolve("lab").resolve(suite.id()).resolve("runs"));
    }

    @Test
    void storageThatRefusesIsTriedAgainAfterLongerAndLongerWaitsAndCostsTheFullResultAlone() throws Exception {
        conclude();
        var before = fixture.run.getStatus();
        try (var archive = archive(volume.resolve("missing"))) {
            for (long wait : new long[] {10, 30, 90, 270}) {
                take(archive);
                awaitOutcome();
                assertThat(take(archive)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofSeconds(wait)));
                assertThat(fixture.run
                                .condition(ConditionType.RESULTS_STORED)
                                .orElseThrow()
                                .status())
                        .isEqualTo(Status.UNKNOWN);
                fixture.pass(Duration.ofSeconds(wait));
            }
            take(archive);
            awaitOutcome();
            assertThat(take(archive)).isEqualTo(StepOutcome.proceed());
        }

        var refused = fixture.run.condition(ConditionType.RESULTS_STORED).orElseThrow();
        assertThat(refused.status()).isEqualTo(Status.FALSE);
        assertThat(refused.knownReason()).hasValue(ConditionReason.RESULTS_NOT_STORED);
        assertThat(refused.message())
                .contains("5 tries", volume.resolve("missing").toString());
        assertThat(fixture.run.getStatus().resultsRef()).isEqualTo(before.resultsRef());
        assertThat(fixture.run.condition(ConditionType.SUCCEEDED)).isEqualTo(before.condition(ConditionType.SUCCEEDED));
    }

    @Test
    void storageThatCameBackHasTheResult() throws Exception {
        conclude();
        Path late = volume.resolve("late");
        try (var archive = archive(late)) {
            take(archive);
            awaitOutcome();
            take(archive);
            Files.createDirectory(late);
            fixture.pass(Duration.ofSeconds(10));
            take(archive);
            awaitOutcome();
            take(archive);
        }

        assertThat(fixture.run.isTrue(ConditionType.RESULTS_STORED)).isTrue();
    }

    @Test
    void resultWhoseConfigMapsWereRemovedIsNotStored() throws Exception {
        conclude();
        fixture.api.client().configMaps().inNamespace("lab").delete();
        try (var archive = archive(volume)) {
            take(archive);
            awaitOutcome();
            take(archive);
        }

        assertThat(fixture.run
                        .condition(ConditionType.RESULTS_STORED)
                        .orElseThrow()
                        .message())
                .contains("ConfigMaps that hold the full result were removed");
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"8388608, true", "8388609, false", "67108864, false"})
    void resultIsStoredWithItsPageWhereThatCanBeMadeInMemory(int bytes, boolean hasPage) throws Exception {
        conclude();
        padResultTo(bytes);
        try (var archive = archive(volume)) {
            take(archive);
            awaitOutcome();
            take(archive);
        }

        var stored = fixture.run.condition(ConditionType.RESULTS_STORED).orElseThrow();
        assertThat(stored.knownReason()).hasValue(ConditionReason.STORED);
        assertThat(stored.message().contains("It has no page, as it has " + bytes + " bytes of JSON"))
                .as(stored.message())
                .isEqualTo(!hasPage);
        Path folder = Path.of(fixture.run.getStatus().resultsRef().location());
        assertThat(Files.exists(folder.resolve("report.html"))).isEqualTo(hasPage);
        assertThat(StoredResult.read(folder).results().representative().runId())
                .isEqualTo(kept().representative().runId());
    }

    @Test
    void resultThatTheOperatorHasNoRoomForIsNotStored() throws Exception {
        conclude();
        padResultTo(67_108_865);
        try (var archive = archive(volume)) {
            take(archive);
            awaitOutcome();
            take(archive);
        }

        assertThat(fixture.run
                        .condition(ConditionType.RESULTS_STORED)
                        .orElseThrow()
                        .message())
                .contains("it has more than 67108864 bytes");
        assertThat(files()).isEmpty();
    }

    /** Makes a full result whose JSON has this number of bytes. */
    private void padResultTo(int bytes) throws IOException {
        byte[] json;
        try (var stored = fixture.results.openResult(StepFixture.REF).orElseThrow()) {
            json = stored.readAllBytes();
        }
        byte[] padded = new byte[bytes];
        Arrays.fill(padded, (byte) ' ');
        padded[0] = json[0];
        System.arraycopy(json, 1, padded, bytes - json.length + 1, json.length - 1);
        String content = StoredContent.RESULTS.label();
        new ChunkedMaps(fixture.api.client(), StoredContent.RESULTS_KEY, Spool.temporary())
                .store(StepFixture.REF, StepFixture.REF.runId() + "-" + content, content, padded);
    }

    @Test
    void operatorThatTakesOverStoresWhatIsNotStored() throws Exception {
        conclude();
        try (var killed = archive(volume.resolve("missing"))) {
            take(killed);
            awaitOutcome();
            take(killed);
        }
        session = new Session();
        try (var archive = archive(volume)) {
            take(archive);
            awaitOutcome();
            take(archive);
        }

        assertThat(fixture.run.isTrue(ConditionType.RESULTS_STORED)).isTrue();
    }

    @Test
    void runThatHasNothingToStoreGoesOn() {
        try (var archive = archive(volume)) {
            assertThat(take(archive)).isEqualTo(StepOutcome.proceed());
        }
        assertThat(fixture.run.getStatus().condition(ConditionType.RESULTS_STORED))
                .isEmpty();
    }

    /** The run is over, and its status written. */
    private void conclude() {
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));
        var step = new ConcludeStep(
                fixture.results,
                new FullResult(fixture.results, new BookedResults(ResultBudget.DEFAULT), true),
                ReportMemory.ofProcess(),
                fixture.clock);
        for (int i = 0; i < 2; i++) {
            RunView view = fixture.view();
            step.take(view, driven);
            fixture.run.setStatus(view.draft().build());
        }
    }

    private RepetitionsResult kept() throws IOException, StoredResultException {
        try (var json = fixture.results.openResult(StepFixture.REF).orElseThrow()) {
            return StoredResult.repetitions("the test", json, LongText::of);
        }
    }

    private ResultArchive archive(Path directory) {
        return ResultArchive.of(
                new StorageSettings.Volume(directory), fixture.results, ReportMemory.ofProcess(), fixture.clock);
    }

    private StepOutcome take(ResultArchive archive) {
        var view = new RunView(
                fixture.run,
                StepFixture.REF,
                session,
                List.of(),
                List::of,
                () -> List.of(fixture.run),
                fixture.clock.instant(),
                fixture.view().draft());
        StepOutcome outcome = new StoreStep(archive, fixture.clock, fixture.woken::add)
                .take(view, RunState.Cleared.of(view.published()));
        fixture.run.setStatus(view.draft().build());
        return outcome;
    }

    private void awaitOutcome() {
        await().atMost(PATIENCE).until(() -> !session.unstored().storeTries().isUnderWay());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(volume)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
