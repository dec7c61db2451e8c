package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/** A performance test that comes with JGroups: started, given a key press, and read from what it prints. */
sealed interface PerfProgram permits MPerf, UPerf {
    /** Its name, which is that of its class in {@code org.jgroups.tests.perf}. */
    String label();

    /** What {@link #awaitRate} tells of. */
    CountedUnits counted();

    /**
     * Waits until a test that was begun is over.
     *
     * @param members the consoles of all members; the test was begun at the first one
     * @param timeout how long that may take
     * @return messages or requests per second, the mean over the members; empty if the program prints that it has no
     *     result
     * @throws TestTimeoutException if the test is not over in time
     * @throws IOException if a member's process ends
     */
    OptionalDouble awaitRate(List<ConsoleProcess> members, Duration timeout) throws IOException, InterruptedException;
}
