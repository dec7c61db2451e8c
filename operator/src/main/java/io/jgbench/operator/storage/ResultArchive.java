package io.jgbench.operator.storage;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import io.jgbench.coordination.protocol.TextShelf;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.operator.kubernetes.LeftOutTexts;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.BoundedInput;
import io.jgbench.operator.spool.SpoolFile;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.html.PageFile;
import io.jgbench.report.html.run.RunPage;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the full results of runs that are over from their ConfigMaps to the storage, as {@link ResultFiles} lays them
 * out. One at a time, and while nothing is made of the reports of runs: a full result in memory is many times its
 * compressed size, and the operator has little. Nobody waits for it.
 */
public final class ResultArchive implements AutoCloseable {
    /** Why something is not stored whose storing began with a storage that was taken away. */
    public static final String NO_STORAGE_ANY_MORE =
            "The operator has no storage any more; see results.storage in the chart's values.";

    private static final Logger LOG = LoggerFactory.getLogger(ResultArchive.class);

    /** A full result of more JSON fits neither into the operator's memory nor into its temporary folder. */
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    /** The page of a run is made in memory; that of a longer result is left to {@code ./jgbench report}. */
    private static final long MOST_BYTES_WITH_PAGE = 8L * 1024 * 1024;

    /** The files of a result are made in seconds, unless the volume that they are made on hangs. */
    private static final Duration LONGEST_TURN = Duration.ofMinutes(1);

    private final Optional<FolderStorage> storage;
    private final ResultStore results;
    private final ReportMemory memory;
    private final Duration longestTurn;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("result-archive").daemon().factory());

    /**
     * To this storage.
     *
     * @param longestTurn after which memory counts as free that has not been given back: no run ends while it is taken
     */
    ResultArchive(
            Optional<FolderStorage> storage,
            ResultStore results,
            ReportMemory memory,
            Duration longestTurn,
            Clock clock) {
        this.storage = storage;
        this.results = results;
        this.memory = memory;
        this.longestTurn = longestTurn;
        this.clock = clock;
    }

    /**
     * The archive that the settings ask for; one that stores nothing where they ask for none.
     *
     * @param results where full results are copied from
     * @param memory for reports, which a full result has
     */
    public static ResultArchive of(StorageSettings settings, ResultStore results, ReportMemory memory, Clock clock) {
        Optional<FolderStorage> storage = switch (settings) {
            case StorageSettings.None _ -> Optional.empty();
            case StorageSettings.Volume(var directory) -> Optional.of(new VolumeStorage(directory));
            case StorageSettings.S3 s3 -> Optional.of(new S3Storage(s3, temporary()));
        };
        return new ResultArchive(storage, results, memory, LONGEST_TURN, clock);
    }

    /** This process' own; in a container the one before had the same number. */
    private static Path temporary() {
        return Path.of(
                System.getProperty("java.io.tmpdir"),
                "jgbench-results-" + ProcessHandle.current().pid());
    }

    /** Whether there is a storage. */
    public boolean isThere() {
        return storage.isPresent();
    }

    /**
     * Stores the full result of a run that is over, after what was asked for before.
     *
     * @param run with its status
     * @param whenKnown is called when the outcome is known
     * @return is completed with the outcome, and never by an exception
     */
    public CompletableFuture<StoreOutcome> store(BenchmarkRun run, Runnable whenKnown) {
        String what = "The full result of run " + RunRef.of(run).path();
        return submit(what, there -> store(run, there), whenKnown);
    }

    /**
     * Stores files, after what was asked for before.
     *
     * @param what they are, for the log, at the start of a sentence
     * @param whenKnown is called when the outcome is known
     * @return is completed with the outcome, and never by an exception
     */
    public CompletableFuture<StoreOutcome> store(
            String what, StoragePath folder, FolderWriter writer, Runnable whenKnown) {
        return submit(what, there -> there.store(folder, writer), whenKnown);
    }

    private CompletableFuture<StoreOutcome> submit(String what, Task task, Runnable whenKnown) {
        var outcome = new CompletableFuture<StoreOutcome>();
        thread.execute(() -> {
            outcome.complete(outcome(what, task));
            whenKnown.run();
        });
        return outcome;
    }

    @FunctionalInterface
    private interface Task {
        FolderStorage.Stored store(FolderStorage there) throws StorageException;
    }

    private StoreOutcome outcome(String what, Task task) {
        try {
            var stored = task.store(storage.orElseThrow(() -> new StorageException(NO_STORAGE_ANY_MORE)));
            return new StoreOutcome.Stored(
                    new StatusResultsRef(stored.location(), null, stored.bytes(), null), stored.leftOut());
        } catch (StorageException e) {
            return notStored(what, e.getMessage());
        } catch (UncheckedIOException e) {
            return notStored(what, "It cannot be read: " + e.getMessage() + ".");
        } catch (KubernetesClientException e) {
            return notStored(what, "The API server refuses it: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("{} is not stored", what, e);
            return new StoreOutcome.NotStored(
                    "The operator itself fails at it: " + e + "; its log has the stack trace.", clock.instant());
        }
    }

    private StoreOutcome notStored(String what, String cause) {
        LOG.warn("{} is not stored: {}", what, cause);
        return new StoreOutcome.NotStored(cause, clock.instant());
    }

    private FolderStorage.Stored store(BenchmarkRun run, FolderStorage there) throws StorageException {
        try (ReportMemory.Turn turn = turn()) {
            CompletableFuture.delayedExecutor(longestTurn.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(turn::close);
            return there.store(empty -> {
                // given back before the first file is sent: a slow server holds up no run
                try (turn;
                        SpoolFile texts = results.texts()) {
                    return stage(run, texts, empty);
                }
            });
        }
    }

    private ReportMemory.Turn turn() throws StorageException {
        try {
            return memory.takeAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageException("The operator stops.", e);
        }
    }

    private record Read(RepetitionsResult result, long jsonBytes) {}

    private Read read(RunRef run, TextShelf texts) throws StorageException {
        try (InputStream kept = results.openResult(run).orElse(null)) {
            if (kept == null) {
                throw new StorageException("The ConfigMaps that hold the full result were removed.");
            }
            var json = new BoundedInput(kept, MOST_BYTES);
            return new Read(StoredResult.repetitions("run " + run.path(), json, texts), json.count());
        } catch (StoredResultException e) {
            throw new StorageException(e.getMessage(), e);
        } catch (IOException e) {
            throw new StorageException("It cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private FolderStorage.Staged stage(BenchmarkRun run, TextShelf texts, Path empty)
            throws IOException, StorageException {
        RunRef ref = RunRef.of(run);
        Read read = read(ref, texts);
        RepetitionsResult result = read.result();
        checkIsOf(ref, result);
        StoragePath folder = folder(run, result);
        Optional<RunDeclaration> declaration =
                Optional.of(RunDeclaration.ofClusterRun(ref.name(), declared(run, result), ref.namespace()));
        // the page of a suite shows its visits
        boolean hasPage = VisitMetadata.of(run).isEmpty();
        boolean fits = read.jsonBytes() <= MOST_BYTES_WITH_PAGE;
        Instant completion = Instant.parse(run.getStatus().completionTime());
        ResultFiles.writeInto(empty, result, completion, declaration);
        if (hasPage && fits) {
            Files.writeString(empty.resolve(PageFile.NAME), RunPage.html(result, declaration));
        }
        List<String> leftOut = hasPage && !fits
                ? List.of("It has no page, as it has %d bytes of JSON and the operator makes pages of at most %d;"
                                .formatted(read.jsonBytes(), MOST_BYTES_WITH_PAGE)
                        + " ./jgbench report makes one of a copy.")
                : List.of();
        return new FolderStorage.Staged(folder, leftOut);
    }

    /** A long stack is left out of what is read of a run, and stands in its result. */
    private static BenchmarkRunSpec declared(BenchmarkRun run, RepetitionsResult result) {
        BenchmarkRunSpec spec = run.getSpec();
        Optional<String> inline = Optional.ofNullable(spec.stack()).map(StackSource::inline);
        Optional<Stack> measured = result.runs().getFirst().spec().transport().stack();
        return measured.map(Stack::xml)
                .filter(xml -> inline.filter(LeftOutTexts.standIn(xml)::equals).isPresent())
                .map(xml -> spec.withStack(StackSource.inlined(xml)))
                .orElse(spec);
    }

    /** The folder is named after the run that the result tells of, and others have folders there. */
    private static void checkIsOf(RunRef ref, RepetitionsResult result) throws StorageException {
        String found = result.runs().getFirst().spec().name();
        if (!found.equals(ref.name())) {
            throw new StorageException("The ConfigMaps of run " + ref.path() + " hold the result of run " + found
                    + ": somebody else wrote them.");
        }
    }

    /** Below the namespace; that of a visit below the folder of its suite, where its digest is looked for. */
    private static StoragePath folder(BenchmarkRun run, RepetitionsResult result) throws StorageException {
        String namespace = run.getMetadata().getNamespace();
        String name = ResultFiles.folderName(result);
        Optional<String> suite = VisitMetadata.of(run)
                .flatMap(visit -> SuiteRef.ownerUid(run).map(uid -> new SuiteRef(namespace, visit.suite(), uid)))
                .map(SuiteRef::id);
        try {
            return suite.map(id -> StoragePath.of(namespace, id, "runs", name))
                    .orElseGet(() -> StoragePath.of(namespace, name));
        } catch (IllegalArgumentException e) {
            throw new StorageException("The run's name cannot be that of a folder: " + e.getMessage() + ".", e);
        }
    }

    /** Ends with the file that is under way; what is not stored is stored by the operator that follows. */
    @Override
    public void close() {
        thread.shutdownNow();
        storage.ifPresent(FolderStorage::close);
    }
}
