package io.jgbench.coordination.workload.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RpcWireLimitTest {
    private static final Link GIGABIT = Link.ethernet(1_000_000_000, 1500);

    /** A payload of 1464 bytes and its header of 8 fill a frame of 1538 bytes. */
    private static final int FRAME_BYTES = 1538;

    private static final Framing UDP = new Framing(0, 1472, 0, Layer.UDP, false);

    @Test
    void readTakesItsPayloadOnceOverTheWire() {
        var limit = RpcWireLimit.of(Collections.nCopies(4, GIGABIT), rpc(2, 100), UDP);

        assertThat(limit.wireBytesPerRequest()).isEqualTo(FRAME_BYTES, within(1e-6));
        assertThat(limit.requestsPerSecond()).isEqualTo(125_000_000.0 / FRAME_BYTES, within(1e-3));
    }

    @Test
    void writeTakesItsPayloadToEachOfItsTargets() {
        assertThat(RpcWireLimit.of(Collections.nCopies(4, GIGABIT), rpc(3, 0), UDP)
                        .wireBytesPerRequest())
                .isEqualTo(3 * FRAME_BYTES, within(1e-6));
    }

    @Test
    void fourFifthsOfReadsAndWritesToTwoTakeSixFifthsOfAPayload() {
        var limit = RpcWireLimit.of(Collections.nCopies(4, GIGABIT), rpc(2, 80), UDP);

        assertThat(limit.wireBytesPerRequest()).isEqualTo(1.2 * FRAME_BYTES, within(1e-6));
        assertThat(limit.bytesPerSecond()).isEqualTo(Math.round(125_000_000.0 / (1.2 * FRAME_BYTES) * 1464));
    }

    @Test
    void writeGoesToNoMoreMembersThanThereAreOthers() {
        assertThat(RpcWireLimit.of(Collections.nCopies(2, GIGABIT), rpc(2, 0), UDP)
                        .wireBytesPerRequest())
                .isEqualTo(FRAME_BYTES, within(1e-6));
    }

    @Test
    void membersWithFasterLinksMakeMoreRequestsThanOneWithASlowLink() {
        var links = new ArrayList<>(Collections.nCopies(4, Link.ethernet(10_000_000_000L, 1500)));
        links.set(2, GIGABIT);

        assertThat(RpcWireLimit.of(links, rpc(2, 100), UDP).requestsPerSecond())
                .isEqualTo(1.5 * 125_000_000.0 / FRAME_BYTES, within(1e-3));
    }

    @Test
    void linksThatDifferLittleBoundByTheirMean() {
        var links = List.of(GIGABIT, GIGABIT, GIGABIT, Link.ethernet(2_000_000_000, 1500));

        assertThat(RpcWireLimit.of(links, rpc(2, 100), UDP).requestsPerSecond())
                .isEqualTo(1.25 * 125_000_000.0 / FRAME_BYTES, within(1e-3));
    }

    @Test
    void memberAloneHasNoLimit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcWireLimit.of(Collections.nCopies(1, GIGABIT), rpc(2, 80), UDP))
                .withMessageContaining("at least 2 members");
    }

    private static RpcSpec rpc(int targets, int readPercent) {
        return new RpcSpec(
                RunLength.of(20_000),
                Warmup.of(0),
                1464,
                targets,
                readPercent,
                100,
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(1));
    }
}
