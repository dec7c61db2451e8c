package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.storage.FolderWriter;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageException;
import io.jgbench.operator.storage.StoragePath;
import io.jgbench.operator.storage.StoreTries.Progress;
import io.jgbench.report.files.SuiteFolder;
import io.jgbench.report.html.PageFile;
import io.jgbench.report.html.suite.SuitePage;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.SuiteDetails;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Stores the results of a finished suite, as {@link SuiteFolder} lays them out, and reports whether that succeeded. The
 * folder has the suite's id; the full results of its visits are in {@code runs} below it.
 */
final class SuiteArchive {
    /**
     * What is judged and drawn of digests is in memory, some six times what they take when they are compressed, and the
     * operator has 120 MiB of heap for all it does.
     */
    static final long MOST_BYTES = 8L * 1024 * 1024;

    /** Nobody wakes a suite when a try is over. */
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final ResultArchive archive;
    private final SuiteSpecs specs;
    private final SuiteJudge judge;
    private final DigestStore digests;
    private final VisitRuns runs;
    private final ResultStore results;
    private final Clock clock;

    /**
     * Through these.
     *
     * @param results full results of visits whose runs are still there
     */
    SuiteArchive(
            ResultArchive archive,
            SuiteSpecs specs,
            SuiteJudge judge,
            DigestStore digests,
            VisitRuns runs,
            ResultStore results,
            Clock clock) {
        this.archive = archive;
        this.specs = specs;
        this.judge = judge;
        this.digests = digests;
        this.runs = runs;
        this.results = results;
        this.clock = clock;
    }

    /**
     * Goes on with storing a suite that is over. One that cannot be judged yet is stored, and stored again once it is
     * judged.
     *
     * @param suite with the status that was written last
     * @param draft has what was found of its figures now
     * @return when to look again; empty for not at all
     */
    Optional<Duration> drive(
            BenchmarkSuite suite, SuiteRef ref, SuiteSpec spec, SuiteSession session, SuiteStatusDraft draft) {
        SuiteStatus status = session.status();
        if (!status.phase().isOver()) {
            draft.without(SuiteConditionType.RESULTS_STORED);
            session.forgetStoring();
            return Optional.empty();
        }
        boolean isBeingStored = isBeingStored(draft);
        if (!archive.isThere() && isBeingStored) {
            resultsStored(
                    draft, Status.FALSE, SuiteConditionReason.RESULTS_NOT_STORED, ResultArchive.NO_STORAGE_ANY_MORE);
        }
        if (!archive.isThere() || isDecided(suite, draft)) {
            return Optional.empty();
        }
        KeptVisits kept = session.kept().orElseThrow();
        Progress progress = session.storeTries(suite.getMetadata().getGeneration(), draft.isJudged())
                .look(
                        clock.instant(),
                        () -> archive.store(
                                "Suite " + ref.namespace() + "/" + ref.name(),
                                StoragePath.of(ref.namespace(), ref.id()),
                                writer(suite, ref, spec, status, kept.totalBytes()),
                                () -> {}));
        condition(progress, isBeingStored, draft);
        return switch (progress) {
            case Progress.UnderWay _ -> Optional.of(AGAIN);
            case Progress.Waits(var left, var _) -> Optional.of(left);
            case Progress.Succeeded _, Progress.GivenUp _ -> Optional.empty();
        };
    }

    /** @param isToldAlready whether the status says that it is being stored, or why it is tried again */
    private static void condition(Progress progress, boolean isToldAlready, SuiteStatusDraft draft) {
        switch (progress) {
            case Progress.UnderWay(var _, var message) -> {
                if (message.isPresent() || !isToldAlready) {
                    resultsStored(
                            draft,
                            Status.UNKNOWN,
                            SuiteConditionReason.STORING,
                            message.orElse("Result, digests and page are being stored."));
                }
            }
            case Progress.Waits(var _, var message) ->
                resultsStored(draft, Status.UNKNOWN, SuiteConditionReason.STORING, message);
            case Progress.Succeeded succeeded ->
                resultsStored(
                        draft, Status.TRUE, SuiteConditionReason.STORED, succeeded.message("What the suite came to"));
            case Progress.GivenUp(var message) ->
                resultsStored(draft, Status.FALSE, SuiteConditionReason.RESULTS_NOT_STORED, message);
        }
    }

    private static void resultsStored(
            SuiteStatusDraft draft, Status status, SuiteConditionReason reason, String message) {
        draft.condition(SuiteConditionType.RESULTS_STORED, status, reason, message);
    }

    /** What was stored of a spec that asked something else, or before the suite was judged, is stored anew. */
    private static boolean isDecided(BenchmarkSuite suite, SuiteStatusDraft draft) {
        return wasJudged(suite) == draft.isJudged()
                && draft.ofThisSpec(SuiteConditionType.RESULTS_STORED)
                        .filter(condition -> condition.status() != Status.UNKNOWN)
                        .isPresent();
    }

    private static boolean wasJudged(BenchmarkSuite suite) {
        return suite.getStatus() != null && suite.getStatus().judgement() != null;
    }

    private static boolean isBeingStored(SuiteStatusDraft draft) {
        return draft.ofThisSpec(SuiteConditionType.RESULTS_STORED)
                .filter(condition -> condition.status() == Status.UNKNOWN)
                .isPresent();
    }

    /** Nothing of it is in memory before it is its turn. */
    private FolderWriter writer(BenchmarkSuite suite, SuiteRef ref, SuiteSpec spec, SuiteStatus status, long bytes) {
        return folder -> {
            if (bytes > MOST_BYTES) {
                throw new StorageException(
                        ("The digests of all visits are %d bytes, and the operator takes at most %d at"
                                        + " once. They are in ConfigMaps, see docs/SUITES.md.")
                                .formatted(bytes, MOST_BYTES));
            }
            List<VisitDigest> all = copied(ref, spec, folder);
            var judged = judge.judged(ref, spec, SuiteResult.of(spec, status, all));
            var full = new KeptResults(ref, runs, results);
            BenchmarkSuiteSpec declared = specs.declared(suite);
            StoredSuite stored = stored(declared, ref, spec, judged.result(), all, full.details(all));
            SuiteFolder.writeInto(folder, declared, stored);
            Files.writeString(folder.resolve(PageFile.NAME), SuitePage.html(stored));
            return Stream.concat(
                            judged.obstacle().map(why -> "It is not compared with its baseline. " + why).stream(),
                            full.leftOut().stream())
                    .toList();
        };
    }

    /**
     * Writes all digests; gives them in the order in which the visits began, with no more figures than the suite is
     * judged and drawn by: the others are half of what a digest takes in memory.
     */
    private List<VisitDigest> copied(SuiteRef ref, SuiteSpec spec, Path folder) throws StorageException, IOException {
        Set<String> figures = spec.figures();
        List<VisitDigest> all = new ArrayList<>();
        try {
            digests.forEach(ref, digest -> {
                write(folder, digest);
                all.add(with(figures, digest));
            });
        } catch (SuiteFormatException e) {
            throw new StorageException(e.getMessage() + ".", e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        all.sort(Comparator.comparing(VisitDigest::startTime).thenComparing(VisitDigest::run));
        return all;
    }

    private static void write(Path folder, VisitDigest digest) {
        try {
            SuiteFolder.writeInto(folder, digest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static VisitDigest with(Set<String> names, VisitDigest digest) {
        Map<String, Double> figures = new TreeMap<>(digest.figures());
        figures.keySet().retainAll(names);
        return VisitDigestBuilder.builder(digest).figures(figures).build();
    }

    private static StoredSuite stored(
            BenchmarkSuiteSpec declared,
            SuiteRef ref,
            SuiteSpec spec,
            SuiteResult result,
            List<VisitDigest> all,
            SuiteDetails details) {
        Map<String, RunSpec> specs = new LinkedHashMap<>();
        spec.cells().forEach(cell -> specs.put(cell.key(), cell.spec()));
        return new StoredSuite(
                result,
                all,
                specs,
                Optional.empty(),
                Optional.of(RunDeclaration.ofClusterSuite(ref.name(), declared, ref.namespace())),
                List.of(),
                details);
    }
}
