package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairOrderTest {
    private final List<String> measured = new ArrayList<>();

    @Test
    void programsTakeTurnsInBeingFirstAndTheOtherOneBegins() throws Exception {
        for (int number = 1; number <= 3; number++) {
            var order = PairOrder.ofPair(number);
            measured.add("first is " + order.first("MPerf"));
            assertThat(order.measure(() -> note("MPerf"), this::jgbench).other())
                    .isEqualTo("MPerf");
        }

        assertThat(measured)
                .containsExactly(
                        "first is MPerf",
                        "MPerf",
                        "jgbench",
                        "first is jgbench",
                        "jgbench",
                        "MPerf",
                        "first is MPerf",
                        "MPerf",
                        "jgbench");
    }

    private String note(String program) {
        measured.add(program);
        return program;
    }

    private RunResult jgbench() {
        measured.add("jgbench");
        return null;
    }
}
