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
class MPerfComparisonTest {
    private static final int MEMBERS = 2;

    private final MPerfComparison comparison = new MPerfComparison(
            () -> ProcessHosts.open(MEMBERS),
            // as on a machine whose LANG is de_DE
            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Duser.country=DE"),
            Duration.ofSeconds(5),
            Warmup.of(5000));

    @Test
    void bothMeasureOnTheSameHostsWithTheirOwnStacks() throws Exception {
        var pair = comparison.measure("jgroups-tcp", "tcp", 1000, 1, true);

        assertThat(pair.mperf().messagesPerSecond()).isPositive();
        assertThat(pair.jgbench().messagesPerSecond()).isPositive();
        assertThat(pair.ratio().orElseThrow())
                .isEqualTo(pair.jgbench().messagesPerSecond() / pair.mperf().messagesPerSecond());
        assertThat(pair.mperf().cpuCost().orElseThrow().nanosEach()).isPositive();
        assertThat(pair.jgbench().cpuCost().orElseThrow().nanosEach()).isPositive();
        assertThat(pair.valid()).isTrue();
        assertThat(pair.jgbenchShare())
                .as("share of a limit that loopback does not have")
                .isEmpty();
    }

    @Test
    void mperfThatDoesNotStartIsToldWithWhatItPrintedLast() {
        assertThatThrownBy(() -> comparison.measure("no-such-stack.xml", "tcp", 1000, 1, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("member-0")
                .hasMessageContaining("it printed last");
    }
}
