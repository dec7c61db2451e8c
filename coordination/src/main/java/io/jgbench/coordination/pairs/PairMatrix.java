package io.jgbench.coordination.pairs;

import io.jgbench.coordination.pairs.LossUnit.Cell;
import io.jgbench.coordination.protocol.Counters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ways between members of which something is known, in the order of the members.
 *
 * @param worst all of them, or of many members those on which most was lost, and where as much was lost those that
 *     were waited for the longest
 * @param leftOut how many more there are
 */
public record PairMatrix(List<Pair> worst, int leftOut) {
    /** All ways between 16 members. */
    static final int MOST = 240;

    /** Copies the list. */
    public PairMatrix {
        worst = List.copyOf(worst);
    }

    /**
     * Of what each member counted, all ways.
     *
     * @param members their names, in the order of the members
     * @param counters what each counted, by its name; see {@link Counters}
     */
    public static PairMatrix of(List<String> members, Map<String, Map<String, Long>> counters) {
        var pairs = new ArrayList<Pair>();
        for (String from : members) {
            Map<String, Long> sender = counters.getOrDefault(from, Map.of());
            for (String to : members) {
                if (!to.equals(from)) {
                    Pair pair = pair(from, to, sender, counters.getOrDefault(to, Map.of()));
                    if (pair.isKnown()) {
                        pairs.add(pair);
                    }
                }
            }
        }
        return new PairMatrix(pairs, 0);
    }

    /** What counted nothing is not reported, so that it is known only beside what there was to count. */
    private static Pair pair(String from, String to, Map<String, Long> sender, Map<String, Long> receiver) {
        Optional<Long> messages = Optional.ofNullable(receiver.get(Counters.MESSAGES_FROM + from));
        Optional<Long> segments = Optional.ofNullable(sender.get(Counters.TCP_SEGMENTS_TO + to));
        return new Pair(
                from,
                to,
                messages,
                messages.map(_ -> receiver.getOrDefault(Counters.MISSED_FROM + from, 0L)),
                segments,
                segments.map(_ -> sender.getOrDefault(Counters.TCP_RESENT_TO + to, 0L)),
                segments.map(_ -> sender.getOrDefault(Counters.TCP_NEEDLESSLY_RESENT_TO + to, 0L)),
                Optional.ofNullable(sender.get(Counters.WAITED_FOR_NANOS + to)),
                segments.map(_ -> sender.getOrDefault(Counters.TCP_WAITED_FOR_NANOS + to, 0L)));
    }

    /** The same with the {@value #MOST} worst ways only. */
    public PairMatrix bounded() {
        if (worst.size() <= MOST) {
            return this;
        }
        Set<Pair> kept = worst.stream()
                .sorted(Comparator.comparingLong(Pair::lost)
                        .thenComparingLong(Pair::waitedNanos)
                        .reversed())
                .limit(MOST)
                .collect(Collectors.toSet());
        return new PairMatrix(worst.stream().filter(kept::contains).toList(), leftOut + worst.size() - kept.size());
    }

    /** Where messages or TCP segments were lost, whichever of the two lost the greater part; empty if neither did. */
    public Optional<LossPlace> losses() {
        return List.of(LossUnit.MESSAGES, LossUnit.SEGMENTS).stream()
                .flatMap(unit -> LossPlace.of(unit, unit.cells(worst)).stream())
                .max(Comparator.comparing(LossPlace::isEnoughToTell).thenComparingDouble(LossPlace::share));
    }

    /**
     * The ways out of each member whose messages all others miss, two or more.
     *
     * @param leastShare lost of what was sent to each, more than 0
     */
    public List<LossPlace> messagesMissedByAll(double leastShare) {
        return LossPlace.outOfEachMissedByAll(LossUnit.MESSAGES, LossUnit.MESSAGES.cells(worst), leastShare);
    }

    /** Whether each of these misses messages of several others, {@value LossPlace#LEAST_LOST} or more in all. */
    public boolean missMessagesOfSeveral(Collection<String> receivers) {
        Map<String, List<Cell>> ways = LossUnit.MESSAGES.cells(worst).stream().collect(Collectors.groupingBy(Cell::to));
        return receivers.stream()
                .allMatch(receiver -> LossPlace.isOfSeveralSenders(ways.getOrDefault(receiver, List.of())));
    }

    /** Whether it is known what was lost, be it nothing. */
    public boolean knowsLosses() {
        return worst.stream()
                .anyMatch(pair ->
                        pair.messages().isPresent() || pair.tcpSegments().isPresent());
    }

    /** Whether the kernels reported the TCP connections between all members. */
    public boolean knowsAllSegments(int members) {
        return worst.stream().filter(pair -> pair.tcpSegments().isPresent()).count() == (long) members * (members - 1);
    }

    /** Whose credits most others waited for. */
    public Optional<Awaited> awaitedForCredits() {
        return Awaited.of(worst, pair -> pair.creditWaitNanos().orElse(0L));
    }

    /** Whose TCP most others waited for. */
    public Optional<Awaited> awaitedForRoom() {
        return Awaited.of(worst, pair -> pair.tcpWaitNanos().orElse(0L));
    }
}
