package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuCostTest {

    @Test
    void costIsTheCpuTimeOfAllMembersForEachMessageSent() {
        var cost = CpuCost.of(new CpuTime(32_000_000_000L, 1_600_000_000), 4_000_000)
                .orElseThrow();

        assertThat(cost.nanosEach()).isEqualTo(8000);
        assertThat(cost.compilerShare()).isEqualTo(0.05);
    }

    @Test
    void nothingCostsWhereNothingWasSentOrNoCpuTimeIsTold() {
        assertThat(CpuCost.of(new CpuTime(32_000_000_000L, 0), 0)).isEmpty();
        assertThat(CpuCost.of(CpuTime.NONE, 4_000_000)).isEmpty();
    }

    @Test
    void whatWasUsedBeforeIsNoCost() {
        assertThat(new CpuTime(50, 7).minus(new CpuTime(20, 5))).isEqualTo(new CpuTime(30, 2));
        assertThat(new CpuTime(50, 7).plus(CpuTime.NONE)).isEqualTo(new CpuTime(50, 7));
    }
}
