package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All that a suite's controller has to remember. It is replaced by each step, never changed, and can be stored as JSON.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param phase how the suite stands
 * @param current the visit that is under way; its run may not have been started yet, and may be over
 * @param currentSinceEpochNanos since when, on the controller's clock; 0 where none is
 * @param visits those whose digests are stored, in the order in which they were made
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SuiteStatus(
        int schemaVersion,
        SuitePhase phase,
        Optional<VisitId> current,
        long currentSinceEpochNanos,
        List<VisitRecord> visits) {
    /** The version of this record as JSON; another one is not read. */
    public static final int SCHEMA_VERSION = 1;

    /** Refuses nulls and copies the list. */
    public SuiteStatus {
        Objects.requireNonNull(phase, "phase");
        current = current == null ? Optional.empty() : current;
        visits = List.copyOf(visits);
    }

    /** The status that a suite begins with. */
    public static SuiteStatus pending() {
        return new SuiteStatus(SCHEMA_VERSION, SuitePhase.PENDING, Optional.empty(), 0, List.of());
    }

    /** With no visit under way. */
    SuiteStatus idle(SuitePhase next) {
        return new SuiteStatus(SCHEMA_VERSION, next, Optional.empty(), 0, visits);
    }

    /** The same once a visit has begun. */
    public SuiteStatus begun(VisitId visit, long nowEpochNanos) {
        return new SuiteStatus(SCHEMA_VERSION, SuitePhase.RUNNING, Optional.of(visit), nowEpochNanos, visits);
    }

    /** The same with what a visit came to. */
    public SuiteStatus recorded(VisitRecord visit) {
        List<VisitRecord> more = new ArrayList<>(visits);
        more.add(visit);
        return new SuiteStatus(SCHEMA_VERSION, phase, Optional.empty(), 0, more);
    }

    /**
     * Drops visits whose digests are lost, so that they are made again.
     *
     * @param isKept whether the digest of the run of that name is still there
     * @param suite the suite's name
     */
    public SuiteStatus onlyVisits(Predicate<String> isKept, String suite) {
        return new SuiteStatus(
                SCHEMA_VERSION,
                phase,
                current,
                currentSinceEpochNanos,
                visits.stream()
                        .filter(made -> isKept.test(made.visit().runName(suite)))
                        .toList());
    }

    /**
     * Adds visits that have a stored digest but are missing in this status. That happens if the status was lost, or is
     * older than the digests.
     *
     * @param digests all that are stored, in any order; those of no cell of the suite are passed over
     */
    public SuiteStatus withVisitsOf(SuiteSpec spec, List<VisitDigest> digests) {
        Set<VisitId> known = visits.stream().map(VisitRecord::visit).collect(Collectors.toSet());
        current.ifPresent(known::add);
        List<VisitRecord> all = new ArrayList<>(visits);
        digests.stream()
                .filter(digest -> spec.whyNotOf(digest).isEmpty() && !known.contains(digest.visit()))
                .sorted(Comparator.comparing(VisitDigest::completionTime))
                .map(VisitRecord::of)
                .forEach(all::add);
        return new SuiteStatus(SCHEMA_VERSION, phase, current, currentSinceEpochNanos, all);
    }

    /** The last attempt of each cell and round, with the identity of the first attempt as the key. */
    Map<VisitId, VisitRecord> lastAttempts() {
        Map<VisitId, VisitRecord> last = new HashMap<>();
        visits.forEach(made -> last.merge(
                VisitId.first(made.visit().cell(), made.visit().round()),
                made,
                (one, other) -> one.visit().attempt() > other.visit().attempt() ? one : other));
        return last;
    }

    /** How long the visits took, those that gave no valid figures included. */
    public long spentNanos() {
        return visits.stream().mapToLong(VisitRecord::durationNanos).sum();
    }
}
