package io.jgbench.coordination.judge;

import io.jgbench.coordination.judge.MemberStepRule.Waits;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds a part of the measured time in which one member alone sent, as all others waited for its credits. It takes what
 * they send late or not at all, and they leave it the CPUs and the network: what all receive stays as much as before.
 *
 * @param sent what each sender sent, in successive intervals of {@link #LONGEST_INTERVAL} or less
 * @param unit what that is called
 * @param waits whom the senders of a member waited for
 */
record LoneSenderRule(Rates sent, String unit, Waits waits) {
    /** A time of {@link CourseRule#LEAST_LEVEL} may fill none that is longer: others have sent in each of them, too. */
    static final Duration LONGEST_INTERVAL = Duration.ofMillis(200);

    /** With two senders, one always sends alone while the other stands still, which is a finding of its own. */
    private static final int LEAST_SENDERS = 3;

    /** Intervals of a member, from one to before another one. */
    private record Part(int member, int from, int to) {
        int length() {
            return to - from;
        }
    }

    /** What is said of the longest such part; empty where there is none. */
    Optional<String> evidence() {
        int senders = sent.ofMembers().length;
        return senders < LEAST_SENDERS
                ? Optional.empty()
                : IntStream.range(0, senders)
                        .mapToObj(this::longest)
                        .filter(part -> part.length() >= CourseRule.leastIntervals(sent))
                        .filter(this::isWaitedForByAllOthers)
                        .max(Comparator.comparingInt(Part::length))
                        .map(this::told);
    }

    private Part longest(int member) {
        var longest = new Part(member, 0, 0);
        int from = 0;
        for (int i = 0; i < sent.beginNanos().length; i++) {
            if (!isAlone(member, i)) {
                from = i + 1;
            } else if (i > from && sent.beginNanos()[i] != sent.endNanos(i)) {
                // a stall lies between
                from = i;
            }
            if (i + 1 - from > longest.length()) {
                longest = new Part(member, from, i + 1);
            }
        }
        return longest;
    }

    private boolean isAlone(int member, int interval) {
        return IntStream.range(0, sent.ofMembers().length)
                .allMatch(other -> (sent.ofMembers()[other][interval] > 0) == (other == member));
    }

    private boolean isWaitedForByAllOthers(Part part) {
        String member = sent.members().get(part.member());
        return sent.members().stream()
                .filter(other -> !other.equals(member))
                .allMatch(other -> waits.awaitedBy(other, fromNanos(part), toNanos(part))
                        .filter(member::equals)
                        .isPresent());
    }

    private long fromNanos(Part part) {
        return sent.beginNanos()[part.from()];
    }

    private long toNanos(Part part) {
        return sent.endNanos(part.to());
    }

    private String told(Part part) {
        String member = sent.members().get(part.member());
        double mean = IntStream.range(part.from(), part.to())
                .mapToDouble(i -> sent.ofMembers()[part.member()][i])
                .average()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "From %.1f s to %.1f s %s alone sent, %,.0f %s/s: all others waited for its credits and sent nothing."
                        + " The total rate may not show it. Look at %s and its link at that time.",
                fromNanos(part) / 1e9,
                toNanos(part) / 1e9,
                member,
                sent.perSecond(mean),
                unit,
                member);
    }
}
