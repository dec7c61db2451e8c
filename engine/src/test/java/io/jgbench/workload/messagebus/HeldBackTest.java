package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeldBackTest {

    @Test
    void whatTakesATenthOfAMillisecondCountsAndWhatTakesLessIsTheWorkItself() {
        var heldBack = new HeldBack();

        heldBack.took(99_999);
        heldBack.took(100_000);
        heldBack.took(300_000);

        assertThat(heldBack.events()).isEqualTo(2);
        assertThat(heldBack.nanos()).isEqualTo(400_000);
    }
}
