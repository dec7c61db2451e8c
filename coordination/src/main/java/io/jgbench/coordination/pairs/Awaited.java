package io.jgbench.coordination.pairs;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The member that most others wait for, or several of which each is waited for like that.
 *
 * @param members their names, of the one that is waited for the longest first
 * @param share its part of the time that the other members waited for another member than themselves
 */
public record Awaited(List<String> members, double share) {
    /** The least share of the others' waiting time, of the one that is waited for the longest. */
    static final double DOMINATES = 0.6;

    /** The least multiple of the share that each member would have if all were waited for alike, of any of them. */
    static final double TIMES_EVEN = 1.5;

    /** Part of the largest share. If two members are equally slow, chance decides which one is waited for longer. */
    static final double ALIKE = 2.0 / 3;

    /** Refuses none, and copies the list. */
    public Awaited {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("members must not be empty");
        }
    }

    private record Share(String member, double share) {}

    /** The one that is waited for the longest. */
    public String member() {
        return members.getFirst();
    }

    /** Empty with fewer than three members: with two, each can wait for one only. */
    static Optional<Awaited> of(List<Pair> pairs, ToLongFunction<Pair> waitedNanos) {
        Set<String> members = new HashSet<>();
        pairs.forEach(pair -> {
            members.add(pair.from());
            members.add(pair.to());
        });
        int others = members.size() - 1;
        if (others < 2) {
            return Optional.empty();
        }
        double uneven = TIMES_EVEN / others;
        List<Share> shares = members.stream()
                .map(member -> of(member, pairs, waitedNanos))
                .filter(share -> share.share() >= uneven)
                .sorted(Comparator.comparingDouble(Share::share)
                        .thenComparing(Share::member)
                        .reversed())
                .toList();
        return shares.stream()
                .findFirst()
                .filter(most -> most.share() >= DOMINATES)
                .map(most -> new Awaited(
                        shares.stream()
                                .filter(share -> share.share() >= ALIKE * most.share())
                                .map(Share::member)
                                .toList(),
                        most.share()));
    }

    /** What it waits for itself does not count: who is slow waits for others as well, for what it gets late. */
    private static Share of(String member, List<Pair> pairs, ToLongFunction<Pair> waitedNanos) {
        double forIt = 0;
        double forAll = 0;
        for (Pair pair : pairs) {
            if (!pair.from().equals(member)) {
                long waited = waitedNanos.applyAsLong(pair);
                forAll += waited;
                forIt += pair.to().equals(member) ? waited : 0;
            }
        }
        return new Share(member, forAll == 0 ? 0 : forIt / forAll);
    }
}
