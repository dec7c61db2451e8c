package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.transport.DirectSender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Holds one sending thread back: until the response to its request has come, or until so little is without a receipt
 * that more may be sent. Receiving threads tell it what has come.
 */
final class SendGate {
    private static final long RESPONSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RESPONSE_RECHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RECEIPT_RECHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long NOT_WAITING = 0;

    /**
     * Messages whose answers may be under way to all threads that time theirs. Receivers keep answers in a queue, which
     * has room for four times as many; each message that is timed has two.
     */
    private static final int ANSWERS_UNDER_WAY = Responder.CAPACITY / 4;

    /** After so long without a receipt messages or receipts that a transport does not repair are lost. */
    private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Sending sending;
    private final OutStreams streams;
    private final DirectSender transport;
    private final EpochClock clock;
    private final long receiptTimeoutNanos;

    /** The stamp of the request whose response is waited for. */
    private volatile long awaitedStamp = NOT_WAITING;

    private volatile Thread waiting;
    private volatile boolean stopped;
    private int senders = 1;

    SendGate(Sending sending, OutStreams streams, BusPhase.Wiring wiring) {
        this.sending = sending;
        this.streams = streams;
        this.transport = wiring.transport();
        this.clock = wiring.clock();
        this.receiptTimeoutNanos = wiring.reliable() ? RESPONSE_TIMEOUT_NANOS : LOST_NANOS;
    }

    /**
     * How many members may send to the same one.
     *
     * @param members how many members there are
     */
    void shareAnswersAmong(int members) {
        senders = Math.max(1, members - 1);
    }

    /** The thread is about to send a request, and then awaits its response. */
    void expectResponse(long stamp) {
        waiting = Thread.currentThread();
        awaitedStamp = stamp;
    }

    /** Returns when that response has come, or will not: its member is gone, or has not answered for long. */
    void awaitResponse(int peer, Destinations destinations) throws InterruptedException {
        long spinUntil = sending.blockSpin().isZero()
                ? 0
                : clock.epochNanos() + sending.blockSpin().toNanos();
        while (awaitedStamp != NOT_WAITING && spinUntil != 0 && clock.epochNanos() < spinUntil) {
            Thread.onSpinWait();
        }
        long giveUp = 0;
        while (awaitedStamp != NOT_WAITING && !stopped) {
            LockSupport.parkNanos(this, RESPONSE_RECHECK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (awaitedStamp != NOT_WAITING) {
                long now = clock.epochNanos();
                giveUp = giveUp == 0 ? now + RESPONSE_TIMEOUT_NANOS : giveUp;
                if (now > giveUp || !destinations.contains(peer)) {
                    awaitedStamp = NOT_WAITING;
                }
            }
        }
    }

    /**
     * Returns when the backlog has room for a message more, or at the end. What no receipt comes for is lost, and is
     * no part of the backlog from then on.
     *
     * @param length the message's size
     * @param endEpochNanos when to end
     */
    void awaitReceipts(int length, Destinations destinations, long endEpochNanos) throws InterruptedException {
        if (!hasRoom(length, destinations)) {
            await(() -> hasRoom(length, destinations), destinations, endEpochNanos);
        }
    }

    /**
     * Returns at the end, or when so few timed messages to a member are unanswered that one more may be sent. Receiving
     * threads never wait, so nothing else would slow down a thread that times each message.
     *
     * @param peer the member that was sent one, so that it acknowledges all before
     * @param endEpochNanos when to end
     */
    void awaitAnswers(int peer, Destinations destinations, long endEpochNanos) throws InterruptedException {
        if (!hasFewUnanswered(peer, destinations)) {
            await(() -> hasFewUnanswered(peer, destinations), destinations, endEpochNanos);
        }
    }

    private boolean hasFewUnanswered(int peer, Destinations destinations) {
        int peers = destinations.current().length;
        long most = Math.max(1, ANSWERS_UNDER_WAY / sending.threads() / Math.max(senders, peers));
        return streams.unacknowledged(peer) <= most * sending.latencyFrequency();
    }

    private void await(BooleanSupplier mayGoOn, Destinations destinations, long endEpochNanos)
            throws InterruptedException {
        transport.flush();
        waiting = Thread.currentThread();
        long unacknowledged = streams.unacknowledged(destinations.current());
        long now = clock.epochNanos();
        long changedAtEpochNanos = now;
        while (!stopped && now < endEpochNanos && !mayGoOn.getAsBoolean()) {
            LockSupport.parkNanos(this, RECEIPT_RECHECK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            now = clock.epochNanos();
            long left = streams.unacknowledged(destinations.current());
            if (left != unacknowledged) {
                unacknowledged = left;
                changedAtEpochNanos = now;
            } else if (now - changedAtEpochNanos > receiptTimeoutNanos) {
                streams.giveUp(destinations.current());
            }
        }
        waiting = null;
    }

    private boolean hasRoom(int length, Destinations destinations) {
        if (sending.maxBacklogBytes().isEmpty()) {
            return true;
        }
        long backlog = backlogBytes(destinations);
        return backlog == 0 || backlog + length <= sending.maxBacklogBytes().get();
    }

    /** Bytes that were sent and that no receipt has come for; 0 where none are asked for. */
    long backlogBytes(Destinations destinations) {
        return sending.receipts() ? streams.unacknowledged(destinations.current()) * sending.meanBytes() : 0;
    }

    /** What answers a message of this thread says that this one and all before have arrived. */
    void acknowledged(int peer, long header) {
        streams.acknowledged(peer, header);
        if (!sending.block()) {
            wake();
        }
    }

    /**
     * The response to a message of this thread has come.
     *
     * @return whether it is one of those whose time counts
     */
    boolean answered(long stamp) {
        if (!sending.block()) {
            return true;
        }
        if (awaitedStamp == stamp) {
            awaitedStamp = NOT_WAITING;
            wake();
        }
        // one that is given up is late, and the latest of all is not to be left out
        return (stamp & 1) != 0;
    }

    private void wake() {
        Thread sleeper = waiting;
        if (sleeper != null) {
            LockSupport.unpark(sleeper);
        }
    }

    boolean isStopped() {
        return stopped;
    }

    /** Lets the thread go, and says that it is to send no more. */
    void stop() {
        stopped = true;
        wake();
    }
}
