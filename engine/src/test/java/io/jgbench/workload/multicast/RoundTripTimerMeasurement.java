package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.RepeatedTest;

/**
 * What the latency histogram costs each message of a sender, on its way out and back; see docs/BENCHMARKS.md. A
 * measurement and no test: it is run by its name, on a machine that does nothing else.
 */
class RoundTripTimerMeasurement {
    private static final int MESSAGES = 100_000_000;
    private static final int EACH_MESSAGE = 1;
    private static final int DEFAULT_INTERVAL = 128;

    @RepeatedTest(6)
    void messageIsTimedOnItsWayOutAndBack() {
        System.out.printf(
                "nanoseconds a message: %.2f where each %dth is timed, %.2f where each is%n",
                nanosPerMessage(MESSAGES, DEFAULT_INTERVAL),
                DEFAULT_INTERVAL,
                nanosPerMessage(MESSAGES / 10, EACH_MESSAGE));
    }

    private static double nanosPerMessage(int messages, int interval) {
        var timer = new RoundTripTimer(messages, interval, RoundTripTimer.NEVER, EpochClock.system());
        byte[] message = new byte[MulticastHeader.STAMPED_BYTES];
        long begin = System.nanoTime();
        for (int i = 0; i < messages; i++) {
            timer.sent(i, message);
            timer.received(i);
        }
        long nanos = System.nanoTime() - begin;
        Histogram recorded = RoundTripTimer.emptyHistogram();
        timer.addTo(recorded);
        assertThat(recorded.getTotalCount()).isEqualTo(Math.ceilDiv(messages, interval));
        return (double) nanos / messages;
    }
}
