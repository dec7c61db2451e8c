package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.counters.Sums;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportWriterTest {
    private static final String WORKER = Counters.THREAD_CPU_NANOS + "worker/7";

    @Test
    void threadThatBeganMeanwhileHasUsedAllOfItsTimeMeanwhile() {
        assertThat(ReportWriter.differences(Map.of(), Map.of(WORKER, 5L))).containsExactly(Map.entry(WORKER, 5L));
        assertThat(ReportWriter.differences(Map.of(WORKER, 2L), Map.of(WORKER, 5L)))
                .containsExactly(Map.entry(WORKER, 3L));
    }

    @Test
    void countersOfEachCpuAreToldAsTheirSum() {
        Map<String, Long> each = Map.of(
                Sums.part(Counters.USABLE_IDLE_NANOS, "cpu0"), 5L, Sums.part(Counters.USABLE_IDLE_NANOS, "cpu2"), 7L);

        assertThat(Sums.of(each, Counters.USABLE_IDLE_NANOS, Counters.USABLE_CPU_NANOS))
                .containsExactly(Map.entry(Counters.USABLE_IDLE_NANOS, 12L));
    }

    @Test
    void wayOnWhichNoTcpDataWentIsKnownAndTheOthersThatCountedNothingAreLeftOut() {
        Map<String, Long> counters = Map.of(
                Counters.TCP_SEGMENTS_TO + "member-1", 4L,
                Counters.TCP_RESENT_TO + "member-1", 0L,
                Counters.MISSED_FROM + "member-1", 2L);

        assertThat(ReportWriter.differences(counters, counters))
                .containsExactly(Map.entry(Counters.TCP_SEGMENTS_TO + "member-1", 0L));
    }

    @Test
    void counterThatStandsAtOneEndOnlyIsLeftOut() {
        assertThat(ReportWriter.differences(Map.of("drops", 1L), Map.of("resets", 2L)))
                .isEmpty();
    }
}
