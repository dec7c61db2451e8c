package io.jgbench.operator.suite;

import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitObservation.Kept;
import io.jgbench.coordination.suite.VisitRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The visits of a suite whose digests are stored.
 *
 * @param visits in the order in which they were made
 * @param bytes what the digests take in each ConfigMap, by its number
 */
record KeptVisits(List<KeptVisit> visits, SortedMap<Integer, Long> bytes) {
    static final KeptVisits NONE = new KeptVisits(List.of(), new TreeMap<>());

    KeptVisits {
        visits = List.copyOf(visits);
        bytes = Collections.unmodifiableSortedMap(new TreeMap<>(bytes));
    }

    /** With one more visit, whose digest has this number of bytes in that ConfigMap. */
    KeptVisits with(KeptVisit visit, int map, long size) {
        List<KeptVisit> more = new ArrayList<>(visits);
        more.removeIf(known -> known.visit().equals(visit.visit()));
        more.add(visit);
        return new KeptVisits(more, withBytes(map, size));
    }

    /** Those of a list, with what they take. */
    static KeptVisits of(List<KeptVisit> visits, SortedMap<Integer, Long> bytes) {
        return new KeptVisits(
                visits.stream().sorted(Comparator.comparing(KeptVisit::start)).toList(), bytes);
    }

    private SortedMap<Integer, Long> withBytes(int map, long size) {
        SortedMap<Integer, Long> more = new TreeMap<>(bytes);
        more.merge(map, size, Long::sum);
        return more;
    }

    /** The number of the ConfigMap that has room for this number of bytes: the last one, or a new one. */
    int mapFor(long size, long budget) {
        if (bytes.isEmpty()) {
            return 0;
        }
        int last = bytes.lastKey();
        return bytes.get(last) + size <= budget ? last : last + 1;
    }

    /** What the digest of a visit says, if it is stored. */
    Optional<Kept> of(VisitId visit) {
        return visits.stream()
                .filter(known -> known.visit().equals(visit))
                .findFirst()
                .map(known -> new Kept(known.record().outcome(), known.record().durationNanos()));
    }

    /** Those of the rounds that a suite has now: there may have been more. */
    List<KeptVisit> ofRounds(int rounds) {
        return visits.stream().filter(known -> known.visit().round() <= rounds).toList();
    }

    /** The same for the machine. */
    List<VisitRecord> records() {
        return visits.stream().map(KeptVisit::record).toList();
    }

    long totalBytes() {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }
}
