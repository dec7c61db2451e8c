package io.jgbench.coordination.pairs;

import java.util.Objects;
import java.util.Optional;

/**
 * What is known of the way from one member to another. What is not known, as the transport does not tell or does not
 * use it, is absent.
 *
 * @param from the member that sends
 * @param to the member that receives
 * @param messages messages of the stack that the receiver knows of
 * @param missedMessages those that it had to ask for as later ones had come
 * @param tcpSegments TCP segments with data that were sent
 * @param tcpResentSegments those that were sent again
 * @param tcpNeedlessSegments those that were sent again though the first one had come
 * @param creditWaitNanos for how long the sender waited for the receiver's credits; see {@code waitedForNanos}
 * @param tcpWaitNanos for how long the sender had data and the receiver's TCP had no room for it
 */
public record Pair(
        String from,
        String to,
        Optional<Long> messages,
        Optional<Long> missedMessages,
        Optional<Long> tcpSegments,
        Optional<Long> tcpResentSegments,
        Optional<Long> tcpNeedlessSegments,
        Optional<Long> creditWaitNanos,
        Optional<Long> tcpWaitNanos) {

    /** Refuses nulls. */
    public Pair {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(missedMessages, "missedMessages");
        Objects.requireNonNull(tcpSegments, "tcpSegments");
        Objects.requireNonNull(tcpResentSegments, "tcpResentSegments");
        Objects.requireNonNull(tcpNeedlessSegments, "tcpNeedlessSegments");
        Objects.requireNonNull(creditWaitNanos, "creditWaitNanos");
        Objects.requireNonNull(tcpWaitNanos, "tcpWaitNanos");
    }

    /** TCP segments that really were lost; those which only came late are left out. */
    long lostSegments() {
        return Math.max(0, tcpResentSegments.orElse(0L) - tcpNeedlessSegments.orElse(0L));
    }

    /** What was lost, in whatever unit: for comparing pairs of one run. */
    long lost() {
        return missedMessages.orElse(0L) + lostSegments();
    }

    long waitedNanos() {
        return creditWaitNanos.orElse(0L) + tcpWaitNanos.orElse(0L);
    }

    /** Whether anything at all was counted. */
    boolean isKnown() {
        return messages.isPresent() || tcpSegments.isPresent() || creditWaitNanos.isPresent();
    }
}
