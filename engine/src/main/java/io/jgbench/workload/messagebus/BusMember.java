package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The measured part of the workload on a member that nobody controls: it sends to all present members until it is
 * closed, and reports its totals at any time. Each member has a place number, which only this member uses.
 */
public final class BusMember implements AutoCloseable {
    /** Places are below this. */
    public static final int MAX_PEERS = BusHeader.MAX_PEERS;

    private final Responder responder;
    private final BusPhase phase;
    private final EpochClock clock;

    /**
     * One that does not send yet.
     *
     * @param transport sends to a member by its place
     * @param destinations whom to send to
     * @param relayTarget to whom what comes from a member is passed on, less than 0 where it is not; asked with relay
     *     only
     * @param prompt is asked before each message of its own, with the place that it goes to; what it takes is in no
     *     figure
     */
    public BusMember(
            MessageBusSpec spec,
            DirectSender transport,
            Destinations destinations,
            IntUnaryOperator relayTarget,
            Optional<IntConsumer> prompt,
            EpochClock clock) {
        this.clock = clock;
        responder = new Responder(transport, spec.largestMessageBytes());
        phase = new BusPhase(
                spec,
                new BusPhase.Wiring(BusHeader.MEASURED, transport, responder, destinations, true, true, prompt, clock));
        if (spec.relay()) {
            phase.relay(0, relayTarget);
        }
        phase.startProcessing();
    }

    /** A message of another member has arrived. */
    public void receive(int from, byte[] buffer, int offset, int length) {
        if (length >= BusHeader.BYTES) {
            phase.receive(from, buffer, offset, length);
        }
    }

    /**
     * Sends until it is closed.
     *
     * @throws TransportException if a message could not be sent to a member that is there
     */
    public void transmit() throws TransportException, InterruptedException {
        phase.prepare(0, 1);
        phase.transmit(0, Long.MAX_VALUE, clock.epochNanos(), Long.MAX_VALUE, () -> {});
    }

    /** A member is gone; another may have its place from now on. */
    public void forget(int from) {
        phase.forget(from);
    }

    /** Messages sent so far, responses included; costs less than {@link #totals}. */
    public long sentMessages() {
        return phase.out().messages();
    }

    /** Messages received so far, responses included. */
    public long receivedMessages() {
        return phase.in().messages();
    }

    /** Whether the other member owes this one a response. */
    public boolean isOwed(int place) {
        return phase.isOwed(place);
    }

    /** Messages to a member of which it has said that they arrived; grows with its answers. */
    public long acknowledged(int place) {
        return phase.acknowledgedBy(place);
    }

    /** All counts as they stand now, with copies of what was timed. */
    public BusTotals totals() {
        return BusTotalsBuilder.builder()
                .epochNanos(clock.epochNanos())
                .out(phase.out())
                .in(phase.in())
                .lost(phase.streams().lost())
                .errors(phase.errors() + responder.dropped())
                .outHeldBackEvents(phase.outHeldBack().events())
                .outHeldBackNanos(phase.outHeldBack().nanos())
                .inHeldBackEvents(phase.inHeldBack().events())
                .inHeldBackNanos(phase.inHeldBack().nanos())
                .outBacklogBytes(phase.outBacklogBytes())
                .inBacklogBytes(phase.inBacklogBytes())
                .responseNanos(phase.answers().responseNanos())
                .receiptNanos(phase.answers().receiptNanos())
                .build();
    }

    @Override
    public void close() {
        phase.close();
        responder.close();
    }
}
