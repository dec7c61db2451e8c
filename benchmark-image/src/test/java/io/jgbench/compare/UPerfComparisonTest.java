package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.compare.UPerfComparison.Pair;
import io.jgbench.local.host.ProcessHosts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("slow")
class UPerfComparisonTest {
    private static final int MEMBERS = 2;

    @Test
    void bothMeasureOnTheSameHosts() throws Exception {
        var comparison = new UPerfComparison(
                () -> ProcessHosts.open(MEMBERS),
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
                Duration.ofSeconds(1),
                5);

        Pair pair = comparison.measure("jgroups-tcp", "tcp", 1000);

        assertThat(pair.uperf()).isPositive();
        assertThat(pair.jgbench()).isPositive();
        assertThat(pair.valid()).isTrue();
        assertThat(pair.ratio().orElseThrow()).isEqualTo(pair.jgbench() / pair.uperf());
    }

    @Test
    void readsOfTheCallingMemberItselfAreNoNetworkCalls() {
        // of UPerf's requests 0.8 are reads, one in four of the member itself, and 0.2 are writes to two
        assertThat(new Pair(4, 1000, 1000, true).callRatio().orElseThrow()).isCloseTo(1.2, within(0.001));
        assertThat(new Pair(4, 0, 1000, true).callRatio()).isEmpty();
        assertThat(new Pair(1, 1000, 1000, true).callRatio()).isEmpty();
    }
}
