package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackpressureTest {

    @Test
    void whatTakesATenthOfAMillisecondCountsAndWhatTakesLessIsTheWorkItself() {
        var backpressure = new Backpressure();

        backpressure.took(99_999);
        backpressure.took(100_000);
        backpressure.took(300_000);

        assertThat(backpressure.events()).isEqualTo(2);
        assertThat(backpressure.nanos()).isEqualTo(400_000);
    }
}
