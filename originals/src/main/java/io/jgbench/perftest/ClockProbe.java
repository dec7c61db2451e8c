package io.jgbench.perftest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.ClockExchanges;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.transport.TransportException;
import java.time.Duration;
import java.util.Optional;

/**
 * Measures how this member's clock stands to the first member's, as there is no controller's. Questions and answers go
 * over the transport under test, which may lose them, so each waits for its own answer only so long;
 * {@link ClockExchanges} makes the offset of them, as it does over the control protocol.
 */
final class ClockProbe {
    private static final int QUESTIONS = 20;
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final String self;
    private final Group group;
    private final GroupMessages mail;
    private final EpochClock clock;

    /** The question that waits for its answer. */
    @GuardedBy("this")
    private long asked = -1;

    @GuardedBy("this")
    private long askedNanos;

    /** Answers that came. */
    @GuardedBy("this")
    private int answers;

    @GuardedBy("this")
    private final ClockExchanges exchanges = new ClockExchanges(Optional.empty());

    ClockProbe(String self, Group group, GroupMessages mail, EpochClock clock) {
        this.self = self;
        this.group = group;
        this.mail = mail;
        this.clock = clock;
    }

    /** An answer has come, to this member or to another. */
    void answered(GroupMessage.ClockAnswer answer) {
        long now = clock.epochNanos();
        synchronized (this) {
            if (!answer.to().equals(self) || answer.number() != asked) {
                return;
            }
            exchanges.add(askedNanos, now, new ClockReading(answer.epochNanos(), Optional.empty()));
            answers++;
            asked = -1;
            notifyAll();
        }
    }

    /**
     * Asks.
     *
     * @param other the member that is asked, for the message
     * @throws PerfTestException if it does not answer in time
     */
    ClockOffset measure(String other, Duration timeout)
            throws PerfTestException, TransportException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (long number = 0; number < QUESTIONS || !isAnswered(); number++) {
            if (System.nanoTime() - deadline > 0) {
                throw new PerfTestException(other + " did not tell its time within " + timeout.toSeconds() + " s");
            }
            group.monitor().check();
            synchronized (this) {
                asked = number;
                askedNanos = clock.epochNanos();
            }
            mail.send(new GroupMessage.ClockQuestion(self, number));
            awaitAnswer();
        }
        return offset();
    }

    private synchronized boolean isAnswered() {
        return answers > 0;
    }

    private synchronized ClockOffset offset() {
        // of the first member's clock to ours, and ours to that is asked for
        ClockOffset ofOther = exchanges.result().offset();
        return new ClockOffset(-ofOther.offsetNanos(), ofOther.errorNanos());
    }

    private synchronized void awaitAnswer() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (long left = PATIENCE.toMillis();
                asked >= 0 && left > 0;
                left = (deadline - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }
}
