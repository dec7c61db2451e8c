package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.Lateness;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * One sending thread: a stream to each of its destinations, in turn. What it has sent stands in {@link #streams}, and
 * what receiving threads tell it goes to its {@link #gate}.
 */
final class Transmitter {
    /** What the system's buffers hold though nobody reads; see {@link BusHeader#AWAITED_REQUEST}. */
    private static final long AWAITED_BYTES = 32 * 1024;

    /** What may be under way to a member, so that it answers requests at once; see {@link BusHeader#REQUEST}. */
    private static final long ANSWERED_AT_ONCE_BYTES = 512 * 1024;

    /** Bytes after which a receipt is asked for, but ... */
    private static final int RECEIPT_BYTES = 256 * 1024;

    /** ... at the latest after this number of messages. */
    private static final int RECEIPT_MESSAGES = 100;

    /** How often receipts are asked for in as many messages as may be without one. */
    private static final int ASKED_TIMES = 4;

    private static final long RECHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LEAVING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Sending sending;
    private final int number;
    private final int phase;
    private final DirectSender transport;
    private final Destinations destinations;
    private final Optional<IntConsumer> prompt;
    private final EpochClock clock;
    private final Payload payload;
    private final int blockKind;
    private final int receiptInterval;

    /** Messages that may be without a receipt, where that is bounded. */
    private final OptionalLong backlogMessages;

    private SplittableRandom random;
    private final byte[] message;
    private final OutStreams streams = new OutStreams();
    private final SendGate gate;
    private final Backpressure backpressure;
    private final AtomicLong failed = new AtomicLong();
    private volatile Optional<SendPlan> plan = Optional.empty();
    private final BooleanSupplier stopped;
    private long endEpochNanos;
    private int intervalOfEach;
    private int peersOfInterval;
    private int turn;
    private int sinceFlush;

    /**
     * One that does not send yet.
     *
     * @param number its place among the threads of its member, which is that of its streams
     */
    Transmitter(Sending sending, int number, BusPhase.Wiring wiring, Payload payload, Backpressure backpressure) {
        this.sending = sending;
        this.number = number;
        this.phase = wiring.phase();
        this.transport = wiring.transport();
        this.destinations = wiring.destinations();
        this.prompt = wiring.prompt();
        this.clock = wiring.clock();
        this.payload = payload;
        this.backpressure = backpressure;
        this.message = new byte[sending.largestBytes()];
        this.random = sizes(0);
        this.blockKind = blockKind(sending);
        this.receiptInterval = receiptInterval(sending);
        this.intervalOfEach = receiptInterval;
        this.backlogMessages = sending.maxBacklogBytes()
                .map(bytes -> OptionalLong.of(Math.max(1, bytes / sending.meanBytes())))
                .orElse(OptionalLong.empty());
        this.gate = new SendGate(sending, streams, wiring);
        this.stopped = gate::isStopped;
        payload.write(message, BusHeader.BYTES, message.length - BusHeader.BYTES);
    }

    /** Sizes of its own: with those of all threads alike a receiver would get all large messages at once. */
    private SplittableRandom sizes(int self) {
        return new SplittableRandom((long) self * sending.threads() + number);
    }

    private static int blockKind(Sending sending) {
        long mostUnderWay = 2L * sending.threads() * sending.largestBytes();
        if (mostUnderWay <= AWAITED_BYTES) {
            return BusHeader.AWAITED_REQUEST;
        }
        return mostUnderWay <= ANSWERED_AT_ONCE_BYTES ? BusHeader.REQUEST : BusHeader.MESSAGE;
    }

    private static int receiptInterval(Sending sending) {
        if (!sending.receipts() || sending.block()) {
            return 0;
        }
        return Math.clamp(RECEIPT_BYTES / sending.meanBytes(), 1, RECEIPT_MESSAGES);
    }

    /**
     * Messages to one member after which a receipt is asked for. All members share the backlog limit. If none of them
     * had been asked for a receipt when it is reached, the thread would wait forever.
     */
    private int intervalOfEach(int peers) {
        if (peers != peersOfInterval) {
            peersOfInterval = peers;
            intervalOfEach = backlogMessages.isPresent()
                    ? Math.clamp(backlogMessages.getAsLong() / ASKED_TIMES / peers, 1, receiptInterval)
                    : receiptInterval;
        }
        return intervalOfEach;
    }

    /**
     * Plans when its messages are due, where a rate is asked for; takes milliseconds.
     *
     * @param self the member's place
     * @param members how many members there are
     * @param lateness is told how late each message is
     */
    void plan(int self, int members, Lateness lateness) {
        gate.shareAnswersAmong(members);
        random = sizes(self);
        plan = sending.bytesPerSecond().map(rate -> SendPlan.of(sending, rate, self, members, number, lateness, clock));
    }

    /**
     * Sends until the time is over, all messages are sent, or it is stopped; one message at the least, as a host
     * that is busy may not let it begin before its time is over. Of several threads that keep to a rate only the first
     * one does so: messages of the others may not be due at all.
     *
     * @param self the member's place
     * @param limit how many messages at the most
     * @param beganAtEpochNanos when the member began
     * @param endEpochNanos when to end
     * @param beforeFirst is run right before the first message
     */
    void run(int self, long limit, long beganAtEpochNanos, long endEpochNanos, Runnable beforeFirst)
            throws TransportException, InterruptedException {
        this.endEpochNanos = endEpochNanos;
        SendPlan planned = plan.orElse(null);
        if (planned != null) {
            planned.begin(beganAtEpochNanos);
        }
        long now = clock.epochNanos();
        while (!gate.isStopped() && (now < endEpochNanos || streams.messages() == 0) && streams.messages() < limit) {
            int[] peers = destinations.current();
            if (peers.length == 0) {
                awaitPeers(planned);
                now = clock.epochNanos();
            } else {
                turn = turn + 1 < peers.length ? turn + 1 : 0;
                if (prompt.isPresent()) {
                    now = prompted(peers[turn], planned);
                }
                long due = now;
                if (planned != null) {
                    due = planned.await(streams, endEpochNanos, stopped);
                    boolean hasSentEnough = number > 0 || streams.messages() > 0;
                    if (gate.isStopped() || (due >= endEpochNanos && hasSentEnough)) {
                        break;
                    }
                    planned.handsOver(due, now);
                    now = clock.epochNanos();
                }
                if (streams.messages() == 0) {
                    beforeFirst.run();
                }
                now = send(self, peers[turn], peers.length, isTimed(peers), due, now);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        if (planned != null) {
            if (now >= endEpochNanos && streams.messages() < limit) {
                planned.leaves(streams, endEpochNanos);
            }
            planned.ended();
        }
        transport.flush();
    }

    /** Waits a little; what would have been due meanwhile is not owed to those who come. */
    private void awaitPeers(SendPlan planned) {
        LockSupport.parkNanos(this, RECHECK_NANOS);
        if (planned != null) {
            planned.resume(streams);
        }
    }

    /** Returns when the message to a member may be sent; none is owed for the time until then. */
    private long prompted(int peer, SendPlan planned) {
        prompt.orElseThrow().accept(peer);
        if (planned != null) {
            planned.resume(streams);
        }
        return clock.epochNanos();
    }

    /**
     * Whether the next message is one that is timed. They are counted for each member: counted over all, those that are
     * timed would go to the same few members where the number of members and the frequency share a divisor. Those to
     * different members are spread over the time between two to the same.
     */
    private boolean isTimed(int[] peers) {
        long frequency = sending.latencyFrequency();
        return frequency > 0 && (streams.sentTo(peers[turn]) + 1 + turn * frequency / peers.length) % frequency == 0;
    }

    /** Sends the message, and returns when the thread may continue, on the member's clock. */
    private long send(int self, int peer, int peers, boolean timed, long due, long now)
            throws TransportException, InterruptedException {
        int length = nextLength();
        long stamp = timed || sending.block() ? due : 0;
        long sequence = streams.sentTo(peer);
        int kind = sending.block() ? blockKind : kind(timed, sequence, peers);
        if (sending.block()) {
            // the last bit says whether the response is one of those that are timed
            stamp = timed ? stamp | 1 : stamp & ~1L;
            gate.expectResponse(stamp);
        }
        BusHeader.write(message, 0, BusHeader.of(kind, self, peer, phase, number, sequence), stamp);
        if (!sending.cached()) {
            payload.write(message, BusHeader.BYTES, length - BusHeader.BYTES);
        }
        streams.add(peer, length, stamp != 0);
        try {
            handOver(peer, length);
        } catch (TransportException e) {
            streams.undo(peer, length, stamp != 0);
            if (remains(peer)) {
                failed.incrementAndGet();
                throw e;
            }
            return clock.epochNanos();
        }
        if (sending.block()) {
            gate.awaitResponse(peer, destinations);
            return clock.epochNanos();
        }
        gate.awaitReceipts(length, destinations, endEpochNanos);
        if (timed) {
            gate.awaitAnswers(peer, destinations, endEpochNanos);
        }
        long after = clock.epochNanos();
        backpressure.took(after - now);
        return after;
    }

    private int kind(boolean timed, long sequence, int peers) {
        boolean receipt = receiptInterval > 0 && (timed || (sequence + 1) % intervalOfEach(peers) == 0);
        return receipt ? BusHeader.MESSAGE_FOR_RECEIPT : BusHeader.MESSAGE;
    }

    private void handOver(int peer, int length) throws TransportException {
        if (blockKind == BusHeader.AWAITED_REQUEST && sending.block()) {
            transport.sendToAwaited(peer, message, 0, length);
            return;
        }
        if (sending.flushFrequency() == 0 || sending.block()) {
            transport.sendTo(peer, message, 0, length);
            return;
        }
        transport.sendToDeferred(peer, message, 0, length);
        if (++sinceFlush >= sending.flushFrequency()) {
            sinceFlush = 0;
            transport.flush();
        }
    }

    private int nextLength() {
        return sending.smallestBytes() == sending.largestBytes()
                ? sending.largestBytes()
                : random.nextInt(sending.smallestBytes(), sending.largestBytes() + 1);
    }

    /**
     * Whether a member that could not be sent to is not about to go: its connection breaks before that is known here.
     */
    private boolean remains(int peer) {
        long until = clock.epochNanos() + LEAVING_NANOS;
        while (destinations.contains(peer) && clock.epochNanos() < until) {
            LockSupport.parkNanos(this, RECHECK_NANOS);
        }
        return destinations.contains(peer);
    }

    /** Whether the member owes a response to at least one message. */
    boolean isOwed(int peer) {
        long unanswered = streams.sentTo(peer) - streams.acknowledgedBy(peer);
        if (sending.block()) {
            return unanswered > 0;
        }
        if (receiptInterval > 0) {
            return unanswered >= receiptInterval;
        }
        // every n-th message asks for a response; that one may move once where a member joins or leaves
        return sending.latencyFrequency() > 0 && unanswered >= 2L * sending.latencyFrequency();
    }

    /** What it has sent. */
    OutStreams streams() {
        return streams;
    }

    /** What holds it back, and is told what was answered. */
    SendGate gate() {
        return gate;
    }

    /** Messages that could not be sent. */
    long failed() {
        return failed.get();
    }
}
