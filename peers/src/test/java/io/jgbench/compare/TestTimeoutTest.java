package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.spec.Warmup;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Consoles of shells that print what a member of MPerf or UPerf prints, and then wait for keys. */
@Timeout(120)
class TestTimeoutTest {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG_ENOUGH_FOR_A_LINE = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RATE = "10: 15,145 reqs/sec (120 reads 30 writes)";
    private static final String MENU = "[1] Start test [2] View [4] Threads (1) [6] Time (1s) [7] Msg size (1KB)";
    private static final String VIEW_OF_ONE = "** view: [member-0|0] (1) [member-0]";
    private static final String VIEW_OF_TWO = "** view: [member-0|1] (2) [member-0, member-1]";

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

    @Test
    void lastTestThatIsNotOverInTimeHasNoRateAndEndsNothing() throws Exception {
        try (var cluster = joined("exec cat")) {
            PerfCluster.Test test = cluster.test(SHORT);

            assertThat(test.ratePerSecond()).isZero();
            assertThat(test.cpuCost()).isEmpty();
        }
    }

    @Test
    void testOfAWarmUpThatIsNotOverInTimeIsAnError() throws Exception {
        try (var cluster = joined("exec cat")) {
            assertThatThrownBy(() -> cluster.warmUp(Warmup.of(1), SHORT)).isInstanceOf(TestTimeoutException.class);
        }
    }

    @Test
    void clusterThatFellApartIsToldAsThatAndNotAsATestThatIsNotOverInTime() throws Exception {
        try (var cluster = joined("read key; echo '" + VIEW_OF_ONE + "'; exec cat")) {
            assertThatThrownBy(() -> cluster.test(LONG_ENOUGH_FOR_A_LINE))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(TestTimeoutException.class)
                    .hasMessage("MPerf's 2 members do not all see each other any more; one printed: " + VIEW_OF_ONE);
        }
    }

    /** Two members of MPerf that see each other; the first one then does what is given, the other one nothing. */
    private static PerfCluster joined(String then) throws IOException, InterruptedException {
        SequencedMap<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("member-0", shell(then, MENU, VIEW_OF_ONE, VIEW_OF_TWO));
        commands.put("member-1", shell("exec cat", MENU, VIEW_OF_TWO));
        return new PerfCluster(new MPerf(), 1, SHORT).join(commands);
    }

    private static ConsoleProcess printing(String... lines) throws IOException {
        return ConsoleProcess.start("member-0", shell("exec cat", lines));
    }

    private static List<String> shell(String then, String... lines) {
        return List.of("sh", "-c", "printf '%s\\n' '" + String.join("' '", lines) + "'; " + then);
    }
}
