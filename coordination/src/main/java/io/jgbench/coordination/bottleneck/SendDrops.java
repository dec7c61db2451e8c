package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.protocol.Counters;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a member's own stack and host dropped of what it was to send, before it reached the link.
 *
 * @param member whose it was
 * @param ofStack messages that its bundler or RED dropped
 * @param ofHost packets that a queue, its interface or its kernel dropped
 */
record SendDrops(MemberLoad member, long ofStack, long ofHost) {
    /** None where they cannot be half of what was lost; see {@link MemberLoad#explains}. */
    static Optional<SendDrops> thatExplain(MemberLoad member, long lost) {
        long ofStack = member.counter(Counters.BUNDLER_DROPS) + member.counter(Counters.RED_DROPS);
        // what a queue drops its interface may count as well
        long ofHost = Stream.of(Counters.QUEUE_DROPS, Counters.INTERFACE_SEND_DROPS, Counters.UDP_SEND_BUFFER_DROPS)
                .mapToLong(member::counter)
                .max()
                .orElse(0);
        return Optional.of(new SendDrops(member, ofStack, ofHost))
                .filter(_ -> member.explains(Math.max(ofStack, ofHost), lost));
    }

    /** What to change, so that it drops less. */
    String remedy() {
        return ofStack > ofHost
                ? String.format(
                        Locale.ROOT,
                        "The stack of %s itself dropped %,d messages before the link: give its bundler a larger"
                                + " capacity, or leave RED out",
                        member.name(),
                        ofStack)
                : String.format(
                        Locale.ROOT,
                        "The host of %s itself dropped %,d packets before the link: give its queue more room"
                                + " (txqueuelen, tc), or its sockets (net.core.wmem_max)",
                        member.name(),
                        ofHost);
    }
}
