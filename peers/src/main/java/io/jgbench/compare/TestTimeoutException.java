package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;

/**
 * A test of MPerf or UPerf is not over in time. Its result may still come, and would be taken for that of the next one.
 */
final class TestTimeoutException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * With what was waited for and what was printed last.
     *
     * @param missing what the program did not print, after "printed"
     */
    TestTimeoutException(PerfProgram program, String missing, Duration timeout, ConsoleProcess member) {
        super(program.label() + " printed " + missing + " within " + timeout.toSeconds() + " s; " + member.lastLine());
    }
}
