package io.jgbench.workload.messagebus;

import io.jgbench.measure.LentBuffers;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.KindedLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntUnaryOperator;

/**
 * Passes on what a member receives, as a data grid does with its backups: what comes from one member is a stream of
 * this member's own. A response that waits for the one to whom was passed on is given when that one has answered.
 *
 * <p>The thread that processes a message sends it on, and so holds back who sent it while there is no room. None waits
 * without an end, as a member that relays does not send, and what is passed on is not passed on again.
 */
final class Relay {
    /** More than one member can have under way that waits for its responses. */
    private static final int PENDING = 256;

    private final boolean block;
    private final int self;
    private final IntUnaryOperator target;
    private final int phase;
    private final DirectSender transport;
    private final Responder responder;
    private final LentBuffers<byte[]> buffers;
    private final TrafficCount out;
    private final TrafficCount responsesOut;
    private final LongAdder failed = new LongAdder();
    private final AtomicLongArray passed = new AtomicLongArray(BusHeader.MAX_PEERS);
    private final AtomicLongArray pending = new AtomicLongArray(BusHeader.MAX_PEERS * PENDING);

    /**
     * For one member.
     *
     * @param block whether responses wait
     * @param target the member to which is passed on what comes from one, or less than 0 if that is not passed on
     */
    Relay(
            boolean block,
            int self,
            IntUnaryOperator target,
            int phase,
            DirectSender transport,
            Responder responder,
            int largestBytes,
            TrafficCount out,
            TrafficCount responsesOut) {
        this.block = block;
        this.self = self;
        this.target = target;
        this.phase = phase;
        this.transport = transport;
        this.responder = responder;
        this.buffers = new LentBuffers<>(() -> new byte[largestBytes]);
        this.out = out;
        this.responsesOut = responsesOut;
    }

    /** To whom what comes from a member in a stream is passed on; less than 0 if it is not. */
    int target(int from, int stream) {
        return stream >= BusHeader.FIRST_RELAY_STREAM ? -1 : target.applyAsInt(from);
    }

    /** Passes a message of another member on; its source's messages come by one thread at a time. */
    void pass(int from, int to, long header, long stamp, byte[] buffer, int offset, int length) {
        long sequence = passed.get(from);
        boolean waits = block && stamp != 0;
        if (waits) {
            pending.set(place(from, sequence), header);
        }
        int kind = waits ? KindedLong.kind(header) : BusHeader.MESSAGE;
        long relayed = BusHeader.of(kind, self, to, phase, BusHeader.FIRST_RELAY_STREAM + from, sequence);
        send(to, relayed, waits ? stamp : 0, buffer, offset, length);
        passed.set(from, sequence + 1);
        if (stamp != 0 && !waits) {
            responder.later(from, KindedLong.withKind(header, BusHeader.RESPONSE), stamp, length, responsesOut);
        }
    }

    private void send(int to, long header, long stamp, byte[] buffer, int offset, int length) {
        byte[] borrowed = buffers.borrow();
        byte[] message = length <= borrowed.length ? borrowed : new byte[length];
        System.arraycopy(buffer, offset, message, 0, length);
        BusHeader.write(message, 0, header, stamp);
        try {
            transport.sendTo(to, message, 0, length);
            out.add(length);
        } catch (TransportException _) {
            // counted here, and missed by the member to which it was to go
            failed.increment();
        } finally {
            buffers.giveBack(borrowed);
        }
    }

    /** The next member has answered a message that was passed on to it. */
    void answered(long header, long stamp, int length) {
        int source = BusHeader.stream(header) - BusHeader.FIRST_RELAY_STREAM;
        long sequence = BusHeader.sequence(header, passed.get(source));
        long waiting = pending.getAndSet(place(source, sequence), 0);
        if (waiting != 0) {
            responder.now(source, waiting, stamp, length, responsesOut);
        }
    }

    private static int place(int source, long sequence) {
        return source * PENDING + (int) (sequence & (PENDING - 1));
    }

    /** Messages of a member that were passed on. */
    long passed(int from) {
        return passed.get(from);
    }

    long failed() {
        return failed.sum();
    }
}
