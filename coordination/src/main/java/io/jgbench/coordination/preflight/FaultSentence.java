package io.jgbench.coordination.preflight;

import io.jgbench.coordination.preflight.PreflightJudge.PathFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names the pairs of a fault: the member, where they are all pairs into it or out of it, and else each of them. */
final class FaultSentence {
    private static final int MOST_NAMED = 12;
    private static final int MOST_MEMBERS_NAMED = 24;

    /** Two pairs are named each: one sentence for both would be no shorter. */
    private static final int FEW = 2;

    private FaultSentence() {}

    /** All pairs into a member, or out of it. */
    private record OfOneMember(int member, String text) {}

    /**
     * One sentence.
     *
     * @param names the members' names, by index
     * @param members how many members were probed
     * @param faults all of one kind, at least one
     */
    static String of(List<String> names, int members, List<PathFault> faults) {
        var where = faults.size() <= FEW ? each(names, faults) : together(names, members, faults);
        var example = faults.getFirst();
        boolean isOne = faults.stream().map(PathFault::detail).distinct().count() == 1;
        String detail = isOne ? example.detail() : example.detail() + " (" + pair(names, example) + ")";
        return String.join(", ", where) + ": " + detail + ".";
    }

    private static List<String> each(List<String> names, List<PathFault> faults) {
        return faults.stream().map(fault -> pair(names, fault)).toList();
    }

    private static List<String> together(List<String> names, int members, List<PathFault> faults) {
        if (faults.size() == members * (members - 1)) {
            return List.of("between all " + members + " members");
        }
        Map<Integer, Integer> into = new HashMap<>();
        Map<Integer, Integer> outOf = new HashMap<>();
        for (var fault : faults) {
            into.merge(fault.path().to(), 1, Integer::sum);
            outOf.merge(fault.path().from(), 1, Integer::sum);
        }
        List<OfOneMember> ofMembers = new ArrayList<>();
        List<PathFault> left = new ArrayList<>();
        int others = members - 1;
        into.forEach((to, count) -> {
            if (count == others) {
                ofMembers.add(new OfOneMember(to, "from all others to " + names.get(to)));
            }
        });
        outOf.forEach((from, count) -> {
            if (count == others) {
                ofMembers.add(new OfOneMember(from, "from " + names.get(from) + " to all others"));
            }
        });
        for (var fault : faults) {
            if (into.get(fault.path().to()) != others && outOf.get(fault.path().from()) != others) {
                left.add(fault);
            }
        }
        List<String> where = new ArrayList<>();
        ofMembers.stream().limit(MOST_MEMBERS_NAMED).map(OfOneMember::text).forEach(where::add);
        long unnamed = ofMembers.stream()
                .skip(MOST_MEMBERS_NAMED)
                .map(OfOneMember::member)
                .distinct()
                .count();
        if (unnamed > 0) {
            where.add("and all into or out of " + unnamed + (unnamed == 1 ? " member more" : " members more"));
        }
        left.stream().limit(MOST_NAMED).forEach(fault -> where.add(pair(names, fault)));
        if (left.size() > MOST_NAMED) {
            int more = left.size() - MOST_NAMED;
            where.add("and " + more + (more == 1 ? " pair more" : " pairs more"));
        }
        return where;
    }

    private static String pair(List<String> names, PathFault fault) {
        return names.get(fault.path().from()) + " to " + names.get(fault.path().to());
    }
}
