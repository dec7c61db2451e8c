package io.jgbench.report.stored;

import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.Difference;
import io.jgbench.coordination.difference.RunDifferences;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.statistics.Representative;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What full results tell of a suite beyond its digests. A result can have megabytes, so a few are read alone, one after
 * the other.
 *
 * @param changes in what environments differ from the first one
 * @param visits of cells in which something was lost or failed, the visit that stands for the cell
 * @param unreadable why full results that would tell more cannot be read, one sentence each
 */
public record SuiteDetails(List<EnvironmentChange> changes, List<Visit> visits, List<String> unreadable) {
    /** Nothing but digests is there. */
    public static final SuiteDetails NONE = new SuiteDetails(List.of(), List.of(), List.of());

    /** Each takes two full results to be read. */
    private static final int MOST_CHANGES = 8;

    /** Each has matrices of all members. */
    private static final int MOST_VISITS = 4;

    private static final int MOST_TRIED = 12;

    /** What a matrix of members, a pre-flight or the members' starts can explain. */
    private static final Set<ReasonWord> ABOUT_THE_NETWORK = Set.of(
            Reason.UNREACHABLE,
            Reason.MULTICAST_BLOCKED,
            Reason.MTU_TOO_SMALL,
            Reason.FRAGMENTS_BLOCKED,
            Reason.PACKETS_LOST,
            Reason.PACKETS_DUPLICATED,
            Reason.MESSAGES_MISSING,
            Reason.MTU_BLACK_HOLE,
            Reason.SKEW_ABOVE_LIMIT,
            Reason.LINK_ERRORS,
            Reason.RECEIVE_DROPS,
            Reason.SEND_DROPS,
            Reason.STACK_DROPS,
            Reason.SWITCH_DROPS,
            Reason.RETRANSMISSIONS,
            Reason.FLOW_CONTROL_BLOCKED);

    /** Copies the lists. */
    public SuiteDetails {
        changes = List.copyOf(changes);
        visits = List.copyOf(visits);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * An environment beside the one of the suite's first visit.
     *
     * @param hash its hash
     * @param run a run that was made in it
     * @param firstRun the first run of the suite
     * @param differences what is not the same
     */
    public record EnvironmentChange(String hash, String run, String firstRun, List<Difference> differences) {

        /** Copies the list. */
        public EnvironmentChange {
            differences = List.copyOf(differences);
        }
    }

    /**
     * A visit.
     *
     * @param digest what is kept of it
     * @param result all of it
     */
    public record Visit(VisitDigest digest, RunResult result) {}

    /**
     * Reads as many full results as it takes. One that cannot be read costs the suite what it alone tells.
     *
     * @param digests in the order in which the visits began
     */
    public static SuiteDetails of(List<VisitDigest> digests, FullResults results) {
        var readings = new Readings(results);
        return new SuiteDetails(changes(digests, readings), visits(digests, readings), readings.failures());
    }

    /** What is read of full results, and why some cannot be. */
    private static final class Readings {
        private final FullResults results;
        private final Set<String> failures = new LinkedHashSet<>();

        Readings(FullResults results) {
            this.results = results;
        }

        /** Reads a part of a full result. */
        private interface Part<T> {
            T of(StoredResult result) throws StoredResultException;
        }

        <T> Optional<T> read(VisitDigest visit, Part<T> part) {
            try {
                Optional<StoredResult> stored = results.of(visit);
                return stored.isPresent() ? Optional.of(part.of(stored.get())) : Optional.empty();
            } catch (StoredResultException e) {
                failures.add(e.getMessage());
                return Optional.empty();
            }
        }

        List<String> failures() {
            return List.copyOf(failures);
        }
    }

    private static List<EnvironmentChange> changes(List<VisitDigest> digests, Readings readings) {
        Map<String, VisitDigest> firsts = new LinkedHashMap<>();
        digests.forEach(digest -> digest.environmentHash().ifPresent(hash -> firsts.putIfAbsent(hash, digest)));
        if (firsts.size() < 2) {
            return List.of();
        }
        VisitDigest firstVisit = firsts.values().iterator().next();
        Optional<ComparedRun> first = readings.read(firstVisit, StoredResult::compared);
        if (first.isEmpty()) {
            return List.of();
        }
        List<EnvironmentChange> changes = new ArrayList<>();
        firsts.entrySet().stream()
                .skip(1)
                .limit(MOST_CHANGES)
                .forEach(environment -> readings.read(environment.getValue(), StoredResult::compared)
                        .ifPresent(other -> changes.add(new EnvironmentChange(
                                environment.getKey(),
                                environment.getValue().run(),
                                firstVisit.run(),
                                RunDifferences.between(first.get(), other).environment()))));
        return changes;
    }

    private static List<Visit> visits(List<VisitDigest> digests, Readings readings) {
        return digests.stream()
                .collect(Collectors.groupingBy(VisitDigest::cell, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(SuiteDetails::representative)
                .filter(SuiteDetails::tellsOfTheNetwork)
                .sorted(Comparator.comparing((VisitDigest digest) -> digest.outcome() == VisitOutcome.VALID))
                .limit(MOST_TRIED)
                .flatMap(digest -> readings
                        .read(digest, stored -> stored.results().representative())
                        .map(result -> new Visit(digest, result))
                        .stream())
                .limit(MOST_VISITS)
                .toList();
    }

    private static VisitDigest representative(List<VisitDigest> ofCell) {
        return Representative.of(
                ofCell,
                digest -> !digest.figures().isEmpty(),
                ofCell.stream()
                        .filter(digest -> digest.outcome() == VisitOutcome.VALID)
                        .toList(),
                digest -> digest.figures().getOrDefault(VisitDigest.UNITS_PER_SECOND, 0.0));
    }

    private static boolean tellsOfTheNetwork(VisitDigest digest) {
        return digest.failure().isPresent()
                || digest.findings().stream().anyMatch(finding -> ABOUT_THE_NETWORK.contains(finding.reason()));
    }
}
