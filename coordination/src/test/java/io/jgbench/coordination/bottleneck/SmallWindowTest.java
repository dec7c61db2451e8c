package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.both;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.load;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallWindowTest {
    private static final Optional<RunLoad.Window> WINDOW = Optional.of(new RunLoad.Window(125_000, 2_500_000));

    private static final Map<String, Long> BLOCKED = Map.of(Counters.FLOW_CONTROL_BLOCKED_NANOS, 9 * SECOND);

    private static final Map<String, Long> IDLE =
            Map.of(Counters.HOST_IDLE_NANOS, 30 * SECOND, Counters.HOST_CPU_NANOS, 10 * SECOND);

    @Test
    void onlyReceiverIsTheOneThatItsSenderWaitsFor() {
        var found = senderAndReceiver(Map.of(), Map.of());

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.UNKNOWN);
        assertThat(found.member()).contains("member-1");
    }

    @ParameterizedTest
    @CsvSource({
        // bytes unread at the receiver, its CPU time, bottleneck
        "1000000, 3, RECEIVER",
        "90000, 13, UNKNOWN",
        "90000, 3, FLOW_CONTROL_WINDOW"
    })
    void windowOfASenderAndAReceiverIsSmallWhereTheReceiverHasTime(long unread, long cpu, BottleneckType type) {
        var receiver = Map.of(
                Counters.QUEUE_SAMPLES,
                20L,
                Counters.RECEIVE_QUEUE_BYTES,
                20 * unread,
                Counters.CPU_NANOS,
                cpu * SECOND);

        var found = senderAndReceiver(both(IDLE, Map.of(Counters.CPU_NANOS, 2 * SECOND)), both(IDLE, receiver));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    private static Bottleneck senderAndReceiver(Map<String, Long> ofSender, Map<String, Long> ofReceiver) {
        var waits = both(BLOCKED, Map.of(Counters.WAITED_FOR_NANOS + "member-1", 9 * SECOND));
        return bottleneck(List.of(load(0, both(waits, ofSender)), receiver(load(1, ofReceiver))), WINDOW);
    }

    private static MemberLoad receiver(MemberLoad member) {
        return MemberLoadBuilder.builder(member).sender(false).ownMessages(0).build();
    }

    /** What the second of two senders gets waits for its full receive window. */
    @Test
    void oneOfTwoWhoseTcpHasNoRoomIsTheReceiver() {
        var found = bottleneck(
                loads(
                        2,
                        i -> both(
                                BLOCKED,
                                Map.of(
                                        Counters.TCP_SEGMENTS_TO + "member-" + (1 - i),
                                        1_000_000L,
                                        Counters.TCP_WAITED_FOR_NANOS + "member-" + (1 - i),
                                        (i == 0 ? 8 : 1) * SECOND))),
                WINDOW);

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.RECEIVER);
        assertThat(found.member()).contains("member-1");
    }

    @ParameterizedTest
    @CsvSource({"13, false", "6, false", "5, true"})
    void windowIsNotSmallWhereTwoMembersNeedTwiceTheCpuOfTheOthers(long cpuOfTwo, boolean small) {
        var found = bottleneck(
                loads(4, i -> both(BLOCKED, Map.of(Counters.CPU_NANOS, (i < 2 ? cpuOfTwo : 3) * SECOND))), WINDOW);

        assertThat(found.type() == BottleneckType.FLOW_CONTROL_WINDOW)
                .as(found.message())
                .isEqualTo(small);
    }

    /** Who is sent three times as much has three times as much to do. */
    @Test
    void windowMayBeSmallWhereAMemberTakesMoreForMoreMessages() {
        var members = loads(4, i -> both(BLOCKED, Map.of(Counters.CPU_NANOS, (i < 2 ? 9 : 3) * SECOND))).stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .receivedMessages(member.name().matches("member-[01]") ? 5_000_000 : 1_000_000)
                        .build())
                .toList();

        assertThat(bottleneck(members, WINDOW).type()).isEqualTo(BottleneckType.FLOW_CONTROL_WINDOW);
    }

    @ParameterizedTest
    @CsvSource({
        // for how long others waited for each of two members, and for each of the other two, bottleneck
        "45, 5, UNKNOWN",
        "37, 13, FLOW_CONTROL_WINDOW",
        "25, 25, FLOW_CONTROL_WINDOW"
    })
    void windowIsNotSmallWhereTwoMembersAreWaitedForAlone(long forEachOfTwo, long forOthers, BottleneckType type) {
        var waits = Map.of(
                Counters.WAITED_FOR_NANOS + "member-0", forEachOfTwo * SECOND / 10,
                Counters.WAITED_FOR_NANOS + "member-1", forEachOfTwo * SECOND / 10,
                Counters.WAITED_FOR_NANOS + "member-2", forOthers * SECOND / 10,
                Counters.WAITED_FOR_NANOS + "member-3", forOthers * SECOND / 10);

        var found = bottleneck(loads(4, _ -> both(BLOCKED, waits)), WINDOW);

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({
        // layer, bytes that wait at each sender, at one of them, window, bottleneck
        "UDP, 110000, 110000, 125000, UNKNOWN",
        "UDP, 110000, 20000, 125000, FLOW_CONTROL_WINDOW",
        "UDP, 90000, 90000, 125000, FLOW_CONTROL_WINDOW",
        "UDP, 130000, 130000, 400000, FLOW_CONTROL_WINDOW",
        "TCP, 170000, 170000, 125000, FLOW_CONTROL_WINDOW",
        "TCP, 190000, 190000, 125000, UNKNOWN",
    })
    void windowIsNotSmallWhereMostOfItWaitsInTheSendersOwnQueues(
            Layer layer, long waiting, long waitingAtOne, long window, BottleneckType type) {
        var members = loads(
                        4,
                        i -> both(
                                both(BLOCKED, IDLE),
                                Map.of(
                                        Counters.QUEUE_SAMPLES,
                                        20L,
                                        Counters.SEND_QUEUE_BYTES,
                                        20 * (i == 2 ? waitingAtOne : waiting))))
                .stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .layer(layer)
                        .lineRateBitsPerSecond(Optional.of(100_000_000L))
                        .build())
                .toList();

        var found = bottleneck(members, Optional.of(new RunLoad.Window(window, 2_500_000)));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    /** With room for less than four times as much, on hosts that have time. */
    @Test
    void windowIsNotSmallWhereOneMemberLeavesMuchUnread() {
        var unread = Map.of(Counters.QUEUE_SAMPLES, 20L, Counters.RECEIVE_QUEUE_BYTES, 20 * 1_000_000L);

        var found = bottleneck(
                loads(4, i -> both(both(BLOCKED, IDLE), i == 3 ? unread : Map.of())),
                Optional.of(new RunLoad.Window(1_000_000, 2_500_000)));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"UDP, a larger stack.window.", "TCP, a larger max_credits of MFC and UFC in the stack"})
    void settingThatIsToldIsOneThatTheStackHas(Layer layer, String setting) {
        var members = loads(4, _ -> both(BLOCKED, IDLE)).stream()
                .map(member -> MemberLoadBuilder.builder(member).layer(layer).build())
                .toList();

        var found = bottleneck(members, WINDOW);

        assertThat(found.type()).isEqualTo(BottleneckType.FLOW_CONTROL_WINDOW);
        assertThat(found.message()).contains(setting);
        assertThat(found.message().contains("stack.window")).isEqualTo(layer == Layer.UDP);
    }

    @ParameterizedTest
    @CsvSource({
        // for how much of the time others had data for each member and it no room, bytes unread at each
        "60, 20000, RECEIVER",
        "40, 20000, FLOW_CONTROL_WINDOW",
        "60, 200000, UNKNOWN"
    })
    void receiveBuffersOfAllThatAreTooSmallAreNoSmallWindow(long percent, long unread, BottleneckType type) {
        var members = loads(4, i -> {
                    var counters = new HashMap<>(both(BLOCKED, IDLE));
                    counters.put(Counters.QUEUE_SAMPLES, 20L);
                    counters.put(Counters.RECEIVE_QUEUE_BYTES, 20 * unread);
                    for (int to = 0; to < 4; to++) {
                        if (to != i) {
                            counters.put(Counters.TCP_SEGMENTS_TO + "member-" + to, 1_000_000L);
                            counters.put(Counters.TCP_WAITED_FOR_NANOS + "member-" + to, percent * SECOND / 10);
                        }
                    }
                    return counters;
                })
                .stream()
                .map(member ->
                        MemberLoadBuilder.builder(member).layer(Layer.TCP).build())
                .toList();

        var found = bottleneck(members, WINDOW);

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        if (type == BottleneckType.RECEIVER) {
            assertThat(found.fault()).isFalse();
            assertThat(found.member()).contains("member-0 and 3 more");
            assertThat(found.message()).contains("the receive buffers of all are too small", "tcp_rmem");
        }
    }

    /** A sender has its own messages back, and nobody else sends to it. */
    @Test
    void onlySenderIsNoneOfTheReceiversWhoseBuffersAreTooSmall() {
        var members = loads(4, i -> {
                    var counters = new HashMap<>(both(BLOCKED, IDLE));
                    counters.put(Counters.QUEUE_SAMPLES, 20L);
                    counters.put(Counters.RECEIVE_QUEUE_BYTES, 20 * 20_000L);
                    for (int to = 1; to < 4 && i == 0; to++) {
                        counters.put(Counters.TCP_SEGMENTS_TO + "member-" + to, 1_000_000L);
                        counters.put(Counters.TCP_WAITED_FOR_NANOS + "member-" + to, 6 * SECOND);
                    }
                    return counters;
                })
                .stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .layer(Layer.TCP)
                        .sender(member.name().equals("member-0"))
                        .receiver(!member.name().equals("member-0"))
                        .build())
                .toList();

        var found = bottleneck(members, WINDOW);

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.RECEIVER);
        assertThat(found.member()).contains("member-1 and 2 more");
    }

    /** Two of four send to the other two, which answer them. */
    @Test
    void sendersThatOnlyGetAnswersAreNotThoseThatNobodyWaitsFor() {
        var waits = Map.of(
                Counters.WAITED_FOR_NANOS + "member-0",
                0L,
                Counters.WAITED_FOR_NANOS + "member-1",
                0L,
                Counters.WAITED_FOR_NANOS + "member-2",
                4 * SECOND,
                Counters.WAITED_FOR_NANOS + "member-3",
                4 * SECOND);
        var members = loads(4, i -> i < 2 ? both(both(BLOCKED, IDLE), waits) : IDLE).stream()
                .map(member -> {
                    boolean sends = member.name().matches("member-[01]");
                    return MemberLoadBuilder.builder(member)
                            .sender(sends)
                            .receiver(!sends)
                            .build();
                })
                .toList();

        assertThat(bottleneck(members, WINDOW).type()).isEqualTo(BottleneckType.FLOW_CONTROL_WINDOW);
    }
}
