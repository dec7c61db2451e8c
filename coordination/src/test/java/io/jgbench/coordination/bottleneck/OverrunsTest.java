package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.both;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverrunsTest {
    @ParameterizedTest
    @CsvSource({
        // of their hosts' CPU time left, and what was lost of a million, at member-1 and member-2
        "70, 50000, 15, 0, RECEIVER, member-1",
        "15, 50000, 70, 0, HOST_CPU, member-1",
        "15, 50000, 15, 0, HOST_CPU, member-1",
        "15, 50000, 15, 40000, HOST_CPU, member-1 and member-2",
        "70, 50000, 15, 40000, RECEIVER, member-1"
    })
    void kernelThatDropsIsThatOfABusyHostOnlyWhereItsOwnHostIsBusy(
            long left1, long lost1, long left2, long lost2, BottleneckType type, String named) {
        var found = bottleneck(List.of(listener(1, left1, lost1), listener(2, left2, lost2)));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains(named);
    }

    /** They miss of each publisher, as they would behind links that lose. */
    @ParameterizedTest
    @CsvSource({"15, HOST_CPU, member-1 and member-2", "70, RECEIVER, member-1"})
    void whatSocketsDroppedWasNotLostOnTheWaysToTheirMembersThoughOthersGetAll(
            long left1, BottleneckType type, String named) {
        var found = bottleneck(List.of(
                publisher(5),
                publisher(6),
                ofBothPublishers(1, left1, 50_000),
                ofBothPublishers(2, 15, 40_000),
                ofBothPublishers(3, 70, 0),
                ofBothPublishers(4, 70, 0)));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains(named);
    }

    private static MemberLoad publisher(int index) {
        return MemberLoadBuilder.builder(load(index, Map.of()))
                .receiver(false)
                .receivedMessages(0)
                .build();
    }

    private static MemberLoad ofBothPublishers(int index, long left, long lost) {
        var member = listener(index, left, lost);
        var missed = Map.of(
                Counters.MESSAGES_FROM + "member-5",
                500_000L,
                Counters.MESSAGES_FROM + "member-6",
                500_000L,
                Counters.MISSED_FROM + "member-5",
                lost / 2,
                Counters.MISSED_FROM + "member-6",
                lost / 2);
        return MemberLoadBuilder.builder(member)
                .sender(false)
                .counters(both(member.counters(), missed))
                .build();
    }

    private static MemberLoad listener(int index, long left, long lost) {
        var member = load(
                index,
                Map.of(
                        Counters.HOST_IDLE_NANOS,
                        left * SECOND,
                        Counters.HOST_CPU_NANOS,
                        (100 - left) * SECOND,
                        Counters.UDP_RECEIVE_BUFFER_DROPS,
                        lost));
        return MemberLoadBuilder.builder(member)
                .receivedMessages(1_000_000 - lost)
                .lostMessages(lost)
                .build();
    }
}
