package io.jgbench.workload.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.workload.KindedLong;
import java.util.List;
import org.junit.jupiter.api.Test;

class RpcHeaderTest {
    @Test
    void kindsAreDifferentFitTheirBitsAndAreNotThatOfJson() {
        assertThat(List.of(
                        RpcHeader.READ,
                        RpcHeader.WRITE,
                        RpcHeader.READ_ANSWER,
                        RpcHeader.WRITE_ANSWER,
                        RpcHeader.DONE,
                        RpcHeader.DONE_TOO))
                .doesNotHaveDuplicates()
                .doesNotContain(KindedLong.JSON)
                .allMatch(kind -> kind >= 0 && kind < KindedLong.KINDS);
    }
}
