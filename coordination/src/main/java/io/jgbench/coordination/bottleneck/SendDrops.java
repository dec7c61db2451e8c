package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.protocol.Counters;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a member's own stack and host dropped of what it was to send, before it reached the link.
 *
 * @param member whose it was
 * @param ofBundler messages for which the queue of its bundler had no room; 0 where its stack does not explain the loss
 * @param ofRed messages that RED dropped; 0 where its stack does not explain the loss
 * @param ofHost packets that a queue, its interface or its kernel dropped
 */
record SendDrops(MemberLoad member, long ofBundler, long ofRed, long ofHost) {
    /** Of the sender of what was lost on a way; none where that way has no one sender, or they cannot be half of it. */
    static Optional<SendDrops> thatExplain(LossPlace place, RunLoad run) {
        int receivers = place.to().isPresent() ? 1 : run.members().size() - 1;
        return place.from().flatMap(run::member).flatMap(from -> thatExplain(from, place.lost(), receivers));
    }

    /** None where they cannot be half of what a member sent again. */
    static Optional<SendDrops> thatExplainWhatItResent(MemberLoad member, RunLoad run) {
        return thatExplain(member, run.resent(member), run.members().size() - 1);
    }

    /**
     * None where they cannot be half of what was lost; see {@link MemberLosses#explains}. A stack drops single
     * messages, of which each receiver misses one.
     *
     * @param lost of what the member sent, each receiver's by itself
     * @param receivers members that it sends to
     */
    private static Optional<SendDrops> thatExplain(MemberLoad member, long lost, int receivers) {
        long ofBundler = member.counter(Counters.BUNDLER_DROPS);
        long ofRed = member.counter(Counters.RED_DROPS);
        // what a queue drops its interface may count as well
        long ofHost = Stream.of(Counters.QUEUE_DROPS, Counters.INTERFACE_SEND_DROPS, Counters.UDP_SEND_BUFFER_DROPS)
                .mapToLong(member::counter)
                .max()
                .orElse(0);
        if (MemberLosses.areMostOf(lost, (ofBundler + ofRed) * receivers)) {
            return Optional.of(new SendDrops(member, ofBundler, ofRed, ofHost));
        }
        return member.losses().explains(ofHost, lost)
                ? Optional.of(new SendDrops(member, 0, 0, ofHost))
                : Optional.empty();
    }

    /** What to change, so that it drops less. */
    String remedy() {
        return ofBundler + ofRed > ofHost
                ? String.format(
                        Locale.ROOT,
                        "The stack of %s itself dropped %,d messages before the link: %s",
                        member.name(),
                        ofBundler + ofRed,
                        ofRed > ofBundler
                                ? "leave RED out"
                                : "let its bundler hold all that flow control lets be on the way (bundler.capacity at"
                                        + " least max_credits divided by the size of a message)")
                : String.format(
                        Locale.ROOT,
                        "The host of %s itself dropped %,d packets before the link: give its queue more room"
                                + " (txqueuelen, tc), or its sockets (net.core.wmem_max)",
                        member.name(),
                        ofHost);
    }
}
