package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeasurementStartTest {
    private final AtomicLong now = new AtomicLong(1000);
    private final MeasurementStart begin = new MeasurementStart(now::get);

    @Test
    void memberThatDoesNotSendBeginsWhenItPassesTheBarrier() {
        assertThat(begin.epochNanos()).isZero();

        begin.passed(700);

        assertThat(begin.epochNanos()).isEqualTo(700);
    }

    @Test
    void memberThatSendsBeginsWithItsFirstMessage() {
        begin.passed(700);
        begin.sending();
        now.set(2000);
        begin.sending();

        assertThat(begin.epochNanos()).isEqualTo(1000);
    }
}
