package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.DirectSender;
import java.util.function.IntUnaryOperator;

/**
 * The measured part of the workload on a member that nobody controls: it sends until it is closed, to whoever is there,
 * and tells its totals at any time. Members have places that mean something to this one alone.
 */
public final class BusMember implements AutoCloseable {
    /** Places are below this. */
    public static final int MAX_PEERS = BusHeader.MAX_PEERS;

    /** What is smaller is no message. */
    public static final int LEAST_MESSAGE_BYTES = BusHeader.BYTES;

    private final Responder responder;
    private final BusPart part;
    private final EpochClock clock;

    /**
     * One that does not send yet.
     *
     * @param transport sends to a member by its place
     * @param destinations whom to send to
     * @param relayTarget to whom what comes from a member is passed on, less than 0 where it is not; asked with relay
     *     only
     */
    public BusMember(
            MessageBusSpec spec,
            DirectSender transport,
            Destinations destinations,
            IntUnaryOperator relayTarget,
            EpochClock clock) {
        this.clock = clock;
        responder = new Responder(transport, spec.largestMessageBytes());
        part = new BusPart(spec, new BusPart.Wiring(true, transport, responder, destinations, true, clock));
        if (spec.relay()) {
            part.relay(0, relayTarget);
        }
    }

    /** A message of another member has arrived. */
    public void receive(int from, byte[] buffer, int offset, int length) {
        if (length >= BusHeader.BYTES) {
            part.receive(from, buffer, offset, length);
        }
    }

    /**
     * Sends until it is closed.
     *
     * @throws TransportException if a message could not be sent to a member that is there
     */
    public void transmit() throws TransportException, InterruptedException {
        part.prepare();
        part.transmit(0, Long.MAX_VALUE, clock.epochNanos(), Long.MAX_VALUE, () -> {});
    }

    /** A member is gone; another may have its place from now on. */
    public void forget(int from) {
        part.forget(from);
    }

    /** Messages sent so far, responses included; costs less than {@link #totals}. */
    public long sentMessages() {
        return part.out().messages();
    }

    /** Messages received so far, responses included. */
    public long receivedMessages() {
        return part.in().messages();
    }

    /** Whether a member has a message of this one that it is to answer, and has not. */
    public boolean isOwed(int place) {
        return part.isOwed(place);
    }

    /** Messages to a member of which it has said that they arrived; grows with its answers. */
    public long acknowledged(int place) {
        return part.acknowledgedBy(place);
    }

    /** All counts as they stand now, with copies of what was timed. */
    public BusTotals totals() {
        return BusTotalsBuilder.builder()
                .epochNanos(clock.epochNanos())
                .out(part.out())
                .in(part.in())
                .lost(part.streams().lost())
                .errors(part.errors() + responder.dropped())
                .outHeldBackEvents(part.outHeldBack().events())
                .outHeldBackNanos(part.outHeldBack().nanos())
                .inHeldBackEvents(part.inHeldBack().events())
                .inHeldBackNanos(part.inHeldBack().nanos())
                .outBacklogBytes(part.outBacklogBytes())
                .inBacklogBytes(part.inBacklogBytes())
                .responseNanos(part.answers().responseNanos())
                .receiptNanos(part.answers().receiptNanos())
                .build();
    }

    @Override
    public void close() {
        part.close();
        responder.close();
    }
}
