package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowSendersTest {
    private static final long COMPILED = SECOND;

    @Test
    void callerWhoseAnswersTakeLongerIsNotASlowSender() {
        var found = bottleneck(callers(Map.of(Counters.CPU_NANOS, 3 * SECOND, Counters.COMPILER_NANOS, COMPILED)));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.UNKNOWN);
        assertThat(found.member()).contains("member-1");
        assertThat(found.fault()).isFalse();
        assertThat(found.message())
                .isEqualTo("member-1 made 5,708 calls/s, the other callers about 16,870, and nothing that was counted"
                        + " at it explains that. A caller waits for answers: its round trips may take longer. Compare"
                        + " its way to the others with theirs.");
    }

    /** Fewer than 0.5 %, from which on losses hold those who need not wait for each message. */
    @Test
    void callerOnWhoseWayMessagesAreLostIsHeldByThese() {
        var members = callers(Map.of(Counters.CPU_NANOS, 3 * SECOND, Counters.COMPILER_NANOS, COMPILED)).stream()
                .map(member -> {
                    var counters = new HashMap<>(member.counters());
                    for (int from = 0; from < 4; from++) {
                        if (!member.name().equals("member-" + from)) {
                            counters.put(Counters.MESSAGES_FROM + "member-" + from, 10_000L);
                            counters.put(
                                    Counters.MISSED_FROM + "member-" + from,
                                    member.name().equals("member-1") ? 36L : 0);
                        }
                    }
                    return MemberLoadBuilder.builder(member).counters(counters).build();
                })
                .toList();

        var found = bottleneck(members);

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains("member-1");
        assertThat(found.fault()).isTrue();
        assertThat(found.message())
                .startsWith("member-1 made 5,708 calls/s, the other callers about 16,870, and 108 of 30,000 messages"
                        + " (0.36 %) were lost on the way into member-1 (on all other ways 0.0 %).");
    }

    /** As with {@code messageBus.blockSpin}: the caller looks for its answer all the time. */
    @ParameterizedTest
    @CsvSource({"false, SENDER", "true, REQUESTED_RATE"})
    void threadThatSpinsWhileItWaitsIsNoBusySender(boolean spins, BottleneckType type) {
        var members = TestLoads.loads(2, _ -> Map.of(Counters.THREAD_CPU_NANOS + "caller/7", 99 * SECOND / 10)).stream()
                .map(member -> MemberLoadBuilder.builder(member).spins(spins).build())
                .toList();

        var found = BottleneckRule.bottleneck(new RunLoad(
                members,
                Optional.empty(),
                Optional.of(RunLoad.SingleCaller.of("messageBus.txThreads", 10_000, 95_000)),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty()));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    /** Those that keep a high rate look at the clock until the next message is due. */
    @Test
    void busySenderBesideThoseThatKeepTheirRateIsTheOneThatDoesNot() {
        var members = TestLoads.loads(
                        4, i -> Map.of(Counters.THREAD_CPU_NANOS + "sender/7", (i == 2 ? 90 : 99) * SECOND / 10))
                .stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .ownMessages(member.name().equals("member-2") ? 160_000 : 200_000)
                        .build())
                .toList();

        var found = BottleneckRule.bottleneck(new RunLoad(
                members,
                Optional.of(new RunLoad.Request("multicast.targetRate", "messages", 20_000, 16_000)),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty()));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.SENDER);
        assertThat(found.member()).contains("member-2");
    }

    @Test
    void senderThatWaitsForNoAnswersIsSlowByItself() {
        var senders = callers(Map.of(Counters.CPU_NANOS, 3 * SECOND)).stream()
                .map(member ->
                        MemberLoadBuilder.builder(member).waitsForAnswers(false).build())
                .toList();

        assertThat(bottleneck(senders).type()).isEqualTo(BottleneckType.SENDER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // CPU time, what its compilers took of it, of the host left, of its busiest thread; what explains it
                "45 | 10 |   50 |  10 | it took 13.8 µs of CPU time for each message, the others at most 6.3",
                "80 |  1 |   50 |  10 | it took 31.1 µs of CPU time for each message, the others at most 6.3",
                "30 |  0 |   50 |  10 | its JVM compiled nothing",
                "30 | 10 |    5 |  10 | its CPUs had 5.0 % of their time left, those of the others 50 % or more",
                "30 | 10 |   50 |  90 | its thread worker used 90 % of one core",
            })
    void callerWithoutCpuTimeIsTheSender(long cpu, long compiled, long left, long thread, String why) {
        var found = bottleneck(callers(Map.of(
                Counters.CPU_NANOS,
                cpu * SECOND / 10,
                Counters.COMPILER_NANOS,
                compiled * SECOND / 10,
                Counters.HOST_IDLE_NANOS,
                left * SECOND,
                Counters.HOST_CPU_NANOS,
                (100 - left) * SECOND,
                Counters.THREAD_CPU_NANOS + "worker/12",
                thread * SECOND / 10)));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.SENDER);
        assertThat(found.member()).contains("member-1");
        assertThat(found.fault()).isTrue();
        assertThat(found.message())
                .startsWith("member-1 made 5,708 calls/s, the other callers about 16,870, and " + why)
                .contains(": it is the sender.");
    }

    /** One busy host for all of them explains none. */
    @Test
    void callerIsNotTheSenderWhereAllShareABusyHost() {
        var members = callers(Map.of(Counters.CPU_NANOS, 3 * SECOND, Counters.COMPILER_NANOS, COMPILED)).stream()
                .map(member -> {
                    var counters = new HashMap<>(member.counters());
                    counters.put(Counters.HOST_IDLE_NANOS, SECOND);
                    counters.put(Counters.HOST_CPU_NANOS, 39 * SECOND);
                    return MemberLoadBuilder.builder(member)
                            .host("host")
                            .counters(counters)
                            .build();
                })
                .toList();

        assertThat(bottleneck(members).type()).isEqualTo(BottleneckType.HOST_CPU);
    }

    /** Four that serve as many calls, of which the second makes fewer. */
    private static List<MemberLoad> callers(Map<String, Long> ofTheSlow) {
        Map<String, Long> ofOthers = Map.of(
                Counters.CPU_NANOS,
                4 * SECOND,
                Counters.COMPILER_NANOS,
                COMPILED,
                Counters.HOST_IDLE_NANOS,
                50 * SECOND,
                Counters.HOST_CPU_NANOS,
                50 * SECOND);
        return loads(4, i -> i == 1 ? ofTheSlow : ofOthers).stream()
                .map(member -> {
                    long made = member.name().equals("member-1") ? 57_080 : 168_700;
                    return MemberLoadBuilder.builder(member)
                            .waitsForAnswers(true)
                            .hostCpus(Optional.of(10))
                            .ownMessages(made)
                            .receivedMessages(made + 140_000)
                            .build();
                })
                .toList();
    }

    /** Credits come to it late, so that it waits as much as the others do. */
    @ParameterizedTest
    @CsvSource({"36, LOSS", "2, HOST_CPU"})
    void senderOnWhoseWayInUnicastsAreLostIsHeldByThese(long missed, BottleneckType type) {
        var members = callers(Map.of()).stream()
                .map(member -> {
                    var counters = new HashMap<String, Long>();
                    counters.put(Counters.FLOW_CONTROL_BLOCKED_NANOS, 9 * SECOND);
                    counters.put(Counters.HOST_IDLE_NANOS, SECOND);
                    counters.put(Counters.HOST_CPU_NANOS, 39 * SECOND);
                    for (int from = 0; from < 4; from++) {
                        if (!member.name().equals("member-" + from)) {
                            counters.put(Counters.MESSAGES_FROM + "member-" + from, 10_000L);
                            counters.put(
                                    Counters.MISSED_FROM + "member-" + from,
                                    member.name().equals("member-1") ? missed : 0);
                        }
                    }
                    return MemberLoadBuilder.builder(member)
                            .waitsForAnswers(false)
                            .counters(counters)
                            .build();
                })
                .toList();

        var found = bottleneck(members);

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        if (type == BottleneckType.LOSS) {
            assertThat(found.member()).contains("member-1");
            assertThat(found.message())
                    .startsWith("member-1 sent 5,708 messages/s, the other senders about 16,870, and 108 of 30,000"
                            + " messages (0.36 %) were lost on the way into member-1");
        }
    }

    /** As recorded: nobody asked for a message, and the others sent one to three credits again each. */
    @ParameterizedTest
    @CsvSource({"1, 0, LOSS", "0, 0, HOST_CPU", "1, 1, HOST_CPU"})
    void senderWhoseCreditsAreLostIsToldByWhatOthersSendAgain(long again, long own, BottleneckType type) {
        List<MemberLoad> members = TestLoads.loads(
                        4,
                        i -> Map.of(
                                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                                95 * SECOND / 10,
                                Counters.HOST_IDLE_NANOS,
                                SECOND,
                                Counters.HOST_CPU_NANOS,
                                39 * SECOND,
                                Counters.RETRANSMISSIONS,
                                i == 3 ? own : again))
                .stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .ownMessages(member.name().equals("member-3") ? 13_757 : 210_000)
                        .build())
                .toList();

        var found = bottleneck(members);

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        if (type == BottleneckType.LOSS) {
            assertThat(found.member()).contains("member-3");
            assertThat(found.message())
                    .startsWith("member-3 sent 1,376 messages/s, the other senders about 21,000, and waited for credits"
                            + " 95 % of its time. Each of the others had to send messages again, 3 together");
        }
    }
}
