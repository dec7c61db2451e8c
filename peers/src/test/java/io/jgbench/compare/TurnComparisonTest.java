package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.compare.TurnComparison.Load;
import io.jgbench.compare.TurnComparison.TurnOutcome;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("slow")
@Tag("comparison")
class TurnComparisonTest {
    private final List<String> turns = new ArrayList<>();

    @Test
    void turnOfJgbenchIsComparedWithMPerfsBeforeAndAfterIt() throws Exception {
        TurnOutcome outcome = outcome(comparison(2)::withMPerf, new Load(2, "jgroups-tcp", "tcp", 1000, 1));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.pairs()).hasSize(2).allSatisfy(pair -> {
            assertThat(pair.other().perSecond()).isPositive();
            assertThat(pair.jgbench().perSecond()).isPositive();
            assertThat(pair.jgbench().cpuCost().orElseThrow().nanosEach()).isPositive();
            assertThat(pair.other().cpuCost().orElseThrow().nanosEach()).isPositive();
        });
        assertThat(turns).containsExactly("1 other", "2 jgbench", "3 other", "4 jgbench", "5 other");
    }

    @Test
    void turnOfJgbenchIsComparedWithUPerfsBeforeAndAfterIt() throws Exception {
        TurnOutcome outcome = outcome(comparison(1)::withUPerf, new Load(2, "tcp", "tcp", 1000, 5));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.pairs())
                .hasSize(1)
                .allSatisfy(pair -> assertThat(pair.ratio()).isPositive());
    }

    @Test
    void programThatDoesNotStartIsToldWithWhatItPrintedLast() {
        var refused = new TurnComparison(
                List.of("-XX:NoSuchOption"),
                LinkSettings.UNLIMITED,
                new Turns(Duration.ofSeconds(2), 0, 1),
                (_, _, _, _) -> {},
                System.err::println);

        assertThatThrownBy(() -> outcome(refused::withMPerf, new Load(2, "tcp", "tcp", 1000, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("member-0")
                .hasMessageContaining("it printed last");
    }

    private TurnComparison comparison(int pairs) {
        return new TurnComparison(
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
                LinkSettings.UNLIMITED,
                new Turns(Duration.ofSeconds(2), 0, pairs),
                (turn, _, ofJgbench, _) -> turns.add(turn + (ofJgbench ? " jgbench" : " other")),
                System.err::println);
    }

    @FunctionalInterface
    private interface Comparison {
        TurnOutcome of(Load load) throws HostsUnavailableException, IOException, InterruptedException;
    }

    private static TurnOutcome outcome(Comparison comparison, Load load) throws IOException, InterruptedException {
        try {
            return comparison.of(load);
        } catch (HostsUnavailableException e) {
            assumeTrue(false, e.getMessage());
            throw new IllegalStateException(e);
        }
    }
}
