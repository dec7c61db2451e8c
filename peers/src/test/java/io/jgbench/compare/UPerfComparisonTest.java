package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.compare.UPerfComparison.UPerfPair;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.local.host.ProcessHosts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("slow")
@Tag("comparison")
class UPerfComparisonTest {
    private static final int MEMBERS = 2;

    @Test
    void bothMeasureOnTheSameHosts() throws Exception {
        var comparison = new UPerfComparison(
                () -> ProcessHosts.open(MEMBERS),
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
                Duration.ofSeconds(5),
                5,
                Warmup.of(1000));

        MeasuredPair both = comparison
                .measure("jgroups-tcp", "tcp", 1000, PairOrder.JGBENCH_FIRST)
                .both();

        assertThat(both.other().perSecond()).isPositive();
        assertThat(both.jgbench().perSecond()).isPositive();
        assertThat(both.other().cpuCost().orElseThrow().nanosEach()).isPositive();
        assertThat(both.jgbench().cpuCost().orElseThrow().nanosEach()).isPositive();
        assertThat(both.valid()).isTrue();
        assertThat(both.ratio().orElseThrow())
                .isEqualTo(both.jgbench().perSecond() / both.other().perSecond());
    }

    @Test
    void readsOfTheCallingMemberItselfAreNoNetworkCalls() {
        // of UPerf's requests 0.8 are reads, one in four of the member itself, and 0.2 are writes to two
        assertThat(pair(4, 1000).callRatio().orElseThrow()).isCloseTo(1.2, within(0.001));
        assertThat(pair(4, 0).callRatio()).isEmpty();
        assertThat(pair(1, 1000).callRatio()).isEmpty();
    }

    private static UPerfPair pair(int members, double uperf) {
        return new UPerfPair(members, new MeasuredPair("UPerf", measured(uperf), measured(1000), true));
    }

    private static MeasuredProgram measured(double requestsPerSecond) {
        return new MeasuredProgram(requestsPerSecond, new KernelLosses(0, OptionalLong.of(0)), Optional.empty(), true);
    }
}
