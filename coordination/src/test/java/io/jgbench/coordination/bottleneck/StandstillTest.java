package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandstillTest {
    @ParameterizedTest
    @CsvSource({
        // whose host other programs keep busy
        "1, false",
        "2, true"
    })
    void standstillIsNoLossWhereOtherProgramsTakeTheHostOfTheMemberThatAllWaitFor(int busy, boolean loss) {
        var members = loads(
                4,
                i -> Map.of(
                        Counters.HOST_IDLE_NANOS,
                        (i == busy ? 2 : 24) * SECOND,
                        Counters.HOST_CPU_NANOS,
                        (i == busy ? 38 : 16) * SECOND,
                        Counters.CPU_NANOS,
                        6 * SECOND));

        var found = bottleneck(members, new Standstill("member-1", Duration.ofMillis(1_200), 10, 0));

        assertThat(found.type() == BottleneckType.LOSS).as(found.message()).isEqualTo(loss);
        assertThat(found.member()).contains("member-1");
    }
}
