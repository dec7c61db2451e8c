package io.jgbench.report.stored;

import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All suites that are stored below a folder.
 *
 * @param suites those that could be read and are over, by the order of their places
 * @param unread why others are left out, one sentence each
 */
public record StoredSuites(List<SuiteHistory.Entry> suites, List<String> unread) {
    /** Copies the lists. */
    public StoredSuites {
        suites = List.copyOf(suites);
        unread = List.copyOf(unread);
    }

    /**
     * Looks for them.
     *
     * @throws StoredResultException if there is no such folder, or it cannot be searched
     */
    public static StoredSuites below(Path folder) throws StoredResultException {
        if (!Files.isDirectory(folder)) {
            throw new StoredResultException("there is no folder " + folder + "; give one that --results made");
        }
        Path start;
        SuiteSearch search;
        try {
            // a link is followed where it is what was asked for
            start = folder.toRealPath();
            search = SuiteSearch.below(start);
        } catch (IOException | UncheckedIOException e) {
            throw new StoredResultException("cannot search " + folder + ": " + e.getMessage(), e);
        }
        List<String> unread = new ArrayList<>(search.unread());
        List<SuiteHistory.Entry> suites = new ArrayList<>();
        for (Path file : search.found()) {
            try {
                SuiteResult result = StoredSuiteResult.read(file);
                StoredSuite.check(result, file.toString());
                suites.add(new SuiteHistory.Entry(
                        start.relativize(file.getParent()).toString(), result));
            } catch (StoredResultException e) {
                unread.add(e.getMessage());
            }
        }
        return ofMeasurements(suites, unread);
    }

    /**
     * Each measurement that is over, once, as a copy of it says nothing more: of those of one suite that began at the
     * same time the one that went on for longest, of those that are over. The others are told as left out.
     */
    public static StoredSuites ofMeasurements(List<SuiteHistory.Entry> found, List<String> unread) {
        Map<Measurement, SuiteHistory.Entry> kept = new LinkedHashMap<>();
        found.forEach(entry -> kept.merge(Measurement.of(entry), entry, StoredSuites::fuller));
        Stream<String> ofCopies = found.stream()
                .filter(entry -> !kept.get(Measurement.of(entry)).place().equals(entry.place()))
                .map(entry ->
                        inWords(entry) + " holds the same measurement as " + inWords(kept.get(Measurement.of(entry))));
        Stream<String> underWay = kept.values().stream()
                .filter(entry -> !entry.result().phase().isOver())
                .map(entry -> inWords(entry) + " is of a suite that is not over: its medians still change");
        return new StoredSuites(
                kept.values().stream()
                        .filter(entry -> entry.result().phase().isOver())
                        .toList(),
                Stream.of(unread.stream(), ofCopies, underWay)
                        .flatMap(sentences -> sentences)
                        .toList());
    }

    /** The place of one that lies in the folder itself that was asked for is empty. */
    private static String inWords(SuiteHistory.Entry entry) {
        return entry.place().isEmpty() ? "." : entry.place();
    }

    /**
     * Prefers a copy of a finished suite over the suite itself when that is under way again, because medians of an
     * unfinished suite are not shown.
     */
    private static SuiteHistory.Entry fuller(SuiteHistory.Entry one, SuiteHistory.Entry other) {
        boolean isOneOver = one.result().phase().isOver();
        if (isOneOver != other.result().phase().isOver()) {
            return isOneOver ? one : other;
        }
        return completion(other).isAfter(completion(one)) ? other : one;
    }

    private static Instant completion(SuiteHistory.Entry entry) {
        return entry.result().completionTime().orElse(Instant.MIN);
    }

    /** What tells measurements apart. */
    private record Measurement(String suite, Instant start, String place) {
        /** One that has not begun is like no other. */
        static Measurement of(SuiteHistory.Entry entry) {
            return entry.result()
                    .startTime()
                    .map(start -> new Measurement(entry.result().suite(), start, ""))
                    .orElseGet(() -> new Measurement(entry.result().suite(), Instant.MIN, entry.place()));
        }
    }
}
