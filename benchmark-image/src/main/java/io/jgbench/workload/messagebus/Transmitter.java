package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.MessageBusSpec.Sending;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.DirectSender;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * One sending thread: a stream to each of its destinations, in turn. Receiving threads tell it what was answered; see {@link
 * #acknowledged} and {@link #answered}.
 */
final class Transmitter {
    /** What may be under way to a member, so that it answers requests at once; see {@link BusHeader#REQUEST}. */
    private static final long ANSWERED_AT_ONCE_BYTES = 512 * 1024;

    /** A receipt is asked for once in so many bytes, but ... */
    private static final int RECEIPT_BYTES = 256 * 1024;

    /** ... no more seldom than once in so many messages. */
    private static final int RECEIPT_MESSAGES = 100;

    private static final long RESPONSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RECHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LEAVING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long NOT_WAITING = 0;

    private final Sending sending;
    private final int number;
    private final boolean measured;
    private final DirectSender transport;
    private final EpochClock clock;
    private final Payload payload;
    private final int blockKind;
    private final int receiptInterval;
    private final Optional<Pace> pace;
    private final SplittableRandom random;
    private final byte[] message;

    private final AtomicLongArray sentTo = new AtomicLongArray(BusHeader.MAX_PEERS);
    private final AtomicLongArray acknowledgedBy = new AtomicLongArray(BusHeader.MAX_PEERS);
    private final AtomicLong sentMessages = new AtomicLong();
    private final AtomicLong sentBytes = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();
    private final HeldBack heldBack;
    private final AtomicLong failed = new AtomicLong();

    /** The stamp of the request whose response is waited for. */
    private volatile long awaitedStamp = NOT_WAITING;

    private volatile Thread waiting;
    private volatile boolean stopped;

    private int turn;
    private int sinceTimed;
    private int sinceFlush;

    Transmitter(
            Sending sending,
            int number,
            boolean measured,
            DirectSender transport,
            EpochClock clock,
            Payload payload,
            HeldBack heldBack) {
        this.sending = sending;
        this.number = number;
        this.measured = measured;
        this.transport = transport;
        this.clock = clock;
        this.payload = payload;
        this.heldBack = heldBack;
        this.message = new byte[sending.largestBytes()];
        this.pace = sending.bytesPerSecond().map(rate -> new Pace((double) rate / sending.threads(), clock));
        this.random = new SplittableRandom(number);
        this.blockKind = 2L * sending.threads() * sending.largestBytes() <= ANSWERED_AT_ONCE_BYTES
                ? BusHeader.REQUEST
                : BusHeader.MESSAGE;
        this.receiptInterval = receiptInterval(sending);
        payload.write(message, BusHeader.BYTES, message.length - BusHeader.BYTES);
    }

    private static int receiptInterval(Sending sending) {
        if (!sending.receipts() || sending.block()) {
            return 0;
        }
        long seldom = Math.clamp(RECEIPT_BYTES / sending.meanBytes(), 1, RECEIPT_MESSAGES);
        long often = sending.maxBacklogBytes()
                .map(bytes -> Math.max(1, bytes / sending.meanBytes() / 4))
                .orElse(seldom);
        return (int) Math.min(seldom, often);
    }

    /**
     * Sends until the time is over, so many messages are sent, or it is stopped; one message at the least, as a host that is
     * busy may not let it begin before its time is over.
     *
     * @param self the member's place
     * @param limit how many messages at the most
     * @param beganNanos when the member began
     * @param endNanos when to end
     */
    void run(int self, Destinations destinations, long limit, long beganNanos, long endNanos)
            throws TransportException, InterruptedException {
        pace.ifPresent(known -> known.begin(beganNanos));
        long now = clock.epochNanos();
        while (!stopped && (now < endNanos || sentMessages.getPlain() == 0) && sentMessages.getPlain() < limit) {
            int[] peers = destinations.current();
            if (peers.length == 0) {
                LockSupport.parkNanos(this, RECHECK_NANOS);
            } else {
                turn = turn + 1 < peers.length ? turn + 1 : 0;
                long due = now;
                if (pace.isPresent()) {
                    due = pace.get().await(sentBytes.getPlain(), endNanos);
                    now = clock.epochNanos();
                }
                send(self, peers[turn], destinations, due, now);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            now = clock.epochNanos();
        }
        transport.flush();
    }

    private void send(int self, int peer, Destinations destinations, long due, long now)
            throws TransportException, InterruptedException {
        int length = nextLength();
        boolean timed = sending.latencyFrequency() > 0 && ++sinceTimed >= sending.latencyFrequency();
        if (timed) {
            sinceTimed = 0;
        }
        long stamp = timed || sending.block() ? due : 0;
        long sequence = sentTo.getPlain(peer);
        int kind = sending.block() ? blockKind : kind(timed, sequence);
        if (sending.block()) {
            // the last bit says whether the response is one of those that are timed
            stamp = timed ? stamp | 1 : stamp & ~1L;
            waiting = Thread.currentThread();
            awaitedStamp = stamp;
        }
        BusHeader.write(message, 0, BusHeader.of(kind, self, peer, measured, number, sequence), stamp);
        if (!sending.cached()) {
            payload.write(message, BusHeader.BYTES, length - BusHeader.BYTES);
        }
        if (stamp != 0) {
            asked.setOpaque(asked.getPlain() + 1);
        }
        // before it goes, so that no receipt comes for what is not counted yet
        sentTo.setOpaque(peer, sequence + 1);
        sentMessages.setOpaque(sentMessages.getPlain() + 1);
        sentBytes.setOpaque(sentBytes.getPlain() + length);
        try {
            handOver(peer, length);
        } catch (TransportException e) {
            undo(peer, sequence, length, stamp);
            if (remains(peer, destinations)) {
                failed.incrementAndGet();
                throw e;
            }
            return;
        }
        if (sending.block()) {
            awaitResponse(peer, destinations);
        } else {
            awaitReceipts(length, destinations);
            heldBack.took(clock.epochNanos() - now);
        }
    }

    private int kind(boolean timed, long sequence) {
        boolean receipt = receiptInterval > 0 && (timed || (sequence + 1) % receiptInterval == 0);
        return receipt ? BusHeader.MESSAGE_FOR_RECEIPT : BusHeader.MESSAGE;
    }

    private void handOver(int peer, int length) throws TransportException {
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

    private void undo(int peer, long sequence, int length, long stamp) {
        sentTo.setOpaque(peer, sequence);
        sentMessages.setOpaque(sentMessages.getPlain() - 1);
        sentBytes.setOpaque(sentBytes.getPlain() - length);
        if (stamp != 0) {
            asked.setOpaque(asked.getPlain() - 1);
        }
    }

    private int nextLength() {
        return sending.smallestBytes() == sending.largestBytes()
                ? sending.largestBytes()
                : random.nextInt(sending.smallestBytes(), sending.largestBytes() + 1);
    }

    private void awaitResponse(int peer, Destinations destinations) throws InterruptedException {
        long spinUntil = sending.blockSpin().isZero()
                ? 0
                : clock.epochNanos() + sending.blockSpin().toNanos();
        while (awaitedStamp != NOT_WAITING && spinUntil != 0 && clock.epochNanos() < spinUntil) {
            Thread.onSpinWait();
        }
        long giveUp = 0;
        while (awaitedStamp != NOT_WAITING && !stopped) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(100));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (awaitedStamp != NOT_WAITING) {
                long now = clock.epochNanos();
                giveUp = giveUp == 0 ? now + RESPONSE_TIMEOUT_NANOS : giveUp;
                if (now > giveUp || !isThere(peer, destinations)) {
                    awaitedStamp = NOT_WAITING;
                }
            }
        }
    }

    private void awaitReceipts(int length, Destinations destinations) throws InterruptedException {
        if (sending.maxBacklogBytes().isEmpty()) {
            return;
        }
        long most = sending.maxBacklogBytes().get();
        if (backlogBytes(destinations) + length <= most) {
            return;
        }
        transport.flush();
        waiting = Thread.currentThread();
        while (!stopped && backlogBytes(destinations) > 0 && backlogBytes(destinations) + length > most) {
            LockSupport.parkNanos(this, RECHECK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        waiting = null;
    }

    /** Whether a member that could not be sent to is not about to go: its connection breaks before that is known here. */
    private boolean remains(int peer, Destinations destinations) {
        long until = clock.epochNanos() + LEAVING_NANOS;
        while (isThere(peer, destinations) && clock.epochNanos() < until) {
            LockSupport.parkNanos(this, RECHECK_NANOS);
        }
        return isThere(peer, destinations);
    }

    private static boolean isThere(int peer, Destinations destinations) {
        for (int there : destinations.current()) {
            if (there == peer) {
                return true;
            }
        }
        return false;
    }

    /** What answers a message of this stream says that this and all before have arrived. */
    void acknowledged(int peer, long header) {
        long count = BusHeader.sequence(header, sentTo.getOpaque(peer)) + 1;
        acknowledgedBy.accumulateAndGet(peer, count, Math::max);
        if (!sending.block()) {
            wake();
        }
    }

    /**
     * The response to a message of this stream has come.
     *
     * @return whether it is one of those whose time counts
     */
    boolean answered(long stamp) {
        if (!sending.block()) {
            return true;
        }
        if (awaitedStamp != stamp) {
            return false;
        }
        awaitedStamp = NOT_WAITING;
        wake();
        return (stamp & 1) != 0;
    }

    private void wake() {
        Thread sleeper = waiting;
        if (sleeper != null) {
            LockSupport.unpark(sleeper);
        }
    }

    /** Bytes that were sent and that no receipt has come for; 0 where none are asked for. */
    long backlogBytes(Destinations destinations) {
        if (!sending.receipts()) {
            return 0;
        }
        long messages = 0;
        for (int peer : destinations.current()) {
            messages += Math.max(0, sentTo.getOpaque(peer) - acknowledgedBy.get(peer));
        }
        return messages * sending.meanBytes();
    }

    /** Says that no more are to be sent. */
    void stop() {
        stopped = true;
        wake();
    }

    /** Messages sent to one member. */
    long sentTo(int peer) {
        return sentTo.getOpaque(peer);
    }

    long sentMessages() {
        return sentMessages.getOpaque();
    }

    long sentBytes() {
        return sentBytes.getOpaque();
    }

    /** Responses that were asked for. */
    long asked() {
        return asked.getOpaque();
    }

    /** Messages that could not be sent. */
    long failed() {
        return failed.get();
    }
}
