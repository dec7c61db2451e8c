package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TrialPlanTest {
    private static final List<String> STACKS = List.of("udp", "tcp");

    @Test
    void eachRoundHasEachFaultOnceOverEachStack() {
        var trials = TrialPlan.of(2, STACKS, Faults.all(), 7);

        assertThat(trials).hasSize(2 * 2 * Faults.all().size());
        assertThat(trials.stream()
                        .map(trial -> List.of(
                                trial.round(), trial.stack(), trial.fault().name()))
                        .collect(Collectors.toSet()))
                .hasSameSizeAs(trials);
    }

    @Test
    void sameSeedGivesTheSameOrderAndMembers() {
        assertThat(TrialPlan.of(1, STACKS, Faults.all(), 7)).isEqualTo(TrialPlan.of(1, STACKS, Faults.all(), 7));
        assertThat(TrialPlan.of(1, STACKS, Faults.all(), 7)).isNotEqualTo(TrialPlan.of(1, STACKS, Faults.all(), 8));
    }

    @Test
    void everyMemberHasItsTurn() {
        assertThat(TrialPlan.of(5, STACKS, Faults.all(), 7).stream()
                        .map(trial -> trial.at().victim())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(0, 1, 2, 3);
    }
}
