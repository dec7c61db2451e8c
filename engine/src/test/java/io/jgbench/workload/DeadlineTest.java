package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    @Test
    void moreIsLeftThanNothingAndNoMoreThanItWasGiven() {
        Deadline deadline = Deadline.after(Duration.ofHours(1));

        assertThat(deadline.left()).isPositive().isLessThanOrEqualTo(Duration.ofHours(1));
        assertThat(deadline.leftNanos()).isPositive();
    }

    @Test
    void whatHasPassedLeavesNoTimeButATimeThatCanBeWaitedFor() {
        var passed = new Deadline(System.nanoTime() - 1);

        assertThat(passed.leftNanos()).isNegative();
        assertThat(passed.left()).isEqualTo(Duration.ofNanos(1));
    }
}
