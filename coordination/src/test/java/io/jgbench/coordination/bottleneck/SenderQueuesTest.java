package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SenderQueuesTest {
    private static final long DROPPED = 1_030;
    private static final long NOT_PUT_TOGETHER = 268_977;

    @ParameterizedTest
    @CsvSource({
        // what the queue of member-1 dropped, datagrams that member-2 could not put together, who is named
        "1030, 268977, member-1",
        "1, 268977, member-2",
        "0, 268977, member-2",
        "1030, 0, member-2"
    })
    void senderWhoseQueueDropsFragmentsIsNamedThoughTheMemoryForThemOfAnotherMemberIsFull(
            long dropped, long notPutTogether, String named) {
        var found = bottleneck(withAShortQueueAtMember1(dropped, notPutTogether), standstillForMember2());

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains(named);
        assertThat(found.fault()).isTrue();
    }

    @Test
    void sentenceSaysWhatTheQueueDroppedAndWhereItFilledTheMemoryForFragments() {
        var found = bottleneck(withAShortQueueAtMember1(DROPPED, NOT_PUT_TOGETHER), standstillForMember2());

        assertThat(found.message())
                .isEqualTo("201 of 12,406 messages (1.62 %) were lost on the way out of member-1, to member-0 67,"
                        + " member-2 67, member-3 67; on all other ways 0.1 %. Senders waited until they had been sent"
                        + " again. The host of member-1 itself dropped 1,030 packets before the link: give its queue"
                        + " more room (txqueuelen, tc), or its sockets (net.core.wmem_max). Datagrams of which a part"
                        + " is missing fill a kernel's memory for fragments: that of member-2 could not put 268,977"
                        + " together.");
    }

    private static Standstill standstillForMember2() {
        return new Standstill("member-2", Duration.ofMillis(2_100), 79_082, 0);
    }

    /** As recorded with a queue of 100 KB at the interface of member-1, over udp. */
    private static List<MemberLoad> withAShortQueueAtMember1(long dropped, long notPutTogether) {
        long[][] messages = {
            {0, 57_291, 57_440, 57_333},
            {4_115, 0, 4_199, 4_092},
            {115_028, 114_967, 0, 115_006},
            {37_382, 37_315, 37_465, 0}
        };
        long[][] missed = {
            {0, 0, 374, 0},
            {67, 0, 67, 67},
            {2, 0, 0, 0},
            {0, 0, 430, 0}
        };
        long[] resent = {59_427, 70_848, 7_300, 32_019};
        long[] otherFailures = {6_670, 0, 0, 180};
        return loads(4, to -> {
            var counters = new HashMap<String, Long>();
            for (int from = 0; from < 4; from++) {
                if (from != to) {
                    counters.put(Counters.MESSAGES_FROM + "member-" + from, messages[from][to]);
                    counters.put(Counters.MISSED_FROM + "member-" + from, missed[from][to]);
                }
            }
            counters.put(Counters.RETRANSMISSIONS, resent[to]);
            counters.put(Counters.QUEUE_DROPS, to == 1 ? dropped : 0);
            counters.put(Counters.UDP_SEND_BUFFER_DROPS, to == 1 ? dropped : 0);
            counters.put(Counters.IP_REASSEMBLY_FAILURES, to == 2 ? notPutTogether : otherFailures[to]);
            return counters;
        });
    }
}
