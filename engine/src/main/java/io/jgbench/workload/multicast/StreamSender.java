package io.jgbench.workload.multicast;

import io.jgbench.transport.MessageSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.PacedTurns;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Sends the messages of one stream: as fast as the transport takes them, or each when it is due. */
final class StreamSender {
    /** Messages that are sent between two looks at all else. */
    private static final int PART = 1024;

    private final MessageSender transport;
    private final int kind;
    private final int endKind;
    private final int sender;
    private final int stream;
    private final long messages;
    private final EndSignal enough;
    private final Optional<RoundTripTimer> latency;
    private final Optional<PacedTurns> turns;
    private final boolean rehearses;
    private byte[] message;

    private final AtomicLong sent = new AtomicLong();

    /**
     * For messages of {@code kind}, whose end is told by a message of {@code endKind}.
     *
     * @param messages how many at the most
     * @param enough ends it before that
     * @param turns when each is due; empty where it is sent as soon as the transport has taken the one before
     * @param rehearses whether the body changes and the end is told as one that has not come, again and again: a
     *     warm-up takes the receivers every way that the measured messages take them
     */
    StreamSender(
            MessageSender transport,
            int kind,
            int endKind,
            int sender,
            int stream,
            long messages,
            EndSignal enough,
            int messageSizeBytes,
            Optional<RoundTripTimer> latency,
            Optional<PacedTurns> turns,
            boolean rehearses) {
        this.transport = transport;
        this.kind = kind;
        this.endKind = endKind;
        this.sender = sender;
        this.stream = stream;
        this.messages = messages;
        this.enough = enough;
        this.latency = latency;
        this.turns = turns;
        this.rehearses = rehearses;
        this.message = new byte[messageSizeBytes];
    }

    /**
     * Sends all messages and then the end, which tells how many there were.
     *
     * @param afterFirst is run when the first message is handed over
     */
    void run(Runnable afterFirst) throws TransportException, InterruptedException {
        long sequence = send(0, Math.min(1, messages));
        if (sequence > 0) {
            afterFirst.run();
        }
        while (sequence < messages && !enough.isGiven()) {
            sequence = send(sequence, Math.min(sequence + PART, messages));
            if (rehearses) {
                rehearse();
            }
        }
        if (turns.isPresent()) {
            if (sequence < messages) {
                turns.get().leaves(sequence);
            }
            turns.get().ended();
        }
        sendEnd();
    }

    /**
     * Changes the body and signals an end, as the measured part will do. The JVM compiles a branch that was never taken
     * as one that never is. Taking it first in the measured part would discard the warmed-up code.
     */
    private void rehearse() throws TransportException {
        message = message.clone();
        sendEnd(MulticastHeader.NOT_ENDED);
    }

    /** Sets when the first message is due, where that is planned; to be called before {@link #run}. */
    void begin(long epochNanos) {
        // no lambda, which would be linked now: milliseconds of start skew
        if (turns.isPresent()) {
            turns.get().begin(epochNanos);
        }
    }

    /**
     * The hot path: one header written and one call for each message. A method of its own, called again and again, and
     * without a branch that is new at the end: so a second stream finds it compiled by the first.
     *
     * @return the number of the next message: the end, or less if enough were sent before
     */
    private long send(long begin, long end) throws TransportException, InterruptedException {
        if (turns.isPresent()) {
            return sendWhenDue(turns.get(), begin, end);
        }
        RoundTripTimer timer = latency.orElse(null);
        byte[] bytes = message;
        long first = MulticastHeader.of(kind, sender, stream, 0);
        long sequence = begin;
        while (sequence < enough.permitted(end)) {
            KindedLong.write(bytes, 0, first + sequence);
            if (timer != null) {
                timer.sent(sequence, bytes);
            }
            transport.sendSharingBody(bytes, 0, bytes.length);
            sequence++;
            sent.setOpaque(sequence);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return sequence;
    }

    /** The same for an open loop, whose latencies count from when a message is due. */
    private long sendWhenDue(PacedTurns planned, long begin, long end) throws TransportException, InterruptedException {
        RoundTripTimer timer = latency.orElse(null);
        byte[] bytes = message;
        long first = MulticastHeader.of(kind, sender, stream, 0);
        long sequence = begin;
        while (sequence < enough.permitted(end)) {
            long due = planned.await(sequence);
            if (due == PacedTurns.ENDED) {
                break;
            }
            KindedLong.write(bytes, 0, first + sequence);
            if (timer != null) {
                timer.sent(sequence, bytes, due);
            }
            transport.sendSharingBody(bytes, 0, bytes.length);
            sequence++;
            sent.setOpaque(sequence);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return sequence;
    }

    /** Says that all is sent; harmless when said again. */
    void sendEnd() throws TransportException {
        sendEnd(sent());
    }

    private void sendEnd(long count) throws TransportException {
        byte[] end = new byte[MulticastHeader.BYTES];
        KindedLong.write(end, 0, MulticastHeader.of(endKind, sender, stream, count));
        transport.send(end, 0, end.length);
    }

    long sent() {
        return sent.getOpaque();
    }
}
