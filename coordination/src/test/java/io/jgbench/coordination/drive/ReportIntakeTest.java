package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportIntakeTest {

    @Test
    void reportsOfAllRepetitionsShareTheMemoryOfTheLauncher() {
        long alone = ReportIntake.inMemory(1).budget().mostBytes();

        assertThat(ReportIntake.inMemory(4).budget().mostBytes()).isEqualTo(alone / 4);
    }
}
