package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowLinksTest {
    @ParameterizedTest
    @CsvSource({
        // for how long the other two waited for each, and these two for each other, in thousandths
        "470, 470, 930",
        "490, 450, 930",
        "450, 490, 930",
        "470, 440, 700"
    })
    void twoLinksThatAreSlowOutwardsAreBothNamed(long forMember1, long forMember3, long crosswise) {
        var found = bottleneck(twoAwaited(
                forMember1,
                forMember3,
                crosswise,
                i -> Map.of(Counters.SEND_QUEUE_BYTES, 20 * (i % 2 == 1 ? 3_200_000L + i : 400_000L))));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.WIRE);
        assertThat(found.member()).contains("member-1 and member-3");
        assertThat(found.message())
                .startsWith("Senders waited 95 % of the time, and the sockets of member-1 and member-3 had 3,200,001"
                        + " bytes or more waiting to be sent on average (those of the others at most 400,000) while"
                        + " the link of member-1 carried ")
                .contains("it is the link from member-1 and member-3, which is slower");
    }

    @ParameterizedTest
    @CsvSource({
        // bytes that wait in the sockets of the two, of the others; which link
        "300000, 600000, to",
        "600000, 600000, of"
    })
    void twoLinksThatAreSlowInwardsAreBothNamed(long ofTwo, long ofOthers, String which) {
        var found = bottleneck(twoAwaited(
                470, 470, 930, i -> Map.of(Counters.SEND_QUEUE_BYTES, 20 * (i % 2 == 1 ? ofTwo : ofOthers))));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.WIRE);
        assertThat(found.member()).contains("member-1 and member-3");
        assertThat(found.message()).contains("it is the link " + which + " member-1 and member-3");
    }

    @ParameterizedTest
    @CsvSource({
        // segments of 100,000 that were sent again to member-1, to member-3; by how many senders; the type
        "1900, 0, 1, WIRE",
        "0, 1900, 2, WIRE",
        "1900, 1500, 2, LOSS"
    })
    void linksThatAreSlowInwardsAreBothNamedThoughTheQueueBeforeOneOfThemDrops(
            long toMember1, long toMember3, int senders, BottleneckType type) {
        var found = bottleneck(twoAwaited(470, 470, 930, i -> {
            boolean resends = i % 2 == 0 && i / 2 < senders;
            var counters = new HashMap<String, Long>();
            counters.put(Counters.SEND_QUEUE_BYTES, 20 * 600_000L);
            for (int to = 0; to < 4; to++) {
                counters.put(Counters.TCP_SEGMENTS_TO + "member-" + to, 100_000L);
            }
            counters.put(Counters.TCP_RESENT_TO + "member-1", resends ? toMember1 : 0);
            counters.put(Counters.TCP_RESENT_TO + "member-3", resends ? toMember3 : 0);
            counters.put(Counters.TCP_RECEIVED_SEGMENTS, 300_000L);
            counters.put(Counters.TCP_OUT_OF_ORDER_SEGMENTS, senders * (i == 1 ? toMember1 : i == 3 ? toMember3 : 0));
            return counters;
        }));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains("member-1 and member-3");
    }

    /** As recorded with 100 Mbit/s in both directions, on busy CPUs. */
    @ParameterizedTest
    @CsvSource({"108000, WIRE", "290000, UNKNOWN"})
    void linkThatIsSlowBothWaysIsToldThoughALittleIsUnreadElsewhere(long unread, BottleneckType type) {
        assertMember1IsTold(type, 1_150_000, 1_140_000, 2, unread);
    }

    /** As recorded: three members wait for the one, and it for one of them, whose socket held a little unread. */
    @ParameterizedTest
    @CsvSource({"115000, WIRE", "950000, UNKNOWN"})
    void linkThatIsSlowOutwardsIsToldUnlessAReaderHoldsItsMember(long unread, BottleneckType type) {
        assertMember1IsTold(type, 3_760_000, 370_000, 0, unread);
    }

    /**
     * All wait for the second member.
     *
     * @param ofIt bytes that wait in its sockets
     * @param ofOthers the same of each other one
     * @param reader which other one has left something unread
     * @param unread how many bytes
     */
    private static void assertMember1IsTold(BottleneckType type, long ofIt, long ofOthers, int reader, long unread) {
        var found = bottleneck(twoAwaited(
                950,
                10,
                20,
                i -> Map.of(
                        Counters.SEND_QUEUE_BYTES,
                        20 * (i == 1 ? ofIt : ofOthers),
                        Counters.RECEIVE_QUEUE_BYTES,
                        20 * (i == reader ? unread : 5_000L))));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains("member-1");
    }

    @ParameterizedTest
    @CsvSource({"1.0, UNKNOWN", "2.5, RECEIVER"})
    void twoThatNeedMoreCpuAreBothNamed(double cpus, BottleneckType type) {
        var found = bottleneck(twoAwaited(
                470, 470, 930, i -> Map.of(Counters.CPU_NANOS, (long) (i % 2 == 1 ? cpus * SECOND : SECOND))));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains("member-1 and member-3");
    }

    /** Of four members over TCP the second and the last are waited for. */
    private static List<MemberLoad> twoAwaited(
            long forMember1, long forMember3, long crosswise, IntFunction<Map<String, Long>> more) {
        return loads(4, i -> {
                    var counters = new HashMap<String, Long>();
                    counters.put(Counters.FLOW_CONTROL_BLOCKED_NANOS, 95 * SECOND / 10);
                    counters.put(
                            Counters.WAITED_FOR_NANOS + "member-1",
                            (i == 3 ? crosswise : i == 1 ? 0 : forMember1) * SECOND / 100);
                    counters.put(
                            Counters.WAITED_FOR_NANOS + "member-3",
                            (i == 1 ? crosswise : i == 3 ? 0 : forMember3) * SECOND / 100);
                    counters.put(Counters.QUEUE_SAMPLES, 20L);
                    counters.put(Counters.RECEIVE_QUEUE_BYTES, 20 * 20_000L);
                    counters.put(Counters.INTERFACE_SENT_BYTES, 100_000_000L);
                    counters.putAll(more.apply(i));
                    return counters;
                })
                .stream()
                .map(member ->
                        MemberLoadBuilder.builder(member).layer(Layer.TCP).build())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        // round trips to member-1 in microseconds, what is told
        "100000, 'Round trips to member-1 took 100.0 ms before the run, between others 1.6 ms: it may be the delay'",
        "4900, Compare its speed with theirs.",
        "7900, Compare its speed with theirs."
    })
    void delayOfALinkIsToldBesideItsSpeed(long micros, String told) {
        var members =
                twoAwaited(900, 10, 20, i -> Map.of(Counters.SEND_QUEUE_BYTES, 20 * (i == 1 ? 0 : 600_000L))).stream()
                        .map(member -> MemberLoadBuilder.builder(member)
                                .roundTripMicros(Optional.of(member.name().equals("member-1") ? micros : 1_600L))
                                .build())
                        .toList();

        var found = bottleneck(members);

        assertThat(found.member()).contains("member-1");
        assertThat(found.message()).contains("it is the link to member-1", told);
    }
}
