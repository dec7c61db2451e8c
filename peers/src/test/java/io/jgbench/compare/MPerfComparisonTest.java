package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.spec.Warmup;
import io.jgbench.local.host.ProcessHosts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("slow")
@Tag("comparison")
class MPerfComparisonTest {
    private static final int MEMBERS = 2;

    private final MPerfComparison comparison = new MPerfComparison(
            () -> ProcessHosts.open(MEMBERS),
            // as on a machine whose LANG is de_DE
            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Duser.country=DE"),
            Duration.ofSeconds(5),
            Warmup.of(5000),
            new Warmup.Steady(Duration.ZERO, Duration.ofSeconds(10)));

    @Test
    void bothMeasureOnTheSameHostsWithTheirOwnStacks() throws Exception {
        var pair = comparison.measure("jgroups-tcp", "tcp", 1000, 1, PairOrder.OTHER_FIRST);

        MeasuredPair both = pair.both();
        assertThat(both.other().perSecond()).isPositive();
        assertThat(both.jgbench().perSecond()).isPositive();
        assertThat(both.ratio().orElseThrow())
                .isEqualTo(both.jgbench().perSecond() / both.other().perSecond());
        assertThat(both.other().cpuCost().orElseThrow().nanosEach()).isPositive();
        assertThat(both.jgbench().cpuCost().orElseThrow().nanosEach()).isPositive();
        assertThat(both.valid()).isTrue();
        assertThat(pair.jgbenchShare())
                .as("share of a limit that loopback does not have")
                .isEmpty();
    }

    /** MPerf prints with how many it sends, and another number would be refused. */
    @Test
    void pilotFindsWithHowManySenderThreadsMPerfIsTheFastest() throws Exception {
        assertThat(comparison.bestSenderThreads("jgroups-tcp", 1000)).isIn(1, 20, 100);
    }

    @Test
    void mperfThatDoesNotStartIsToldWithWhatItPrintedLast() {
        assertThatThrownBy(() -> comparison.measure("no-such-stack.xml", "tcp", 1000, 1, PairOrder.OTHER_FIRST))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("member-0")
                .hasMessageContaining("it printed last");
    }
}
