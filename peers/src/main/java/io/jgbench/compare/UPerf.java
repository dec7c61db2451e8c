package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * RPCs of all members. The rate of each is read at its own console: the member at which a test was begun waits for the
 * others' results for a fifth of the test's time only, averages over those that have come, and where none has, fails to
 * print the average.
 */
record UPerf() implements PerfProgram {

    @Override
    public String label() {
        return "UPerf";
    }

    @Override
    public CountedUnits counted() {
        return CountedUnits.OWN_REQUESTS;
    }

    @Override
    public OptionalDouble awaitRate(List<ConsoleProcess> members, Duration timeout)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        double sum = 0;
        for (ConsoleProcess member : members) {
            var reading = new UPerfReading();
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            if (member.awaitLine(reading::isLast, left).isEmpty()) {
                throw new TestTimeoutException(this, "no result", timeout, member);
            }
            sum += reading.requestsPerSecond().orElseThrow();
        }
        return OptionalDouble.of(sum / members.size());
    }
}
