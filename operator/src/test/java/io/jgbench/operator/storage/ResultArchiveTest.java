package io.jgbench.operator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.WholeEvidence;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.Spool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory that the archive takes beside that of the runs that are made something of. */
class ResultArchiveTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final StepFixture fixture = new StepFixture();
    private final ReportMemory memory = new ReportMemory(100);

    @TempDir
    private Path volume;

    @BeforeEach
    void publish() throws Exception {
        RunEvidence evidence = WholeEvidence.of(fixture.begun(1));
        var rows = new CountRows(2);
        rows.add(1, 2);
        var activity = new Activity(List.of(Activity.EPOCH_MICROS, Activity.PROGRESS), rows.text());
        var sampled = RunEvidenceBuilder.builder(evidence)
                .reports(evidence.reports().stream()
                        .map(report -> report.with(activity))
                        .toList())
                .build();
        fixture.results.publish(StepFixture.REF, RepetitionsResult.of(List.of(Workloads.result(sampled))), _ -> {});
        fixture.run.setStatus(BenchmarkRunStatusBuilder.builder()
                .completionTime(StepFixture.BEGIN.plusSeconds(60).toString())
                .build());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void textsOfAResultAreInFilesWhileItIsStored() throws Exception {
        var spool = new Spool(volume, 1);
        try (var archive = archive(new VolumeStorage(volume), new ResultStore(fixture.api.client(), spool), MINUTE)) {
            assertThat(stored(archive))
                    .asString()
                    .contains("NotStored", "the temporary files of all runs take more than the 1 bytes");
        }
        assertThat(volume).isEmptyDirectory();
    }

    @Test
    void resultIsReadWhenNoRunHasTheMemoryAnyMore() throws Exception {
        try (var archive = archive(new VolumeStorage(volume), fixture.results, MINUTE)) {
            CompletableFuture<StoreOutcome> outcome;
            try (var _ = memory.tryTake(Optional.of(1L)).orElseThrow()) {
                outcome = archive.store(fixture.run, () -> {});
                await().during(Duration.ofMillis(200)).until(outcome::isDone, isDone -> !isDone);
                assertThat(memory.tryTake(Optional.of(99L)))
                        .as("those that are made something of go first")
                        .isPresent()
                        .get()
                        .satisfies(ReportMemory.Turn::close);
            }
            assertThat(outcome.get(1, TimeUnit.MINUTES)).isInstanceOf(StoreOutcome.Stored.class);
        }
        assertThat(memory.tryTake(Optional.empty())).isPresent();
    }

    @Test
    void memoryIsTakenWhileFilesAreMadeAndNotWhileTheyAreSent() throws Exception {
        var storage = new OnDisk() {
            private boolean isTakenBefore;
            private boolean isTakenAfter;

            @Override
            public Stored store(Staging staging) throws StorageException {
                isTakenBefore = memory.tryTake(Optional.of(1L)).isEmpty();
                var stored = super.store(staging);
                isTakenAfter = memory.tryTake(Optional.of(1L)).isEmpty();
                return stored;
            }
        };
        try (var archive = archive(storage, fixture.results, MINUTE)) {
            assertThat(stored(archive)).isInstanceOf(StoreOutcome.Stored.class);
        }
        assertThat(storage.isTakenBefore).isTrue();
        assertThat(storage.isTakenAfter).isFalse();
    }

    @Test
    void volumeThatHangsHoldsUpNoRun() {
        var began = new CountDownLatch(1);
        var hangs = new CountDownLatch(1);
        var storage = new OnDisk() {
            @Override
            public Stored store(Staging staging) throws StorageException {
                began.countDown();
                try {
                    hangs.await();
                } catch (InterruptedException e) {
                    throw new StorageException("The volume hung.", e);
                }
                return super.store(staging);
            }
        };
        try (var archive = archive(storage, fixture.results, Duration.ofMillis(100))) {
            var outcome = archive.store(fixture.run, () -> {});
            await().atMost(MINUTE).until(() -> began.getCount() == 0);
            await().atMost(MINUTE).until(() -> memory.tryTake(Optional.of(100L)).isPresent());
            assertThat(outcome).isNotDone();
        }
    }

    private ResultArchive archive(FolderStorage storage, ResultStore results, Duration longestTurn) {
        return new ResultArchive(Optional.of(storage), results, memory, longestTurn, fixture.clock);
    }

    private StoreOutcome stored(ResultArchive archive) throws Exception {
        BenchmarkRun run = fixture.run;
        return archive.store(run, () -> {}).get(1, TimeUnit.MINUTES);
    }

    /** Makes the files, and sends them nowhere. */
    private class OnDisk implements FolderStorage {
        @Override
        public Stored store(Staging staging) throws StorageException {
            try {
                var staged = staging.writeInto(Files.createDirectory(volume.resolve("made")));
                return new Stored(staged.folder().toString(), 0, staged.leftOut());
            } catch (IOException e) {
                throw new StorageException("It cannot be made.", e);
            }
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
