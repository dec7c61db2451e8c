package io.jgbench.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenLoopReportTest {
    @ParameterizedTest
    @CsvSource({"900, 1000, 0.9", "1000, 1000, 1", "1000, 999, 1"})
    void rateThatWasKeptIsThatOfTheTimeAfterWhichTheLastUnitWasDue(long planned, long took, double kept) {
        assertThat(new OpenLoopReport(planned, took, "", "").keptShare()).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "50_000_000"})
    void unitAloneIsDueAtTheStartAndMissesNoRate(String tookNanos) {
        assertThat(new OpenLoopReport(0, Long.parseLong(tookNanos.replace("_", "")), "", "").keptShare())
                .isEqualTo(1);
    }
}
