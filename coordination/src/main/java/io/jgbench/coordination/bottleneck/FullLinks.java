package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Links that are full. */
record FullLinks(RunLoad run) {
    /** A link that carries so much of its line rate is full: the start and the end are counted as well. */
    static final double FULL = 0.85;

    /** Beside losses at the queue before it. */
    static final double NEARLY_FULL = 0.6;

    Optional<Bottleneck> wire() {
        List<Direction> full = run.members().stream()
                .flatMap(FullLinks::fullest)
                .filter(direction -> direction.share() >= FULL)
                .toList();
        return full.stream()
                .max(Comparator.comparingDouble(Direction::share))
                .map(fullest -> Bottleneck.limit(
                        BottleneckType.WIRE,
                        Optional.of(names(full.stream().map(Direction::member).toList())),
                        String.format(
                                Locale.ROOT,
                                "The link %s %s carried %s, %s of its %s%s: it is the wire. A faster link, or"
                                        + " fewer bytes on it, would give a higher rate.",
                                fullest.way(),
                                fullest.member().name(),
                                megabits(fullest.bitsPerSecond()),
                                percent(fullest.share()),
                                megabits(fullest.lineRate()),
                                full.size() > 1
                                        ? String.format(Locale.ROOT, ", and %d more links are as full", full.size() - 1)
                                        : "")));
    }

    /** A link whose queue overflows is full at times, as TCP finds a link's rate by losing on it. */
    Optional<Bottleneck> overflowingQueue() {
        return run.members().stream()
                .flatMap(FullLinks::inwards)
                .filter(direction -> direction.share() >= NEARLY_FULL
                        // the switch says that it dropped, so that segments out of order were lost
                        && direction.member().losses().lostShare(Long.MAX_VALUE) >= LossBounds.LOST
                        && direction.member().losses().switchPortDrops() > 0)
                .max(Comparator.comparingDouble(Direction::share))
                .map(direction -> Bottleneck.limit(
                        BottleneckType.WIRE,
                        Optional.of(direction.member().name()),
                        String.format(
                                Locale.ROOT,
                                "The link %s %s carried %s, %s of its %s, and its queue overflowed: the switch dropped"
                                        + " %,d frames. It is the wire. A faster link, or a deeper queue, would give a"
                                        + " higher rate.",
                                direction.way(),
                                direction.member().name(),
                                megabits(direction.bitsPerSecond()),
                                percent(direction.share()),
                                megabits(direction.lineRate()),
                                direction.member().losses().switchPortDrops())));
    }

    /** The direction of a member's link that carried more; none where its line rate is not known. */
    private static Stream<Direction> fullest(MemberLoad member) {
        return member.receivedBitsPerSecond() >= member.sentBitsPerSecond() ? inwards(member) : outwards(member);
    }

    /** A member's link towards it, where its line rate is known. */
    static Stream<Direction> inwards(MemberLoad member) {
        return member.lineRateBitsPerSecond().stream()
                .map(rate -> new Direction(member, "to", member.receivedBitsPerSecond(), rate));
    }

    private static Stream<Direction> outwards(MemberLoad member) {
        return member.lineRateBitsPerSecond().stream()
                .map(rate -> new Direction(member, "from", member.sentBitsPerSecond(), rate));
    }

    /**
     * What one direction of a link carried.
     *
     * @param member whose link it is
     * @param way to it or from it
     * @param bitsPerSecond what it carried
     * @param lineRate what it could have carried, in bits/s
     */
    record Direction(MemberLoad member, String way, double bitsPerSecond, double lineRate) {
        double share() {
            return bitsPerSecond / lineRate;
        }
    }
}
