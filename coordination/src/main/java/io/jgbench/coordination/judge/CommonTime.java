package io.jgbench.coordination.judge;

import io.jgbench.coordination.stalls.Stall;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The time in which all members stood still at once.
 *
 * @param fromNanos when it began first, since the members' begin
 * @param nanos how long all its parts took together
 * @param parts how many there are; between two of them at least one member received something
 */
record CommonTime(long fromNanos, long nanos, int parts) {
    private static final CommonTime NONE = new CommonTime(0, 0, 0);

    /** The begin (1) or the end (-1) of a member's stall. */
    private record Edge(long atNanos, String member, int step) {}

    /**
     * Of the stalls of several members, of each one or more; without a part if there is no such time.
     *
     * @param members how many members there are
     */
    static CommonTime of(List<Stall> stalls, int members) {
        Map<String, Integer> openStalls = new HashMap<>();
        CommonTime common = NONE;
        int standing = 0;
        long allStandSinceNanos = 0;
        for (Edge edge : edges(stalls)) {
            int before = openStalls.getOrDefault(edge.member(), 0);
            int after = before + edge.step();
            openStalls.put(edge.member(), after);
            if (before == 0) {
                standing++;
                allStandSinceNanos = edge.atNanos();
            } else if (after == 0) {
                common = standing == members ? common.and(allStandSinceNanos, edge.atNanos()) : common;
                standing--;
            }
        }
        return common;
    }

    /** In the order of time. At one instant begins come first: a member whose stalls touch stands still throughout. */
    private static List<Edge> edges(List<Stall> stalls) {
        return stalls.stream()
                .flatMap(stall -> Stream.of(
                        new Edge(stall.fromNanos(), stall.member(), 1), new Edge(stall.toNanos(), stall.member(), -1)))
                .sorted(Comparator.comparingLong(Edge::atNanos)
                        .thenComparing(Comparator.comparingInt(Edge::step).reversed()))
                .toList();
    }

    private CommonTime and(long partFromNanos, long partToNanos) {
        return partToNanos <= partFromNanos
                ? this
                : new CommonTime(
                        parts == 0 ? partFromNanos : fromNanos, nanos + partToNanos - partFromNanos, parts + 1);
    }
}
