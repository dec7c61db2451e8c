package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimeSeriesTest {
    private static final int MOST_SAMPLES = 100_000;
    private static final int MESSAGE_SIZE_BYTES = 1000;
    private static final long INTERVAL_NANOS = Duration.ofMillis(10).toNanos();
    private static final long BEGIN_NANOS = 1_000_000_000_000L;

    private final AtomicLong nanos = new AtomicLong(BEGIN_NANOS);
    private final AtomicLong messages = new AtomicLong();
    private final TimeSeries series = new TimeSeries(MESSAGE_SIZE_BYTES, messages::get, messages::get, nanos::get);

    @Test
    void samplesOfALongRunAreBoundedAndEachRateIsThatSinceTheSampleBefore() {
        int taken = 450_001;
        series.begin(BEGIN_NANOS);
        for (int i = 1; i <= taken; i++) {
            nanos.addAndGet(INTERVAL_NANOS);
            messages.addAndGet(i % 1000);
            series.sample();
        }

        List<Sample> samples = series.samples();

        assertThat(samples).hasSizeBetween(MOST_SAMPLES / 2, MOST_SAMPLES);
        assertThat(samples.getLast().epochNanos()).isEqualTo(nanos.get());
        assertThat(samples.getLast().messages()).isEqualTo(messages.get());
        assertRates(samples);
    }

    @Test
    void samplesOfAShortRunAreAllKept() {
        series.begin(BEGIN_NANOS);
        for (int i = 1; i <= 3; i++) {
            nanos.addAndGet(INTERVAL_NANOS);
            messages.addAndGet(i);
            series.sample();
        }

        assertThat(series.samples()).extracting(Sample::messages).containsExactly(1L, 3L, 6L);
        assertThat(series.samples()).extracting(Sample::messagesPerSecond).containsExactly(100L, 200L, 300L);
    }

    private static void assertRates(List<Sample> samples) {
        long lastNanos = BEGIN_NANOS;
        long lastMessages = 0;
        for (Sample sample : samples) {
            double perSecond = (sample.messages() - lastMessages) * 1e9 / (sample.epochNanos() - lastNanos);
            assertThat(sample.messagesPerSecond()).isEqualTo(Math.round(perSecond));
            assertThat(sample.bytesPerSecond()).isEqualTo(Math.round(perSecond * MESSAGE_SIZE_BYTES));
            lastNanos = sample.epochNanos();
            lastMessages = sample.messages();
        }
    }
}
