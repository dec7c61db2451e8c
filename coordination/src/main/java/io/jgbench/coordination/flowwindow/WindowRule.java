package io.jgbench.coordination.flowwindow;

import io.jgbench.coordination.spec.FlowWindow;
import java.util.Comparator;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The rule by which the bundled stack {@code udp} gets its flow-control window, wherever its members run; the reasons
 * and the measurements behind the numbers stand in {@code docs/METHOD.md}.
 *
 * <p>The window is the smallest of: the share of each member in a receive buffer; the share of each sender in the line,
 * for the time that credits take; {@value #MOST_BYTES} bytes. It is {@value #OWN_BYTES} bytes where that is less. Where
 * the depth of a port's queue is known, the windows of all other members must fit it, down to
 * {@link FlowWindow#LEAST_BYTES}.
 */
public final class WindowRule {
    /** What the stack has by itself: measured as good with links of 50 and 100 Mbit/s. Less leaves links idle. */
    static final long OWN_BYTES = 125_000;

    /** Nothing was gained with more. */
    public static final long MOST_BYTES = 2_000_000;

    /** What JGroups asks the kernel for ({@code mcast_recv_buf_size} of UDP). */
    static final long ASKED_BUFFER_BYTES = 5_000_000;

    /**
     * Time on the line before a port whose queue is known: what {@value #OWN_BYTES} bytes of 3 others take at 100
     * Mbit/s.
     */
    private static final long MILLIS_IN_KNOWN_QUEUE = 30;

    /** The same before a port of which nothing is known but its speed: assumed on the careful side. */
    private static final long MILLIS_IN_UNKNOWN_QUEUE = 1;

    /**
     * Part of a window has left the queue before its credits are back: 1.2 times the queue was seen to fit, 1.44 was
     * not.
     */
    private static final double WINDOWS_PER_QUEUE = 1.2;

    private WindowRule() {}

    /** The window that follows from the facts. */
    public static FlowWindow choose(WindowFacts facts) {
        Bound open = facts.receiveBufferBytes().isEmpty()
                ? new Bound(OWN_BYTES, "the stack's own, as no kernel tells what a receive buffer may hold")
                : Stream.of(most(), share(facts), line(facts))
                        .min(Comparator.comparingLong(Bound::bytes))
                        .orElseThrow()
                        .orAtLeast(OWN_BYTES, "the least that keeps links busy");
        Bound fitting = Stream.of(open, queue(facts))
                .min(Comparator.comparingLong(Bound::bytes))
                .orElseThrow()
                .orAtLeast(FlowWindow.LEAST_BYTES, "the least that the stack's fragments allow");
        return new FlowWindow(fitting.bytes(), room(facts), fitting.reason());
    }

    /** The largest window that receive buffers, and queues of ports where they are known, have room for. */
    static OptionalLong room(WindowFacts facts) {
        return Stream.of(share(facts), queue(facts))
                .mapToLong(Bound::bytes)
                .filter(bytes -> bytes < Bound.NONE.bytes())
                .min();
    }

    private static Bound most() {
        return new Bound(MOST_BYTES, "the most that was seen to gain anything");
    }

    private static Bound share(WindowFacts facts) {
        if (facts.receiveBufferBytes().isEmpty()) {
            return Bound.NONE;
        }
        long granted = facts.receiveBufferBytes().getAsLong();
        long buffer = Math.min(granted, ASKED_BUFFER_BYTES);
        return new Bound(
                buffer / facts.members(),
                "a member's share of the receive buffer, %s bytes (%s), among %d"
                        .formatted(
                                grouped(buffer),
                                granted <= ASKED_BUFFER_BYTES ? "net.core.rmem_max" : "what JGroups asks for",
                                facts.members()));
    }

    private static Bound line(WindowFacts facts) {
        int others = facts.members() - 1;
        if (others == 0 || facts.lineRateBitsPerSecond().isEmpty()) {
            return Bound.NONE;
        }
        boolean isQueueKnown = facts.portQueueBytes().isPresent();
        long millis = isQueueKnown ? MILLIS_IN_KNOWN_QUEUE : MILLIS_IN_UNKNOWN_QUEUE;
        long rate = facts.lineRateBitsPerSecond().getAsLong();
        return new Bound(
                Math.round(rate / 8.0 * millis / 1000 / others),
                "a sender's share of %d ms of a line of %s%s, among %d%s"
                        .formatted(
                                millis,
                                rate(rate),
                                facts.isLineRateDeclared() ? " as placement.lineRate has it" : "",
                                others,
                                isQueueKnown ? "" : ", as it is not known what the switch's ports hold"));
    }

    private static Bound queue(WindowFacts facts) {
        int others = facts.members() - 1;
        if (others == 0 || facts.portQueueBytes().isEmpty()) {
            return Bound.NONE;
        }
        long queue = facts.portQueueBytes().getAsLong();
        return new Bound(
                Math.round(WINDOWS_PER_QUEUE * queue / others),
                "what the queue of a port, %s bytes, holds of each of %d senders".formatted(grouped(queue), others));
    }

    private static String rate(long bitsPerSecond) {
        double megabits = bitsPerSecond / 1e6;
        return megabits < 1000
                ? "%s Mbit/s".formatted(shortest(megabits))
                : "%s Gbit/s".formatted(shortest(megabits / 1000));
    }

    private static String shortest(double number) {
        return String.format(Locale.ROOT, "%.1f", number).replaceFirst("\\.0$", "");
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** One thing that a window must not exceed, and why. */
    private record Bound(long bytes, String reason) {
        static final Bound NONE = new Bound(Long.MAX_VALUE, "nothing");

        Bound orAtLeast(long leastBytes, String why) {
            return bytes >= leastBytes
                    ? this
                    : new Bound(leastBytes, why + "; less would be " + grouped(bytes) + ", " + reason);
        }
    }
}
