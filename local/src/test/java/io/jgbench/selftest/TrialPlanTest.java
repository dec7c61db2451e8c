package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TrialPlanTest {
    private static final List<String> STACKS = List.of("udp", "tcp");
    private static final List<TriedWorkload> WORKLOADS = List.of(TriedWorkload.MULTICAST, TriedWorkload.RPC);

    @Test
    void eachRoundHasEachFaultOnceOverEachStackWithEachWorkload() {
        var trials = TrialPlan.of(2, STACKS, WORKLOADS, Faults.all(), 7);

        assertThat(trials).hasSize(2 * 2 * 2 * Faults.all().size());
        assertThat(trials.stream()
                        .map(trial -> List.of(
                                trial.round(), trial.over(), trial.fault().name()))
                        .collect(Collectors.toSet()))
                .hasSameSizeAs(trials);
    }

    @Test
    void sameSeedGivesTheSameOrderAndMembers() {
        var trials = TrialPlan.of(1, STACKS, WORKLOADS, Faults.all(), 7);

        assertThat(TrialPlan.of(1, STACKS, WORKLOADS, Faults.all(), 7)).isEqualTo(trials);
        assertThat(TrialPlan.of(1, STACKS, WORKLOADS, Faults.all(), 8)).isNotEqualTo(trials);
    }

    @Test
    void everyMemberHasItsTurn() {
        assertThat(TrialPlan.of(5, STACKS, WORKLOADS, Faults.all(), 7).stream()
                        .map(trial -> trial.at().victim())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void partitionsLastOneToFourSecondsAndNotAllAsLong() {
        var partition = List.of(Faults.named("partition").orElseThrow());

        assertThat(TrialPlan.of(20, STACKS, WORKLOADS, partition, 7))
                .extracting(Trial::lasts)
                .allSatisfy(lasts -> assertThat(lasts).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4)))
                .satisfies(all -> assertThat(Set.copyOf(all)).hasSizeGreaterThan(10));
    }
}
