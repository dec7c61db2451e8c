package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SelfTestPlanTest {
    private static final List<String> STACKS = List.of("udp", "tcp");
    private static final List<SelfTestWorkload> WORKLOADS = List.of(SelfTestWorkload.MULTICAST, SelfTestWorkload.RPC);

    @Test
    void eachRoundHasEachFaultOnceOverEachStackWithEachWorkload() {
        var runs = SelfTestPlan.of(2, STACKS, WORKLOADS, Faults.all(), 7);

        assertThat(runs).hasSize(2 * 2 * 2 * Faults.all().size());
        assertThat(runs.stream()
                        .map(run -> List.of(run.round(), run.over(), run.fault().name()))
                        .collect(Collectors.toSet()))
                .hasSameSizeAs(runs);
    }

    @Test
    void packetsWithSocketsOfTheirOwnGoOverOneStackAlone() {
        var runs = SelfTestPlan.of(1, STACKS, List.of(SelfTestWorkload.DATAGRAM), Faults.all(), 7);

        assertThat(runs)
                .hasSize(Faults.all().size())
                .extracting(PlantedRun::stack)
                .containsOnly("udp");
    }

    @Test
    void sameSeedGivesTheSameOrderAndMembers() {
        var runs = SelfTestPlan.of(1, STACKS, WORKLOADS, Faults.all(), 7);

        assertThat(SelfTestPlan.of(1, STACKS, WORKLOADS, Faults.all(), 7)).isEqualTo(runs);
        assertThat(SelfTestPlan.of(1, STACKS, WORKLOADS, Faults.all(), 8)).isNotEqualTo(runs);
    }

    @Test
    void everyMemberHasItsTurn() {
        assertThat(SelfTestPlan.of(5, STACKS, WORKLOADS, Faults.all(), 7).stream()
                        .map(run -> run.at().victim())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void partitionsLastOneToFourSecondsAndNotAllAsLong() {
        var partition = List.of(Faults.named("partition").orElseThrow());

        assertThat(SelfTestPlan.of(20, STACKS, WORKLOADS, partition, 7))
                .extracting(PlantedRun::lasts)
                .allSatisfy(lasts -> assertThat(lasts).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4)))
                .satisfies(all -> assertThat(Set.copyOf(all)).hasSizeGreaterThan(10));
    }
}
