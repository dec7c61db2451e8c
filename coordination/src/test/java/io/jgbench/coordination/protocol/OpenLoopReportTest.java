package io.jgbench.coordination.protocol;

import static io.jgbench.coordination.protocol.OpenLoopReport.NOTHING_LEFT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenLoopReportTest {
    @ParameterizedTest
    @CsvSource({"900, 1000, 0.9", "1000, 1000, 1", "1000, 999, 1"})
    void rateThatWasKeptIsThatOfTheTimeAfterWhichTheLastUnitWasDue(long planned, long took, double kept) {
        assertThat(new OpenLoopReport(planned, took, NOTHING_LEFT, "", "").keptShare())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "50_000_000"})
    void unitAloneIsDueAtTheStartAndMissesNoRate(String tookNanos) {
        long took = Long.parseLong(tookNanos.replace("_", ""));
        assertThat(new OpenLoopReport(0, took, NOTHING_LEFT, "", "").keptShare())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        // planned, took and left, of a loop that was to last for 1000 ns
        "995, 1005, -1, 0",
        "995, 1000, 5, 0.005",
        "980, 1020, 5, 0.005",
        "0, 5000, 5000, 1"
    })
    void unitsThatWereHandedOverInTheEndAreNotLeft(long planned, long took, long left, double share) {
        assertThat(new OpenLoopReport(planned, took, left, "", "").leftShare(Duration.ofNanos(1000)))
                .isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"900, 1000, 0.1", "900, 999, 0"})
    void memberOfAnEarlierVersionLeftWhatItHandedOverAfterTheEnd(long planned, long took, double share) {
        assertThat(new OpenLoopReport(planned, took, 0, "", "").leftShare(Duration.ofNanos(1000)))
                .isCloseTo(share, within(1e-9));
    }
}
