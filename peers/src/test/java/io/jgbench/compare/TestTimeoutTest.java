package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Consoles of shells that print what a member of MPerf or UPerf prints, and then wait for keys. */
@Timeout(120)
class TestTimeoutTest {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RATE = "10: 15,145 reqs/sec (120 reads 30 writes)";

    @Test
    void testOfMperfThatIsNotOverInTimeIsAnErrorAndNotATestWithoutAResult() throws Exception {
        try (var member = printing("1: 82,700 msgs/sec")) {
            assertThatThrownBy(() -> new MPerf().awaitRate(List.of(member), SHORT))
                    .isInstanceOf(TestTimeoutException.class)
                    .hasMessageStartingWith("MPerf printed neither a result nor that it has none within 1 s; member-0"
                            + " printed last: ");
        }
    }

    @Test
    void mperfThatPrintsThatItReceivedNoResultsHasNone() throws Exception {
        try (var member = printing("Received no results")) {
            assertThat(new MPerf().awaitRate(List.of(member), PATIENCE)).isEmpty();
        }
    }

    @Test
    void testOfUperfOfWhichOneMemberIsNotDoneInTimeIsAnError() throws Exception {
        try (var done = printing(RATE, "done (in 5003 ms)");
                var waiting = printing(RATE)) {
            assertThatThrownBy(() -> new UPerf().awaitRate(List.of(done, waiting), SHORT))
                    .isInstanceOf(TestTimeoutException.class)
                    .hasMessageStartingWith("UPerf printed no result within 1 s; member-0 printed last: ");
        }
    }

    @Test
    void rateOfUperfIsTheMeanOverItsMembers() throws Exception {
        try (var done = printing(RATE, "done (in 5003 ms)")) {
            assertThat(new UPerf().awaitRate(List.of(done), PATIENCE)).hasValue(15_145);
        }
    }

    private static ConsoleProcess printing(String... lines) throws IOException {
        return ConsoleProcess.start(
                "member-0", List.of("sh", "-c", "printf '%s\\n' '" + String.join("' '", lines) + "'; exec cat"));
    }
}
