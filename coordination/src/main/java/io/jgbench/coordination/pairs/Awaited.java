package io.jgbench.coordination.pairs;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The member that most others wait for.
 *
 * @param member its name
 * @param share its part of the time that the other members waited for another member than themselves
 */
public record Awaited(String member, double share) {
    /** The least share of the others' waiting time. */
    static final double DOMINATES = 0.6;

    /** The least multiple of the share that each member would have if all were waited for alike. */
    static final double TIMES_EVEN = 1.5;

    /** Empty with fewer than three members: with two, each can wait for one only. */
    static Optional<Awaited> of(List<Pair> pairs, ToLongFunction<Pair> waitedNanos) {
        Set<String> members = new HashSet<>();
        pairs.forEach(pair -> {
            members.add(pair.from());
            members.add(pair.to());
        });
        int others = members.size() - 1;
        return others < 2
                ? Optional.empty()
                : members.stream()
                        .map(member -> of(member, pairs, waitedNanos))
                        .max(Comparator.comparingDouble(Awaited::share).thenComparing(Awaited::member))
                        .filter(most -> most.share() >= Math.max(DOMINATES, TIMES_EVEN / others));
    }

    /** What it waits for itself does not count: who is slow waits for others as well, for what it gets late. */
    private static Awaited of(String member, List<Pair> pairs, ToLongFunction<Pair> waitedNanos) {
        double forIt = 0;
        double forAll = 0;
        for (Pair pair : pairs) {
            if (!pair.from().equals(member)) {
                long waited = waitedNanos.applyAsLong(pair);
                forAll += waited;
                forIt += pair.to().equals(member) ? waited : 0;
            }
        }
        return new Awaited(member, forAll == 0 ? 0 : forIt / forAll);
    }
}
