package io.jgbench.perftest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The reports received so far, and what others have said of theirs. Not safe for threads: the group's monitor guards
 * it.
 */
final class CollectedReports {
    private final Map<String, ReportParts> reports = new HashMap<>();
    private final Map<String, Set<String>> lacking = new HashMap<>();
    private final Set<String> haveAll = new HashSet<>();

    void add(GroupMessage.ReportPart part) {
        reports.computeIfAbsent(part.from(), _ -> new ReportParts(part.parts())).add(part);
    }

    void add(GroupMessage.Receipt receipt) {
        lacking.put(receipt.from(), Set.copyOf(receipt.missing()));
        if (receipt.missing().isEmpty()) {
            haveAll.add(receipt.from());
        }
    }

    /** Whether a member's report has come as a whole. */
    boolean has(String member) {
        return reports.containsKey(member) && reports.get(member).complete();
    }

    /** A report as it was sent. */
    byte[] bytes(String member) {
        return reports.get(member).bytes();
    }

    /** Whether a member has said ever that it has all reports. */
    boolean hasAll(String member) {
        return haveAll.contains(member);
    }

    /** Whether a member may lack the report of another one: it said so last, or has said nothing yet. */
    boolean mayLack(String member, String other) {
        return !lacking.containsKey(member) || lacking.get(member).contains(other);
    }
}
