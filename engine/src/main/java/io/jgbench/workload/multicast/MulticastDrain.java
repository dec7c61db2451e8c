package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until all messages of a flow have arrived, or are known to be lost: every sender has said that it has sent all
 * and nothing has come since for a while. Over an unreliable transport what the senders say may be lost as well, so
 * they repeat it, and a long silence counts as the end.
 */
final class MulticastDrain {
    private static final Duration POLL = Duration.ofMillis(5);
    private static final Duration REPEAT_END = Duration.ofMillis(50);
    private static final Duration QUIET_AFTER_END = Duration.ofMillis(500);

    private final SendingMember member;
    private final MessageFlow flow;
    private final boolean reliable;
    private final Duration quietWithoutEnd;
    private final EpochClock clock;

    private long received;
    private long changedAtEpochNanos;
    private long endSentAtEpochNanos;

    /**
     * Waits for nothing yet.
     *
     * @param quietWithoutEnd the silence that counts as the end over an unreliable transport: longer than any between
     *     two messages, one of which may wait while the one before it is processed
     */
    MulticastDrain(
            SendingMember member, MessageFlow flow, boolean reliable, Duration quietWithoutEnd, EpochClock clock) {
        this.member = member;
        this.flow = flow;
        this.reliable = reliable;
        this.quietWithoutEnd = quietWithoutEnd;
        this.clock = clock;
    }

    /**
     * Returns when nothing more can come.
     *
     * @param deadlineEpochNanos when to give up
     * @param what the part of the workload, for the message
     * @throws WorkloadException if the deadline passes; the message says what is missing from whom
     */
    void await(long deadlineEpochNanos, String what) throws WorkloadException, InterruptedException {
        changedAtEpochNanos = clock.epochNanos();
        endSentAtEpochNanos = changedAtEpochNanos;
        received = flow.received();
        for (long now = changedAtEpochNanos; !isOver(now); now = clock.epochNanos()) {
            if (now > deadlineEpochNanos) {
                throw new OutOfTimeException("the " + what + " was not done within its time: received "
                        + flow.received() + " of " + flow.expected() + " messages, missing " + flow.missing());
            }
            repeatEnd(now);
            LockSupport.parkNanos(this, POLL.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private boolean isOver(long now) {
        long count = flow.received();
        if (count != received) {
            received = count;
            changedAtEpochNanos = now;
        }
        long quietNanos = now - changedAtEpochNanos;
        boolean quietAfterEnd = flow.allEnded() && quietNanos >= QUIET_AFTER_END.toNanos();
        return reliable ? flow.isComplete() || quietAfterEnd : quietAfterEnd || quietNanos >= quietWithoutEnd.toNanos();
    }

    private void repeatEnd(long now) throws WorkloadException {
        if (!reliable && now - endSentAtEpochNanos >= REPEAT_END.toNanos()) {
            endSentAtEpochNanos = now;
            member.sendEnd();
        }
    }
}
