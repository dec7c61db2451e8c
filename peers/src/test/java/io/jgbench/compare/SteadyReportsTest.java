package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.Warmup;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyReportsTest {
    private static final long SECOND = 1_000_000_000;
    private static final Warmup.Steady WARMUP = new Warmup.Steady(Duration.ZERO, Duration.ofSeconds(60));
    private static final Duration TIME = Duration.ofSeconds(5);

    private final AtomicInteger begun = new AtomicInteger();
    private final SteadyReports reports = new SteadyReports(WARMUP, TIME, begun::incrementAndGet);

    @Test
    void onlyWhatFollowsTheWarmUpCounts() throws IOException {
        reports.ofCompilers(() -> 0);
        seconds(20, 1000);
        assertThat(begun).hasValue(1);
        seconds(4, 2000);
        assertThat(reports.rate()).isEmpty();

        seconds(1, 2000);

        assertThat(reports.rate()).hasValue(new SteadyReports.Rate(2000, true));
    }

    @Test
    void oneJvmThatCompilesHoldsTheOtherUntilTheLongestTimeIsOver() throws IOException {
        var compiled = new AtomicLong();
        reports.ofCompilers(() -> 0);
        reports.ofCompilers(() -> compiled.addAndGet(SECOND / 2));
        seconds(59, 1000);
        assertThat(begun).hasValue(0);

        seconds(6, 1000);

        assertThat(reports.rate()).hasValue(new SteadyReports.Rate(1000, false));
    }

    @Test
    void aRateThatStillRisesIsNotMeasured() throws IOException {
        reports.ofCompilers(() -> 0);
        for (int second = 1; second <= 30; second++) {
            seconds(1, 1000 * second);
        }

        assertThat(begun).hasValue(0);
    }

    private void seconds(int count, double rate) throws IOException {
        for (int i = 0; i < count; i++) {
            reports.add(SECOND, rate);
        }
    }
}
