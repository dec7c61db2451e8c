package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
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
    void counterThatStandsAtOneEndOnlyIsLeftOut() {
        assertThat(ReportWriter.differences(Map.of("drops", 1L), Map.of("resets", 2L)))
                .isEmpty();
    }
}
