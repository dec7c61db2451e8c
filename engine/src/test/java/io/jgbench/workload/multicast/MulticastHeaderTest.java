package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.workload.KindedLong;
import java.util.List;
import org.junit.jupiter.api.Test;

class MulticastHeaderTest {
    @Test
    void kindsAreDifferentFitTheirBitsAndAreNotThatOfJson() {
        assertThat(List.of(
                        MulticastHeader.WARMUP,
                        MulticastHeader.WARMUP_END,
                        MulticastHeader.MEASURED,
                        MulticastHeader.MEASURED_END))
                .doesNotHaveDuplicates()
                .doesNotContain(KindedLong.JSON)
                .allMatch(kind -> kind >= 0 && kind < KindedLong.KINDS);
    }
}
