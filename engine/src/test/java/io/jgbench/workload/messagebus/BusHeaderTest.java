package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.workload.KindedLong;
import java.util.List;
import org.junit.jupiter.api.Test;

class BusHeaderTest {
    @Test
    void kindsAreDifferentFitTheirBitsAndAreNotThatOfJson() {
        assertThat(List.of(
                        BusHeader.MESSAGE,
                        BusHeader.MESSAGE_FOR_RECEIPT,
                        BusHeader.REQUEST,
                        BusHeader.AWAITED_REQUEST,
                        BusHeader.RESPONSE,
                        BusHeader.RECEIPT,
                        BusHeader.END,
                        BusHeader.END_HEARD))
                .doesNotHaveDuplicates()
                .doesNotContain(KindedLong.JSON)
                .allMatch(kind -> kind >= 0 && kind < KindedLong.KINDS);
    }
}
