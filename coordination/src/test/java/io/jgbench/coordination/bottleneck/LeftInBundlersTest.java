package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeftInBundlersTest {
    @Test
    void bundlersThatSleepBesideMessagesAreTheCause() {
        var found = bottleneck(loads(3, i -> Map.of(Counters.LEFT_IN_BUNDLER_NANOS, (2 + 2L * i) * SECOND)));

        assertThat(found.type()).isEqualTo(BottleneckType.SENDER);
        assertThat(found.fault()).isTrue();
        assertThat(found.message())
                .isEqualTo("The bundler of member-2 slept 60 % of the time while it had messages to send, those of 2"
                        + " more 10 % or more. Its single thread takes a part of a queue at a time and leaves the rest"
                        + " until somebody sends again. Have it take all (bundler.remove_queue_capacity as large as"
                        + " bundler.capacity), or give each destination a thread"
                        + " (bundler.use_single_sender_thread=\"false\").");
    }

    @ParameterizedTest
    @CsvSource({"999, false", "1000, true"})
    void bundlerThatSleepsForATenthOfTheTimeIsTheCause(long leftMillis, boolean cause) {
        var found =
                bottleneck(loads(4, i -> Map.of(Counters.LEFT_IN_BUNDLER_NANOS, i == 1 ? leftMillis * 1_000_000 : 0)));

        assertThat(found.message().startsWith("The bundler of member-1 slept")).isEqualTo(cause);
    }
}
