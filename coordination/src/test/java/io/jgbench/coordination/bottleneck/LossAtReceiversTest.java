package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossAtReceiversTest {
    @ParameterizedTest
    @CsvSource({
        // what member-0 misses of member-2, of which the two with slow links miss more; what is named
        "0, LOSS, member-1 and member-3",
        "20, WIRE, member-3"
    })
    void slowLinksThatLoseAreBothNamedThoughOneOfThemFillsItsMembersSocketsUnlessAllMissTheSame(
            long missedByMember0, BottleneckType type, String named) {
        var found = bottleneck(withSlowLinksAtMember1And3(missedByMember0, 0));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains(named);
        assertThat(found.fault()).isTrue();
    }

    @Test
    void bothAreNamedThoughAllStoodStillForOneOfThem() {
        var standstill = new Standstill("member-1", Duration.ofMillis(2_200), 58_179, 0);

        assertThat(bottleneck(withSlowLinksAtMember1And3(0, 0), standstill).member())
                .contains("member-1 and member-3");
        assertThat(bottleneck(withSlowLinksAtMember1And3(20, 0), standstill).member())
                .as("where all miss what one sends")
                .contains("member-1");
    }

    /** What a switch says that it dropped is a queue that overflows, which has a cause of its own. */
    @Test
    void slowLinksBeforeWhichTheSwitchSaysThatItDroppedAreNotToldAsLossOnTheWay() {
        assertThat(bottleneck(withSlowLinksAtMember1And3(0, 100_000)).type()).isEqualTo(BottleneckType.WIRE);
    }

    @Test
    void sentenceNamesWhatEachOfThemMisses() {
        assertThat(bottleneck(withSlowLinksAtMember1And3(0, 0)).message())
                .isEqualTo("Some messages or TCP segments to 2 members did not arrive at first (member-1 12 %, member-3"
                        + " 4.9 %), and senders waited for them. 2 of the others missed less than a fifth of that. So"
                        + " each of the 2 members loses at its own link. Of member-1: Its kernel could not put 123,886"
                        + " datagrams together: fragments are lost on the way, or net.ipv4.ipfrag_high_thresh is too"
                        + " small. Look at cable, switch and firewall.");
    }

    @Test
    void manyMembersThatLoseOnTheirWaysAreAllNamedInTheLargestCluster() {
        var run = new RunLoad(
                loads(256, LossAtReceiversTest::losesIfFirst),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty());
        var losses = new LossAtReceivers(run);

        assertThat(losses.lossOnTheWaysIntoSeveral().flatMap(Bottleneck::member))
                .contains("member-0 and 99 more");
    }

    private static Map<String, Long> losesIfFirst(int member) {
        var counters = new HashMap<String, Long>();
        for (int other = 0; other < 256; other++) {
            if (other != member) {
                counters.put(Counters.MESSAGES_FROM + "member-" + other, 10_000L);
                counters.put(Counters.MISSED_FROM + "member-" + other, member < 100 ? 500L : 0);
            }
        }
        return counters;
    }

    /** As recorded with links of 50 Mbit/s at two members, over udp; times are scaled to 10 s. */
    private static List<MemberLoad> withSlowLinksAtMember1And3(long missedByMember0, long switchPortDrops) {
        long[][] messages = {
            {0, 4_664, 4_658, 4_656},
            {8_310, 0, 8_311, 8_313},
            {5_012, 5_019, 0, 5_012},
            {3_442, 3_457, 3_444, 0}
        };
        long[][] missed = {
            {0, 144, 0, 3},
            {0, 0, 0, 488},
            {missedByMember0, 851, 0, 383},
            {1, 560, 1, 0}
        };
        long[][] waitedMillis = {
            {0, 1_810, 0, 250},
            {150, 6, 150, 8_050},
            {50, 1_700, 0, 330},
            {50, 6_620, 125, 0}
        };
        long[] blockedMillis = {2_440, 9_690, 2_450, 8_110};
        long[] resent = {83_622, 1_386, 317_699, 211_611};
        long[] notPutTogether = {0, 123_886, 0, 86};
        long[] waitingBytes = {7, 75, 7_103, 302_527};
        return loads(4, member -> {
            var counters = new HashMap<String, Long>();
            for (int other = 0; other < 4; other++) {
                if (other != member) {
                    counters.put(Counters.MESSAGES_FROM + "member-" + other, messages[other][member]);
                    counters.put(Counters.MISSED_FROM + "member-" + other, missed[other][member]);
                }
                counters.put(
                        Counters.WAITED_FOR_NANOS + "member-" + other, waitedMillis[member][other] * SECOND / 1_000);
            }
            counters.put(Counters.FLOW_CONTROL_BLOCKED_NANOS, blockedMillis[member] * SECOND / 1_000);
            counters.put(Counters.RETRANSMISSIONS, resent[member]);
            counters.put(Counters.IP_REASSEMBLY_FAILURES, notPutTogether[member]);
            counters.put(Counters.SWITCH_PORT_DROPS, member % 2 == 1 ? switchPortDrops : 0);
            counters.put(Counters.QUEUE_SAMPLES, 1L);
            counters.put(Counters.SEND_QUEUE_BYTES, waitingBytes[member]);
            counters.put(Counters.INTERFACE_SENT_BYTES, 1_000_000L);
            return counters;
        });
    }
}
