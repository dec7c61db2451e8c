package io.jgbench.workload.messagebus;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.measure.ArrivalSequence;
import io.jgbench.measure.Pace;
import io.jgbench.workload.Lateness;
import java.util.function.BooleanSupplier;

/**
 * When the messages of one sending thread are due, and how late each is. Those of a member's threads lie between each
 * other, and the first thread alone has one at the start. Evenly spread, a message is due when as many
 * bytes would have gone as all before it have, so that the rate is exact with messages of any sizes; else they are due
 * as if all had the mean size. For that thread alone.
 */
final class SendPlan {
    private final Pace pace;
    private final boolean countsBytes;
    private final Lateness.OfThread lateness;
    private final EpochClock clock;

    private SendPlan(Pace pace, boolean countsBytes, Lateness.OfThread lateness, EpochClock clock) {
        this.pace = pace;
        this.countsBytes = countsBytes;
        this.lateness = lateness;
        this.clock = clock;
    }

    /**
     * A plan that has not begun.
     *
     * @param bytesPerSecond of all threads of the member
     * @param member the place of the member among all
     * @param members how many there are
     * @param thread the place of the thread among those of the member
     */
    static SendPlan of(
            Sending sending,
            long bytesPerSecond,
            int member,
            int members,
            int thread,
            Lateness lateness,
            EpochClock clock) {
        int threads = sending.threads();
        double bytesOfThread = (double) bytesPerSecond / threads;
        double messagesOfThread = bytesOfThread / sending.meanBytes();
        double later = (double) member / members;
        ArrivalSequence all = switch (sending.arrivals()) {
            case EVEN -> ArrivalSequence.shifted(bytesOfThread, (double) sending.meanBytes() * thread / threads);
            case STAGGERED -> ArrivalSequence.shifted(messagesOfThread, (thread + later) / threads);
            case POISSON -> ArrivalSequence.random(messagesOfThread, (long) member * threads + thread);
        };
        ArrivalSequence arrivals = thread == 0 ? all.fromStart() : all;
        return new SendPlan(new Pace(arrivals, clock), sending.arrivals() == Arrivals.EVEN, lateness.ofThread(), clock);
    }

    /** Sets when the first message is due. */
    void begin(long epochNanos) {
        pace.begin(epochNanos);
    }

    /**
     * Waits until the message after those that were sent is due, and returns when that is; what is due later than
     * waiting may last is returned before it is due.
     *
     * @param latestNanos when to stop waiting
     * @param stopped whether to stop before that
     */
    long await(OutStreams sent, long latestNanos, BooleanSupplier stopped) throws InterruptedException {
        long due = pace.dueNanos(unitsBefore(sent));
        long ignored = pace.awaitInstant(Math.min(due, latestNanos), stopped);
        return due;
    }

    /**
     * The message that was waited for is about to be handed over.
     *
     * @param dueNanos when it was due
     * @param askedNanos when the thread began to wait for it
     */
    void handsOver(long dueNanos, long askedNanos) {
        lateness.handsOver(dueNanos, askedNanos < dueNanos, clock.epochNanos());
    }

    /** Continues after a time without any receiver. Messages that were due in that time are not sent later. */
    void resume(OutStreams sent) {
        pace.resume(clock.epochNanos(), unitsBefore(sent));
    }

    /** Time is over before the message after those that were sent is handed over, which may have been due. */
    void leaves(OutStreams sent, long nowNanos) {
        lateness.leaves(pace.dueNanos(unitsBefore(sent)), nowNanos);
    }

    /** Nothing more is handed over. */
    void ended() {
        lateness.ended();
    }

    private long unitsBefore(OutStreams sent) {
        return countsBytes ? sent.bytes() : sent.messages();
    }
}
