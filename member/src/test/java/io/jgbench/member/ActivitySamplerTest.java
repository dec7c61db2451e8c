package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.workload.Workload.Flow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ActivitySamplerTest {
    private final AtomicLong arrived = new AtomicLong();

    @Test
    void samplesWhatHasArrivedAndWhatTellsWhyNotFromBeginToEnd() {
        Map<String, LongSupplier> counters = Map.of(
                Counters.GC_NANOS,
                () -> 5,
                Counters.WAITED_FOR_NANOS + "member-1",
                () -> 7,
                Counters.UDP_RECEIVE_BUFFER_DROPS,
                () -> 8,
                Counters.INTERFACE_SENT_BYTES,
                () -> 9);
        try (var sampler =
                new ActivitySampler(() -> new Flow(arrived.incrementAndGet(), 3), counters, EpochClock.system())) {
            sampler.begin();
            await().until(() -> sampler.activity().samples().size() > 3);
            long before = arrived.get();
            sampler.finish();

            Activity activity = sampler.activity();
            assertThat(activity.columns())
                    .containsExactly(
                            Activity.EPOCH_MICROS,
                            Activity.PROGRESS,
                            Activity.SENT,
                            Counters.GC_NANOS,
                            Counters.UDP_RECEIVE_BUFFER_DROPS,
                            Counters.WAITED_FOR_NANOS + "member-1");
            List<long[]> samples = activity.samples();
            assertThat(samples.getFirst()).endsWith(1, 3, 5, 8, 7);
            assertThat(samples.getLast()[1]).isGreaterThan(before);
            assertThat(samples).isSortedAccordingTo((a, b) -> Long.compare(a[0], b[0]));
        }
    }

    @Test
    void takesNoSampleBeforeItBegins() {
        try (var sampler = new ActivitySampler(() -> new Flow(0, 0), Map.of(), EpochClock.system())) {
            assertThat(sampler.activity().samples()).hasSize(1);
        }
    }

    @Test
    void samplesStayWithinTheirBytesWhateverTheCountsAre() {
        var random = new Random(1);
        Map<String, LongSupplier> counters = new HashMap<>();
        IntStream.range(0, 32).forEach(i -> counters.put(Counters.WAITED_FOR_NANOS + "member-" + i, random::nextLong));
        try (var sampler = new ActivitySampler(() -> new Flow(0, 0), counters, EpochClock.system())) {
            IntStream.range(0, 5_000).forEach(_ -> sampler.sample());

            assertThat(sampler.activity().rows().length()).isLessThan(Activity.MOST_BYTES * 3 / 2);
            assertThat(sampler.activity().samples()).hasSizeGreaterThan(500);
        }
    }

    @Test
    void leavesOutForWhomSendersWaitedInALargeCluster() {
        Map<String, LongSupplier> counters = new HashMap<>();
        IntStream.range(0, 33).forEach(i -> counters.put(Counters.WAITED_FOR_NANOS + "member-" + i, () -> 0));
        try (var sampler = new ActivitySampler(() -> new Flow(0, 0), counters, EpochClock.system())) {
            assertThat(sampler.activity().columns()).hasSize(3);
        }
    }
}
