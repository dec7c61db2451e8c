package io.jgbench.report;

import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.coordination.difference.Difference;
import io.jgbench.coordination.difference.RunDifferences;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
 */
public record SuiteDetails(List<EnvironmentChange> changes, List<Visit> visits) {
    /** Nothing but digests is there. */
    public static final SuiteDetails NONE = new SuiteDetails(List.of(), List.of());

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
     * Reads as many full results as it takes.
     *
     * @param digests in the order in which the visits began
     * @throws StoredResultException if one is there that cannot be read
     */
    public static SuiteDetails of(List<VisitDigest> digests, FullResults results) throws StoredResultException {
        return new SuiteDetails(changes(digests, results), visits(digests, results));
    }

    private static List<EnvironmentChange> changes(List<VisitDigest> digests, FullResults results)
            throws StoredResultException {
        Map<String, VisitDigest> firsts = new LinkedHashMap<>();
        digests.forEach(digest -> digest.environmentHash().ifPresent(hash -> firsts.putIfAbsent(hash, digest)));
        if (firsts.size() < 2) {
            return List.of();
        }
        VisitDigest firstVisit = firsts.values().iterator().next();
        Optional<StoredResult> first = results.of(firstVisit);
        if (first.isEmpty()) {
            return List.of();
        }
        Collection<String> hashes =
                firsts.keySet().stream().skip(1).limit(MOST_CHANGES).toList();
        List<EnvironmentChange> changes = new ArrayList<>();
        for (String hash : hashes) {
            Optional<StoredResult> other = results.of(firsts.get(hash));
            if (other.isPresent()) {
                var differences = RunDifferences.between(
                        first.get().compared(), other.get().compared());
                changes.add(new EnvironmentChange(
                        hash, firsts.get(hash).run(), firstVisit.run(), differences.environment()));
            }
        }
        return changes;
    }

    private static List<Visit> visits(List<VisitDigest> digests, FullResults results) throws StoredResultException {
        List<VisitDigest> candidates = digests.stream()
                .collect(Collectors.groupingBy(VisitDigest::cell, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(SuiteDetails::representative)
                .filter(SuiteDetails::tellsOfTheNetwork)
                .sorted(Comparator.comparing((VisitDigest digest) -> digest.outcome() == VisitOutcome.VALID))
                .limit(MOST_TRIED)
                .toList();
        List<Visit> visits = new ArrayList<>();
        for (VisitDigest digest : candidates) {
            Optional<StoredResult> stored = visits.size() < MOST_VISITS ? results.of(digest) : Optional.empty();
            if (stored.isPresent()) {
                visits.add(new Visit(digest, stored.get().results().representative()));
            }
        }
        return visits;
    }

    /** The valid visit of the median rate; the last visit where none is valid. */
    private static VisitDigest representative(List<VisitDigest> ofCell) {
        List<VisitDigest> valid = ofCell.stream()
                .filter(digest -> digest.outcome() == VisitOutcome.VALID)
                .sorted(Comparator.comparingDouble(
                        digest -> digest.figures().getOrDefault(VisitDigest.UNITS_PER_SECOND, 0.0)))
                .toList();
        return valid.isEmpty() ? ofCell.getLast() : valid.get((valid.size() - 1) / 2);
    }

    private static boolean tellsOfTheNetwork(VisitDigest digest) {
        return digest.failure().isPresent()
                || digest.findings().stream().anyMatch(finding -> ABOUT_THE_NETWORK.contains(finding.reason()));
    }
}
