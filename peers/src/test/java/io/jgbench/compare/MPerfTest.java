package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;

class MPerfTest {
    private static final String RESULT =
            "Average/node:    %s msgs, 413MB received, time=5,000 ms, msgs/sec=%s, throughput=82.7MB";

    @Test
    void averageOfTheMembersIsRead() throws Exception {
        assertThat(new MPerf().rate(RESULT.formatted("413,500", "82,700.13"))).hasValue(82_700.13);
        assertThat(new MPerf().rate(RESULT.formatted("500", "100.00"))).hasValue(100);
        assertThat(new MPerf().rate("Received no results")).isEmpty();
    }

    @Test
    void averageOfAnotherLocaleIsAnErrorAndNoFigure() {
        assertThatIOException()
                .isThrownBy(() -> new MPerf().rate(RESULT.formatted("413.500", "82.700,13")))
                .withMessageStartingWith("MPerf must print a rate such as 82,700.13, got: 82.700,13");
    }
}
