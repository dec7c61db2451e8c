package io.jgbench.operator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

    @Test
    void instantIsThatOfTheClockThatItFollows() {
        assertThat(new SteadyClock(() -> 1_800_000_000_123_456_789L).instant())
                .isEqualTo(Instant.ofEpochSecond(1_800_000_000L, 123_456_789));
    }
}
