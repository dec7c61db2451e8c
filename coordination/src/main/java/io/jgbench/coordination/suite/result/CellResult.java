package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.result.OneWayLatency;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.FigureSummary.RoundValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the visits of a cell came to. Figures are of valid visits alone; those that failed or are not valid are counted
 * and named.
 *
 * @param cell the cell's key
 * @param coordinates its value on each axis, in the order of the axes
 * @param definition what was measured, see {@link CellDefinition}; empty in what an earlier version wrote
 * @param unitOfWork what its workload counts; empty before its first visit
 * @param plannedRounds how many rounds there are to be
 * @param validRounds rounds with a valid visit
 * @param invalidVisits visits whose figures may not be used, repeated ones included
 * @param failedVisits visits that did not come to their end, repeated ones included
 * @param figures by their names in {@link VisitDigest#figures}; of {@link Metrics#OF_EACH_CELL} and those that the
 *     suite asks something of, such that all valid visits have; none of a {@link #mixture}
 * @param latencies by what was timed; those from one member to another only where all valid visits have them, right
 *     within the figure {@link VisitDigest#LATENCY_ERROR_MICROS}; none of a {@link #mixture}
 * @param bottlenecks what was the bottleneck of how many valid visits
 * @param findings how often what was found, valid or not
 * @param environmentHashes of its valid visits; more than one where hosts or JVMs changed from visit to visit
 * @param stackHashes of its valid visits; more than one where somebody changed the file or the ConfigMap of its stack
 *     from visit to visit
 * @param runs the names of its visits' runs, in the order of rounds and attempts
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CellResult(
        String cell,
        Map<String, String> coordinates,
        Map<String, String> definition,
        Optional<String> unitOfWork,
        int plannedRounds,
        int validRounds,
        int invalidVisits,
        int failedVisits,
        Map<String, FigureSummary> figures,
        Map<String, LatencySummary> latencies,
        Map<BottleneckType, Integer> bottlenecks,
        Map<String, Integer> findings,
        Set<String> environmentHashes,
        Set<String> stackHashes,
        List<VisitRun> runs) {
    /** Refuses nulls and copies the collections. */
    public CellResult {
        Objects.requireNonNull(cell, "cell");
        coordinates = Collections.unmodifiableMap(new LinkedHashMap<>(coordinates));
        definition = definition == null ? Map.of() : Collections.unmodifiableMap(CellDefinition.completed(definition));
        unitOfWork = unitOfWork == null ? Optional.empty() : unitOfWork;
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        latencies = Collections.unmodifiableMap(new TreeMap<>(latencies));
        bottlenecks = Collections.unmodifiableMap(new TreeMap<>(bottlenecks));
        findings = Collections.unmodifiableMap(new TreeMap<>(findings));
        environmentHashes = Collections.unmodifiableSet(new TreeSet<>(environmentHashes));
        stackHashes = stackHashes == null ? Set.of() : Collections.unmodifiableSet(new TreeSet<>(stackHashes));
        runs = List.copyOf(runs);
    }

    /**
     * One visit.
     *
     * @param run the name of its run
     * @param round from 1
     * @param attempt from 1
     * @param outcome what it came to
     * @param why in one sentence why it is not valid; empty where it is
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record VisitRun(String run, int round, int attempt, VisitOutcome outcome, Optional<String> why) {

        /** Refuses nulls; what may be absent in JSON is empty. */
        public VisitRun {
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(outcome, "outcome");
            why = why == null ? Optional.empty() : why;
        }

        static VisitRun of(VisitDigest digest) {
            Optional<String> why = digest.outcome() == VisitOutcome.VALID
                    ? Optional.empty()
                    : digest.failure()
                            .map(failure -> failure.reason() + ": " + failure.message())
                            .or(() -> digest.findings().stream()
                                    .findFirst()
                                    .map(finding -> finding.reason().label() + ": " + finding.evidence()));
            return new VisitRun(
                    digest.run(), digest.visit().round(), digest.visit().attempt(), digest.outcome(), why);
        }
    }

    /**
     * Sums up a cell.
     *
     * @param figures the names of those that are summed up
     * @param digests those of its visits, in any order
     */
    static CellResult of(Cell cell, int plannedRounds, Set<String> figures, List<VisitDigest> digests) {
        List<VisitDigest> inOrder = digests.stream()
                .sorted(Comparator.comparingInt(
                                (VisitDigest digest) -> digest.visit().round())
                        .thenComparingInt(digest -> digest.visit().attempt()))
                .toList();
        List<VisitDigest> valid = inOrder.stream()
                .filter(digest -> digest.outcome() == VisitOutcome.VALID)
                .toList();
        Set<String> stackHashes = valid.stream()
                .flatMap(digest -> digest.stackHash().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<VisitDigest> summedUp = mixture(stackHashes).isPresent() ? List.of() : valid;
        return CellResultBuilder.builder()
                .cell(cell.key())
                .coordinates(cell.coordinates())
                .definition(SuiteJson.definition(cell))
                .unitOfWork(inOrder.stream().map(VisitDigest::unitOfWork).findFirst())
                .plannedRounds(plannedRounds)
                .validRounds(valid.size())
                .invalidVisits(count(inOrder, VisitOutcome.INVALID))
                .failedVisits(count(inOrder, VisitOutcome.FAILED))
                .figures(figures(figures, summedUp))
                .latencies(latencies(summedUp))
                .bottlenecks(counted(valid.stream()
                        .flatMap(digest -> digest.bottleneck().stream())
                        .map(VisitDigest.Bottleneck::type)
                        .toList()))
                .findings(counted(inOrder.stream()
                        .flatMap(digest -> digest.findings().stream()
                                .map(finding -> finding.reason().label())
                                .distinct())
                        .toList()))
                .environmentHashes(new TreeSet<>(valid.stream()
                        .flatMap(digest -> digest.environmentHash().stream())
                        .toList()))
                .stackHashes(stackHashes)
                .runs(inOrder.stream().map(VisitRun::of).toList())
                .build();
    }

    private static int count(List<VisitDigest> digests, VisitOutcome outcome) {
        return (int)
                digests.stream().filter(digest -> digest.outcome() == outcome).count();
    }

    private static <T extends Comparable<T>> Map<T, Integer> counted(List<T> words) {
        Map<T, Integer> counts = new TreeMap<>();
        words.forEach(word -> counts.merge(word, 1, Integer::sum));
        return counts;
    }

    private static Map<String, FigureSummary> figures(Set<String> names, List<VisitDigest> valid) {
        Map<String, FigureSummary> all = new LinkedHashMap<>();
        for (String name : names) {
            List<RoundValue> values = new ArrayList<>();
            valid.stream()
                    .filter(digest -> digest.figures().containsKey(name))
                    .forEach(digest -> values.add(new RoundValue(
                            digest.visit().round(), digest.figures().get(name))));
            if (!values.isEmpty() && values.size() == valid.size()) {
                all.put(name, FigureSummary.of(values));
            }
        }
        return all;
    }

    private static Map<String, LatencySummary> latencies(List<VisitDigest> valid) {
        Set<String> timed = new TreeSet<>();
        valid.forEach(digest -> timed.addAll(digest.histograms().keySet()));
        Map<String, LatencySummary> all = new TreeMap<>();
        timed.stream()
                .filter(what -> isKnownOfAllRounds(what, valid))
                .forEach(what -> LatencySummary.of(valid, what).ifPresent(summary -> all.put(what, summary)));
        return all;
    }

    /**
     * If the clocks' error is large, rounds with short times have no delivery. Without those rounds the cell's
     * percentiles would be too long.
     */
    private static boolean isKnownOfAllRounds(String timed, List<VisitDigest> valid) {
        return !timed.equals(OneWayLatency.DELIVERY)
                || valid.stream().allMatch(digest -> digest.histograms().containsKey(timed));
    }

    /**
     * Why its figures are not of one thing.
     *
     * @return empty where its stack was the same in all visits
     */
    public Optional<String> mixture() {
        return mixture(stackHashes);
    }

    /** The same of visits whose stacks have these hashes. */
    public static Optional<String> mixture(Set<String> stackHashes) {
        return stackHashes.size() <= 1
                ? Optional.empty()
                : Optional.of("its stack changed from visit to visit (stacks " + String.join(", ", stackHashes) + ")");
    }

    /** Whether each round that was visited has a valid visit. */
    public boolean hasAllVisitedRounds() {
        return validRounds == runs.stream().map(VisitRun::round).distinct().count();
    }

    /** Whether each planned round has a valid visit. */
    public boolean hasAllRounds() {
        return validRounds >= plannedRounds;
    }
}
