package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.environment.GrantedBuffer;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandstillTest {
    @ParameterizedTest
    @CsvSource({
        // whose host other programs keep busy
        "1, false",
        "2, true"
    })
    void standstillIsNoLossWhereOtherProgramsTakeTheHostOfTheMemberThatAllWaitFor(int busy, boolean loss) {
        var members = loads(
                4,
                i -> Map.of(
                        Counters.HOST_IDLE_NANOS,
                        (i == busy ? 2 : 24) * SECOND,
                        Counters.HOST_CPU_NANOS,
                        (i == busy ? 38 : 16) * SECOND,
                        Counters.CPU_NANOS,
                        6 * SECOND));

        var found = bottleneck(members, new Standstill("member-1", Duration.ofMillis(1_200), 10, 0));

        assertThat(found.type() == BottleneckType.LOSS).as(found.message()).isEqualTo(loss);
        assertThat(found.member()).contains("member-1");
    }

    /** As where all senders begin at once with more credits than receive buffers hold. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0 | give them more room (net.core.rmem_max).",
                "5000000 | 4194304 | they have 4,194,304 of the 5,000,000 bytes that were asked for, so raise"
                        + " net.core.rmem_max; where that is not enough, let more be asked for"
                        + " (mcast_recv_buf_size and ucast_recv_buf_size of UDP in a stack).",
                "5000000 | 5000000 | they have the 5,000,000 bytes that were asked for, so let more be asked for"
                        + " (mcast_recv_buf_size and ucast_recv_buf_size of UDP in a stack), and raise"
                        + " net.core.rmem_max as far."
            })
    void standstillAfterReceiveBuffersWereFullTellsHowToEnlargeThem(long asked, long granted, String remedy) {
        var buffer = Optional.of(new GrantedBuffer(asked, granted)).filter(known -> known.asked() > 0);
        var members = loads(
                        4,
                        i -> Map.of(
                                Counters.UDP_RECEIVE_BUFFER_DROPS,
                                i == 1 ? 69L : 28L,
                                Counters.RETRANSMISSION_REQUESTS,
                                i == 1 ? 3_241L : 1_014L))
                .stream()
                .map(member ->
                        MemberLoadBuilder.builder(member).receiveBuffer(buffer).build())
                .toList();

        var found = bottleneck(members, new Standstill("member-1", Duration.ofMillis(1_200), 2_558, 0));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.message())
                .endsWith("all members stood still and waited for member-1, while 2,558 messages were sent again. Its"
                        + " sockets' receive buffers were full 69 times: " + remedy);
    }
}
