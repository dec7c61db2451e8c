package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DropPlaceTest {
    private static final String NEITHER = "Neither its sockets nor its interface dropped that much";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stackDrops | Its stack itself dropped 1,000 messages or batches: give it a larger"
                        + " thread_pool.max_threads",
                "interfaceReceiveDrops | Its kernel dropped 989 frames that its interface had received: give it a"
                        + " larger net.core.netdev_max_backlog",
                "udpReceiveBufferDrops | Its sockets' receive buffers were full 1,000 times",
                "switchPortDrops | The switch dropped 1,000 frames before its port",
            })
    void placeThatDropsWhatAMemberMissesIsTold(String counter, String sentence) {
        assertThat(missing(20_000, Map.of(counter, 1_000L)).message())
                .contains(sentence)
                .doesNotContain(NEITHER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stackDrops",
                "interfaceReceiveDrops",
                "interfaceReceiveMissed",
                "interfaceReceiveErrors",
                "udpReceiveBufferDrops",
                "switchPortDrops",
                "ipReassemblyFailures",
            })
    void placeThatDropsNextToNothingOfWhatAMemberMissesIsNotTold(String counter) {
        assertThat(missing(20_000, Map.of(counter, 10L)).message()).contains(NEITHER);
    }

    /** A datagram holds more of small messages, which the bytes on the link show. */
    @Test
    void dropOfSmallMessagesExplainsMore() {
        var small = Map.of(Counters.UDP_RECEIVE_BUFFER_DROPS, 100L, Counters.INTERFACE_RECEIVED_BYTES, 150_000_000L);

        assertThat(missing(20_000, small).message()).contains("Its sockets' receive buffers were full 100 times");
        assertThat(missing(100_000, small).message()).contains(NEITHER);
    }

    /** Frames that switches send of themselves count as dropped where nobody listens to them. */
    @Test
    void framesThatNobodyListensToAreNoLoss() {
        assertThat(missing(600, 100_000, Map.of(Counters.INTERFACE_RECEIVE_DROPS, 11L))
                        .message())
                .contains(NEITHER);
    }

    @Test
    void fragmentsThatAreMissingMayBeLostBeforeASlowLink() {
        assertThat(missing(
                                20_000,
                                Map.of(
                                        Counters.IP_REASSEMBLY_FAILURES,
                                        10_000L,
                                        Counters.INTERFACE_RECEIVED_BYTES,
                                        500_000_000L))
                        .message())
                .contains("at the speed of its link, which carried");
    }

    @Test
    void stacksOfAllThatDropAreNotTheSwitch() {
        var found = bottleneck(loads(
                4, i -> Map.of(Counters.RETRANSMISSION_REQUESTS, 11_000L + 1_000L * i, Counters.STACK_DROPS, 900L)));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.message())
                .endsWith("The loss is at each of them. Of member-3: Its stack itself dropped 900 messages or batches:"
                        + " give it a larger thread_pool.max_threads, or NAKACK4 a larger capacity where"
                        + " jgroups.bufferDrops counted them.");
    }

    /** What the bundler drops never left its member. */
    @Test
    void whatTheBundlerDropsIsNotLostOnTheWayIn() {
        assertThat(missing(20_000, Map.of(Counters.STACK_DROPS, 1_000L, "jgroups.bundlerDrops", 1_000L))
                        .message())
                .contains(NEITHER);
    }

    @ParameterizedTest
    @CsvSource({
        // frames that the switch dropped before the port of member-1, bottleneck
        "1, member-1, on the way into member-1",
        "300, member-1, its queue overflowed"
    })
    void singleFrameThatTheSwitchDropsIsNotTheQueueBeforeALink(long drops, String member, String told) {
        var all = loads(4, to -> {
            var counters = new HashMap<String, Long>();
            for (int from = 0; from < 4; from++) {
                counters.put(Counters.MESSAGES_FROM + "member-" + from, 1_000_000L);
                counters.put(Counters.MISSED_FROM + "member-" + from, to == 1 ? 10_000L : 0L);
            }
            counters.put(Counters.INTERFACE_RECEIVED_BYTES, 875_000_000L);
            counters.put(Counters.SWITCH_PORT_DROPS, to == 1 ? drops : 0L);
            return counters;
        });

        var found = bottleneck(all);

        assertThat(found.member()).contains(member);
        assertThat(found.message()).contains(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queueDrops | The host of member-1 itself dropped 500 packets before the link: give its queue more room"
                        + " (txqueuelen, tc), or its sockets (net.core.wmem_max).",
                "udpSendBufferDrops | The host of member-1 itself dropped 500 packets before the link",
            })
    void whatASendersHostDroppedItselfIsNotSoughtAtTheCable(String counter, String told) {
        var found = bottleneck(lostOfMember1(2, counter, 500));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.message()).contains(told).doesNotContain("cable");
    }

    /** Each of two receivers misses one message for each that is dropped. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jgroups.bundlerDrops | 5000 | The stack of member-1 itself dropped 5,000 messages before the link: let"
                        + " its bundler hold all that flow control lets be on the way (bundler.capacity at least"
                        + " max_credits divided by the size of a message).",
                "jgroups.bundlerDrops | 2500 | The stack of member-1 itself dropped 2,500 messages before the link",
                "jgroups.bundlerDrops | 2499 | Look at the link of member-1",
                "jgroups.redDrops | 5000 | The stack of member-1 itself dropped 5,000 messages before the link: leave"
                        + " RED out.",
            })
    void whatASendersStackDroppedItselfExplainsItsLossMessageByMessage(String counter, long drops, String told) {
        var found = bottleneck(lostOfMember1(2, counter, drops));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.message()).contains(told);
    }

    /** Two members over JGroups' own tcp.xml, with messages of 100 bytes: credits for more than its queues hold. */
    @Test
    void smallMessagesThatFillTheBundlersOfAllAreNotSoughtAtALink() {
        long[] dropped = {4_002, 4_911};
        long[] sentAgain = {4_002, 4_286};
        long[] sent = {66_374, 65_102};
        long[] missed = {1_025, 4_002};
        var all = loads(
                2,
                i -> Map.of(
                        Counters.BUNDLER_DROPS,
                        dropped[i],
                        Counters.STACK_DROPS,
                        dropped[i],
                        Counters.RETRANSMISSIONS,
                        sentAgain[i],
                        Counters.MESSAGES_FROM + "member-" + (1 - i),
                        sent[1 - i],
                        Counters.MISSED_FROM + "member-" + (1 - i),
                        missed[i]));

        var found = bottleneck(all, new Standstill("member-1", Duration.ofMillis(5_500), 8_248, 0));

        assertThat(found.member()).contains("member-0 and member-1");
        assertThat(found.message())
                .isEqualTo("Up to 6.0 % of what was sent to a member did not arrive at first, as member-0 and member-1"
                        + " dropped it before the link, and senders waited until it was there. The stack of member-1"
                        + " itself dropped 4,911 messages before the link: let its bundler hold all that flow control"
                        + " lets be on the way (bundler.capacity at least max_credits divided by the size of a"
                        + " message).");
    }

    @Test
    void whatASenderDroppedItselfOfWhatOneMissesIsNotSoughtThere() {
        var found = bottleneck(lostOfMember1(1, Counters.QUEUE_DROPS, 500));

        assertThat(found.message())
                .contains("on the way from member-1 to member-0", "The host of member-1 itself dropped 500 packets")
                .doesNotContain("cable");
    }

    /** A few packets dropped in a queue are not what thousands of messages were lost in. */
    @Test
    void fewPacketsDroppedInAQueueAreNotTold() {
        var found = bottleneck(lostOfMember1(2, Counters.QUEUE_DROPS, 5));

        assertThat(found.message()).contains("Look at the link of member-1");
    }

    /** Of three, each but the second misses 5,000 of what it sent, or the first alone. */
    private static List<MemberLoad> lostOfMember1(int losing, String counter, long drops) {
        return loads(3, i -> {
            if (i == 1) {
                return Map.of(
                        counter,
                        drops,
                        Counters.MESSAGES_FROM + "member-0",
                        100_000L,
                        Counters.MESSAGES_FROM + "member-2",
                        100_000L);
            }
            return Map.of(
                    Counters.MESSAGES_FROM + "member-1",
                    100_000L,
                    Counters.MISSED_FROM + "member-1",
                    i / 2 < losing ? 5_000L : 0L,
                    Counters.MESSAGES_FROM + "member-" + (2 - i),
                    100_000L);
        });
    }

    private static Bottleneck missing(long requests, Map<String, Long> drops) {
        return missing(requests, 1_000_000, drops);
    }

    /** Three members; the second one asked for this number of retransmissions. */
    private static Bottleneck missing(long requests, long received, Map<String, Long> drops) {
        var counters = new HashMap<>(drops);
        counters.put(Counters.RETRANSMISSION_REQUESTS, requests);
        return bottleneck(loads(3, i -> i == 1 ? counters : Map.of()).stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .receivedMessages(received)
                        .build())
                .toList());
    }
}
