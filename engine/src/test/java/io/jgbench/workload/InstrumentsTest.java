package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.measure.SampledSeries;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InstrumentsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofHours(1);

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final EpochClock clock = EpochClock.system();
    private final EndSignal enough = new EndSignal();
    private final SampledSeries<Long> series = new SampledSeries<>(new Instants());

    @Test
    void timeThatEndsTheMeasuredPartCountsFromItsBegin() throws Exception {
        var instruments = new Instruments(series, LONG, RunLength.of(Duration.ofMillis(20)), enough, clock);
        assertThat(enough.isGiven()).isFalse();

        long began = clock.epochNanos();
        instruments.begin(began);
        instruments.awaitEnd();
        instruments.finish();

        assertThat(enough.isGiven()).isTrue();
        assertThat(clock.epochNanos() - began)
                .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
        assertThat(series.samples()).hasSize(1);
    }

    @Test
    void whereNoTimeEndsTheMeasuredPartNobodyWaitsForIt() throws Exception {
        var instruments = new Instruments(series, LONG, RunLength.of(10), enough, clock);

        instruments.begin(clock.epochNanos());
        instruments.awaitEnd();
        instruments.finish();

        assertThat(enough.isGiven()).isFalse();
    }

    @Test
    void threadsEndWhereTheMeasuredPartNeverBegins() {
        var instruments = new Instruments(series, LONG, RunLength.of(LONG), enough, clock);
        assertThat(threads()).contains("sampler", "end-timer");

        instruments.close();

        await().atMost(PATIENCE).until(() -> threads().isEmpty());
        assertThat(enough.isGiven()).isFalse();
        assertThat(series.samples()).isEmpty();
    }

    private List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.equals("sampler") || name.equals("end-timer"))
                .toList();
    }

    private final class Instants implements SampledSeries.Source<Long> {
        @Override
        public Long now() {
            return clock.epochNanos();
        }

        @Override
        public Long nothing() {
            return 0L;
        }

        @Override
        public long epochNanos(Long sample) {
            return sample;
        }

        @Override
        public Long rated(Long sample, Long before, long elapsedNanos) {
            return sample;
        }
    }
}
