package io.jgbench.perftest;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.transport.TransportException;
import java.time.Duration;
import java.util.Optional;

/**
 * Measures how this member's clock stands to the first member's, as there is no controller's: it asks several times,
 * and the answer that took the shortest time is the best, as the other's reading lies somewhere within it.
 */
final class ClockProbe {
    private static final int QUESTIONS = 20;
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final String self;
    private final Group group;
    private final GroupMessages mail;
    private final EpochClock clock;

    /** The question that waits for its answer; guarded by this. */
    private long asked = -1;

    private long askedNanos;
    private Optional<ClockOffset> best = Optional.empty();

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
            long roundTrip = now - askedNanos;
            long error = roundTrip / 2;
            if (best.isEmpty() || error < best.get().errorNanos()) {
                best = Optional.of(new ClockOffset(askedNanos + error - answer.epochNanos(), error));
            }
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
        for (long number = 0; number < QUESTIONS || best().isEmpty(); number++) {
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
        return best().orElseThrow();
    }

    private synchronized Optional<ClockOffset> best() {
        return best;
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
