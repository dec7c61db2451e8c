package io.jgbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampledSeriesTest {
    private static final long INTERVAL_NANOS = Duration.ofMillis(10).toNanos();
    private static final long BEGIN_NANOS = 1_000_000_000_000L;

    private long nanos = BEGIN_NANOS;
    private long units;
    private final SampledSeries<Sample> series = new SampledSeries<>(new Source());

    private record Sample(long epochNanos, long units, long perSecond) {}

    @Test
    void samplesOfALongRunAreBoundedAndEachRateIsThatSinceTheSampleBefore() {
        int taken = 450_001;
        series.begin(BEGIN_NANOS);
        for (int i = 1; i <= taken; i++) {
            take(i % 1000);
        }

        List<Sample> samples = series.samples();

        assertThat(samples).hasSizeBetween(BoundedSamples.MOST / 2, BoundedSamples.MOST);
        assertThat(samples.getLast().epochNanos()).isEqualTo(nanos);
        assertThat(samples.getLast().units()).isEqualTo(units);
        assertRates(samples);
    }

    @Test
    void samplesOfAShortRunAreAllKept() {
        series.begin(BEGIN_NANOS);
        for (int i = 1; i <= 3; i++) {
            take(i);
        }

        assertThat(series.samples()).extracting(Sample::units).containsExactly(1L, 3L, 6L);
        assertThat(series.samples()).extracting(Sample::perSecond).containsExactly(100L, 200L, 300L);
    }

    @Test
    void sampleTakenAtTheInstantOfTheOneBeforeHasARate() {
        series.begin(nanos);
        series.sample();

        assertThat(series.samples()).containsExactly(new Sample(nanos, 0, 0));
    }

    private void take(long more) {
        nanos += INTERVAL_NANOS;
        units += more;
        series.sample();
    }

    private static void assertRates(List<Sample> samples) {
        var before = new Sample(BEGIN_NANOS, 0, 0);
        for (Sample sample : samples) {
            double perSecond = (sample.units() - before.units()) * 1e9 / (sample.epochNanos() - before.epochNanos());
            assertThat(sample.perSecond()).isEqualTo(Math.round(perSecond));
            before = sample;
        }
    }

    private final class Source implements SampledSeries.Source<Sample> {
        @Override
        public Sample now() {
            return new Sample(nanos, units, 0);
        }

        @Override
        public Sample nothing() {
            return new Sample(0, 0, 0);
        }

        @Override
        public long epochNanos(Sample sample) {
            return sample.epochNanos();
        }

        @Override
        public Sample rated(Sample sample, Sample before, long elapsedNanos) {
            return new Sample(
                    sample.epochNanos(),
                    sample.units(),
                    Math.round(SampledSeries.perSecond(sample.units() - before.units(), elapsedNanos)));
        }
    }
}
