package io.jgbench.coordination.pairs;

import io.jgbench.coordination.pairs.LossUnit.Cell;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where most was lost. What one receiver misses of several senders was lost on the way into it, what several miss of
 * one sender on the way out of it, before their ways part; what one misses of one only, though others get it and it
 * gets what others send, between these two. Too few to tell are just between members.
 *
 * @param way which of these
 * @param from the sender; empty where it is not one of them
 * @param to the receiver; empty where it is not one of them
 * @param unit what was lost
 * @param lost how much was lost on that way; on all ways where it is not one
 * @param sent of how much
 * @param parts each sender or receiver at the other end with how much of it was lost, the most first
 * @param elsewhere how much was lost on all other ways, as a share of what was sent there
 */
public record LossPlace(
        Way way,
        Optional<String> from,
        Optional<String> to,
        LossUnit unit,
        long lost,
        long sent,
        List<Part> parts,
        double elsewhere) {
    /**
     * Share of all losses. A way with this share is the place of the losses if it also loses more than all other ways.
     */
    static final double MOST_OF_ALL = 0.5;

    /** Least share of losses that counts. Healthy members lose up to 0.05 % on any way. */
    public static final double LEAST_SHARE = 0.001;

    /**
     * Share of all losses for a single way. Higher, because chance varies more on one way than on all ways of a member.
     */
    static final double ON_ONE_WAY = 0.8;

    /** Losses on one way cause some on others, as what is sent again crowds them out: less than a fifth of them. */
    static final double TIMES_ELSEWHERE = 5;

    /** Losses that would be seen on another way if it lost as much as the one that is judged. */
    static final double ENOUGH_TO_TELL = 10;

    /** A healthy run of some seconds shows a few losses, which may all be on one way by chance. */
    public static final long LEAST_LOST = 20;

    /** A sender's messages are many times the credits of those that only receive. */
    private static final int FEW_MESSAGES = 10;

    /** Fewer losses of one member may be a large share of the little that it is sent, by chance. */
    private static final long LEAST_TO_COUNT = 10;

    private static final int PARTS_NAMED = 4;

    /** Refuses nulls and copies the list. */
    public LossPlace {
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(unit, "unit");
        parts = List.copyOf(parts);
    }

    /** What the ways have in common. */
    public enum Way {
        /** One receiver. */
        INTO,
        /** One sender. */
        OUT_OF,
        /** One sender and one receiver. */
        BETWEEN,
        /** Nothing. */
        SEVERAL
    }

    /**
     * A member at the other end.
     *
     * @param member its name
     * @param lost how much was lost between the two
     */
    public record Part(String member, long lost) {}

    /** Empty where nothing was lost. */
    static Optional<LossPlace> of(LossUnit unit, List<Cell> cells) {
        long all = lost(cells);
        if (all == 0) {
            return Optional.empty();
        }
        if (all < LEAST_LOST) {
            return Optional.of(place(Way.SEVERAL, unit, cells, Optional.empty(), Optional.empty()));
        }
        Cell most = cells.stream().max(Comparator.comparingLong(Cell::lost)).orElseThrow();
        return pair(unit, cells, most)
                .filter(place -> place.dominates(cells))
                .or(() -> Stream.of(
                                into(unit, cells, most(cells, Cell::to)), outOf(unit, cells, most(cells, Cell::from)))
                        .filter(place -> place.dominates(cells))
                        .max(Comparator.comparingLong(LossPlace::lost)))
                .or(() -> Optional.of(place(Way.SEVERAL, unit, cells, Optional.empty(), Optional.empty())));
    }

    /**
     * The ways out of each sender whose messages all receivers miss, two or more: those were lost before their ways
     * part, whatever is lost elsewhere.
     *
     * @param leastShare lost of what was sent to each, more than 0
     */
    static List<LossPlace> outOfEachMissedByAll(LossUnit unit, List<Cell> cells, double leastShare) {
        return cells.stream()
                .map(Cell::from)
                .distinct()
                .filter(sender -> isMissedByAll(cells, sender, leastShare))
                .map(sender -> outOf(unit, cells, sender))
                .toList();
    }

    private static boolean isMissedByAll(List<Cell> cells, String sender, double leastShare) {
        List<Cell> ways =
                cells.stream().filter(cell -> cell.from().equals(sender)).toList();
        return ways.size() > 1 && ways.stream().allMatch(way -> way.share() >= leastShare);
    }

    /**
     * Whether a receiver misses what several senders sent to it. Their ways have only its link in common.
     *
     * @param ways all that lead to it
     */
    static boolean isOfSeveralSenders(List<Cell> ways) {
        return lost(ways) >= LEAST_LOST
                && ways.stream()
                        .max(Comparator.comparingLong(Cell::lost))
                        .filter(most -> Siblings.of(ways, most, _ -> true) == Siblings.LOSING)
                        .isPresent();
    }

    private boolean dominates(List<Cell> cells) {
        return lost >= MOST_OF_ALL * lost(cells)
                && share() >= Math.max(LEAST_SHARE, TIMES_ELSEWHERE * Math.max(elsewhere, worstOther(cells)));
    }

    /** Among many members the mean over all other ways hides a second link that loses as much. */
    private double worstOther(List<Cell> cells) {
        return switch (way) {
            case INTO -> worst(cells, Cell::to, to.orElseThrow());
            case OUT_OF -> worst(cells, Cell::from, from.orElseThrow());
            case BETWEEN, SEVERAL -> 0;
        };
    }

    private static double worst(List<Cell> cells, Function<Cell, String> end, String except) {
        return cells.stream()
                .filter(cell -> !end.apply(cell).equals(except))
                .collect(Collectors.groupingBy(end))
                .values()
                .stream()
                .filter(ways -> lost(ways) >= LEAST_TO_COUNT)
                .mapToDouble(LossPlace::ofAll)
                .max()
                .orElse(0);
    }

    /** Empty where others in its row or column lose as well. */
    private static Optional<LossPlace> pair(LossUnit unit, List<Cell> cells, Cell most) {
        Siblings ofSender = Siblings.of(cells, most, cell -> cell.from().equals(most.from()));
        Siblings ofReceiver = Siblings.of(cells, most, cell -> cell.to().equals(most.to()));
        if (most.lost() < ON_ONE_WAY * lost(cells)
                || ofSender == Siblings.LOSING
                || ofReceiver == Siblings.LOSING
                || losesSmallMessages(cells, most)) {
            return Optional.empty();
        }
        return Optional.of(
                ofSender == Siblings.CLEAN && ofReceiver == Siblings.TOO_FEW
                        ? into(unit, cells, most.to())
                        : place(Way.BETWEEN, unit, cells, Optional.of(most.from()), Optional.of(most.to())));
    }

    /**
     * Who sends no messages of its own sends credits and acknowledgements. Each takes one frame, where a datagram of
     * messages takes many and is lost with any of them: such ways are compared with those to other members.
     */
    private static boolean losesSmallMessages(List<Cell> cells, Cell most) {
        List<Cell> small = cells.stream()
                .filter(cell -> cell.to().equals(most.to()) && cell.sent() * FEW_MESSAGES < most.sent())
                .toList();
        List<Cell> elsewhere =
                cells.stream().filter(cell -> !cell.to().equals(most.to())).toList();
        return lost(small) >= LEAST_LOST && ofAll(small) >= Math.max(LEAST_SHARE, TIMES_ELSEWHERE * ofAll(elsewhere));
    }

    private static double ofAll(List<Cell> cells) {
        return share(lost(cells), sent(cells));
    }

    /** The other ways with the same sender, or with the same receiver. */
    private enum Siblings {
        /** They lose, too. */
        LOSING,
        /** They do not, though they carry enough. */
        CLEAN,
        /** They carry too little to tell. */
        TOO_FEW;

        private static Siblings of(List<Cell> cells, Cell most, Predicate<Cell> alike) {
            List<Cell> siblings = cells.stream()
                    .filter(alike)
                    .filter(cell -> !cell.equals(most))
                    .toList();
            double expected = sent(siblings) * most.share();
            if (lost(siblings) > expected / TIMES_ELSEWHERE && lost(siblings) > 0) {
                return LOSING;
            }
            return expected >= ENOUGH_TO_TELL ? CLEAN : TOO_FEW;
        }
    }

    private static LossPlace into(LossUnit unit, List<Cell> cells, String to) {
        return place(Way.INTO, unit, cells, Optional.empty(), Optional.of(to));
    }

    private static LossPlace outOf(LossUnit unit, List<Cell> cells, String from) {
        return place(Way.OUT_OF, unit, cells, Optional.of(from), Optional.empty());
    }

    private static LossPlace place(
            Way way, LossUnit unit, List<Cell> cells, Optional<String> from, Optional<String> to) {
        Predicate<Cell> isHere = cell -> from.map(cell.from()::equals).orElse(true)
                && to.map(cell.to()::equals).orElse(true);
        List<Cell> here = cells.stream().filter(isHere).toList();
        List<Cell> others = cells.stream().filter(isHere.negate()).toList();
        Function<Cell, String> otherEnd = way == Way.INTO ? Cell::from : Cell::to;
        return new LossPlace(
                way,
                from,
                to,
                unit,
                lost(here),
                sent(here),
                sums(here, otherEnd).entrySet().stream()
                        .filter(part -> part.getValue() > 0)
                        .sorted(Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .map(part -> new Part(part.getKey(), part.getValue()))
                        .toList(),
                ofAll(others));
    }

    private static String most(List<Cell> cells, Function<Cell, String> end) {
        return sums(cells, end).entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow()
                .getKey();
    }

    private static Map<String, Long> sums(List<Cell> cells, Function<Cell, String> end) {
        return cells.stream().collect(Collectors.groupingBy(end, Collectors.summingLong(Cell::lost)));
    }

    private static long lost(List<Cell> cells) {
        return cells.stream().mapToLong(Cell::lost).sum();
    }

    private static long sent(List<Cell> cells) {
        return cells.stream().mapToLong(Cell::sent).sum();
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }

    /** Which part of what was sent that way was lost. */
    public double share() {
        return share(lost, sent);
    }

    /** The member at whose link it is; the receiver where it is between two, none where it is nowhere alone. */
    public Optional<String> member() {
        return to.or(() -> from);
    }

    /** Whether what this member should have received was lost on that way. */
    public boolean concerns(String receiver) {
        return to.map(receiver::equals)
                .orElseGet(() -> parts.stream().anyMatch(part -> part.member().equals(receiver)));
    }

    /** Whether it is too much for chance, so that it tells something of the way. */
    public boolean isEnoughToTell() {
        return lost >= LEAST_LOST;
    }

    /** The way in words: {@code on the way into member-1}. */
    public String where() {
        return switch (way) {
            case INTO -> "on the way into " + to.orElseThrow();
            case OUT_OF -> "on the way out of " + from.orElseThrow();
            case BETWEEN -> "on the way from " + from.orElseThrow() + " to " + to.orElseThrow();
            case SEVERAL -> "between members";
        };
    }

    /** How much it was: {@code 12 of 4,000 messages (0.30 %)}. */
    public String amount() {
        return String.format(Locale.ROOT, "%,d of %,d %s (%.2f %%)", lost, sent, unit.word(), share() * 100);
    }

    /**
     * The members at the other end with their losses, such as {@code from member-0 7, member-2 5}; empty between two
     * members.
     */
    public Optional<String> otherEnds() {
        return switch (way) {
            case INTO -> Optional.of("from " + partsNamed());
            case OUT_OF -> Optional.of("to " + partsNamed());
            case SEVERAL -> Optional.of("to " + partsNamed());
            case BETWEEN -> Optional.empty();
        };
    }

    private String partsNamed() {
        String named = parts.stream()
                .limit(PARTS_NAMED)
                .map(part -> part.member() + String.format(Locale.ROOT, " %,d", part.lost()))
                .collect(Collectors.joining(", "));
        return parts.size() <= PARTS_NAMED ? named : named + " and " + (parts.size() - PARTS_NAMED) + " more";
    }
}
