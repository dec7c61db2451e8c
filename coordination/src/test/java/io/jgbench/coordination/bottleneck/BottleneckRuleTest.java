package io.jgbench.coordination.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fixtures are what members counted in runs of 8 s on two cores, four members in namespaces, with what they are named
 * after.
 */
class BottleneckRuleTest {
    private static final JsonMapper JSON =
            JsonMapper.builder().addModule(new Jdk8Module()).build();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @ParameterizedTest
    @CsvSource({
        "clean-udp, HOST_CPU, member-0 and 3 more",
        "clean-tcp, HOST_CPU, member-0 and 3 more",
        "links-200mbit-udp, HOST_CPU, member-0 and 3 more",
        "stopped-member-udp, RECEIVER, member-1",
        "loss-udp, LOSS, member-1",
        "loss-tcp, LOSS, member-1",
        "slow-link-tcp, WIRE, member-1",
        "small-window-udp, FLOW_CONTROL_WINDOW,",
        "small-heap-udp, COLLECTOR, member-0 and 3 more",
        "slow-link-udp, WIRE, member-1",
        "links-100mbit-udp, WIRE, member-0 and 3 more",
        "rpc-udp, HOST_CPU, member-0 and 3 more",
        "requested-rate-rpc-udp, REQUESTED_RATE,",
        "stopped-member-message-bus-udp, RECEIVER, member-1",
        "datagram, HOST_CPU, member-0 and 3 more",
        "loss-rpc-udp, LOSS, member-1",
        "stopped-member-rpc-udp, RECEIVER, member-1",
        "stopped-member-tcp, RECEIVER, member-1",
        "slow-link-tcp-busy-host, WIRE, member-1",
        "links-100mbit-tcp, WIRE, member-0",
        "loss-datagram, LOSS, member-1",
        "loss-into-member-udp, LOSS, member-1",
        "loss-into-member-tcp, LOSS, member-1",
        "loss-into-member-tcp-long-queue, LOSS, member-1",
        "loss-out-of-member-udp, LOSS, member-2",
        "loss-out-of-member-tcp, LOSS, member-2",
        "loss-udp-starved-host, LOSS, member-1",
        "busy-loops-udp, HOST_CPU, member-0 and 3 more",
        "two-stopped-members-tcp, RECEIVER, member-0 and member-2",
        "slow-sender-udp, SENDER, member-3",
        "slow-sender-tcp, SENDER, member-0",
        "slow-link-both-ways-udp, WIRE, member-1",
        "loss-from-one-udp, LOSS, member-0",
        "small-buffer-udp, LOSS, member-1",
        "partition-udp, LOSS, member-3",
        "small-window-udp-starved-host, FLOW_CONTROL_WINDOW,"
    })
    void causeThatWasPlantedIsNamedWithItsMember(String fixture, BottleneckType type, String member) throws Exception {
        var found = BottleneckRule.bottleneck(recorded(fixture));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).isEqualTo(Optional.ofNullable(member));
    }

    @Test
    void rateOfOneCallAtATimeIsAllThatWasAskedFor() {
        var found =
                BottleneckRule.bottleneck(ofSingleCallers(RunLoad.SingleCaller.of("rpc.concurrency", 2394, 410_000)));

        assertThat(found.type()).isEqualTo(BottleneckType.REQUESTED_RATE);
        assertThat(found.fault()).isFalse();
        assertThat(found.message())
                .isEqualTo("Each member makes one call at a time, and waited for answers 98 % of its time, 0.410 ms for"
                        + " each: no more was asked for. A higher rpc.concurrency asks for more at a time.");
    }

    @Test
    void callerThatHardlyWaitsIsNotHeldByItsCalls() {
        var found =
                BottleneckRule.bottleneck(ofSingleCallers(RunLoad.SingleCaller.of("rpc.concurrency", 2394, 330_000)));

        assertThat(found.type()).isEqualTo(BottleneckType.UNKNOWN);
    }

    private static RunLoad ofSingleCallers(RunLoad.SingleCaller caller) {
        return new RunLoad(
                members(Map.of()),
                Optional.empty(),
                Optional.of(caller),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void causesStandInTheDocumentInTheOrderInWhichTheyAreLookedAt() throws Exception {
        var rule = new BottleneckRule(recorded("clean-udp"));
        String document = Files.readString(Path.of("../docs/method/BOTTLENECK.md"));

        List<String> rows = Pattern.compile("^\\| (\\d+ \\| [^|]+) \\|", Pattern.MULTILINE)
                .matcher(document)
                .results()
                .map(row -> row.group(1))
                .toList();

        List<BottleneckRule.Cause> causes = rule.causes();
        assertThat(rows)
                .isEqualTo(IntStream.range(0, causes.size())
                        .mapToObj(place -> place + 1 + " | " + causes.get(place).name())
                        .toList());
    }

    @Test
    void runOfWhichNothingIsKnownIsUnknown() {
        assertThat(bottleneck(Map.of()))
                .isEqualTo(Bottleneck.unknown("Too little was counted to tell what held the rate."));
    }

    @Test
    void whatWasSeenIsToldWhereItExplainsNothing() {
        var found = bottleneck(Map.of(
                Counters.THREAD_CPU_NANOS + "sender/7",
                5 * SECOND,
                Counters.HOST_IDLE_NANOS,
                3 * SECOND,
                Counters.HOST_CPU_NANOS,
                SECOND,
                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                3 * SECOND));

        assertThat(found.message())
                .isEqualTo("Nothing that was counted explains the rate: senders waited for flow control 10 % of the"
                        + " time, the busiest thread took 50 % of one core, the busiest host had 75 % of its CPU time"
                        + " left.");
    }

    @Test
    void busyHostTellsHowManyCpusItsMembersWaitedFor() {
        var found = bottleneck(Map.of(
                Counters.HOST_IDLE_NANOS,
                SECOND,
                Counters.HOST_CPU_NANOS,
                39 * SECOND,
                Counters.CPU_NANOS,
                30 * SECOND,
                Counters.CPU_WAITED_NANOS,
                25 * SECOND));

        assertThat(found.type()).isEqualTo(BottleneckType.HOST_CPU);
        assertThat(found.message())
                .contains("its members took 3.00 CPUs of 4 and waited for 2.50 more, other programs");
    }

    @ParameterizedTest
    @CsvSource({"0.75, RECEIVER", "0.74, FLOW_CONTROL_WINDOW"})
    void processingThatWasAskedForIsNoSmallWindow(double share, BottleneckType type) {
        var waiting = TestLoads.loads(
                4,
                _ -> Map.of(
                        Counters.FLOW_CONTROL_BLOCKED_NANOS,
                        9 * SECOND,
                        Counters.HOST_IDLE_NANOS,
                        30 * SECOND,
                        Counters.HOST_CPU_NANOS,
                        10 * SECOND));

        var found = BottleneckRule.bottleneck(new RunLoad(
                waiting,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new RunLoad.RequestedProcessing(share, "the workload says why")),
                1,
                Optional.of(new RunLoad.Window(125_000, 1_250_000)),
                Optional.empty()));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.fault()).isFalse();
        assertThat(found.message().equals("the workload says why")).isEqualTo(type == BottleneckType.RECEIVER);
    }

    /** A listener waits a second for packets that were lost. */
    @ParameterizedTest
    @CsvSource({"0, LOSS", "1, WIRE"})
    void linkIsFullThatWasFullUntilNobodySentAnyMore(long silentSeconds, BottleneckType type) {
        var listener = MemberLoadBuilder.builder(
                        TestLoads.load(1, Map.of(Counters.INTERFACE_RECEIVED_BYTES, 1_050_000_000L)))
                .sender(false)
                .lostMessages(100_000)
                .silentNanos(silentSeconds * SECOND)
                .build();

        var found = TestLoads.bottleneck(List.of(TestLoads.load(0, Map.of()), listener));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).contains("member-1");
    }

    /** What its switch dropped was on the way to it. */
    @ParameterizedTest
    @CsvSource({"INTERFACE_RECEIVED_BYTES, WIRE", "INTERFACE_SENT_BYTES, LOSS"})
    void queueThatOverflowsIsOfALinkThatIsFullTowardsItsMember(String full, BottleneckType type) {
        String bytes =
                full.equals("INTERFACE_SENT_BYTES") ? Counters.INTERFACE_SENT_BYTES : Counters.INTERFACE_RECEIVED_BYTES;
        var member = TestLoads.load(
                1,
                Map.of(
                        bytes,
                        875_000_000L,
                        Counters.TCP_RECEIVED_SEGMENTS,
                        1_000_000L,
                        Counters.TCP_OUT_OF_ORDER_SEGMENTS,
                        10_000L,
                        Counters.SWITCH_PORT_DROPS,
                        10_000L));
        var sender = TestLoads.load(0, Map.of(Counters.TCP_RETRANSMITTED_SEGMENTS, 10_000L));

        var found = TestLoads.bottleneck(List.of(sender, member));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    @Test
    void runWithoutMembersIsUnknown() {
        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .type())
                .isEqualTo(BottleneckType.UNKNOWN);
    }

    @Test
    void runOfLessThanASecondIsUnknown() {
        var member = load(0, SECOND / 2, Map.of(Counters.GC_NANOS, SECOND / 4));

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                List.of(member),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .message())
                .isEqualTo("member-0 was measured for 0.50 s: too short to tell what held the rate. Measure for 1 s or"
                        + " longer.");
    }

    @ParameterizedTest
    @CsvSource({"949, UNKNOWN", "950, REQUESTED_RATE", "1000, REQUESTED_RATE"})
    void rateThatWasAskedForAndKeptIsWhatHeldIt(double least, BottleneckType type) {
        var request = new RunLoad.Request("rpc.targetRate", "requests", 1000, least);

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                members(Map.of()),
                                Optional.of(request),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"99, UNKNOWN", "100, COLLECTOR"})
    void collectorThatStopsOneMemberForATenthOfTheTimeHoldsTheRate(long permille, BottleneckType type) {
        assertThat(bottleneck(Map.of(Counters.GC_NANOS, permille * SECOND / 100))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"25, WIRE", "49, WIRE", "51, COLLECTOR"})
    void collectorsOfManyMembersThatAreAsTheyShouldBeDoNotAddUp(long permille, BottleneckType type) {
        var all = IntStream.range(0, 10)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        Map.of(
                                Counters.GC_NANOS,
                                permille * SECOND / 100,
                                Counters.INTERFACE_RECEIVED_BYTES,
                                950 * 1_250_000L)))
                .toList();

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                all,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"99, UNKNOWN", "100, RECEIVER"})
    void memberThatStandsStillForATenthOfTheTimeIsTheReceiver(long permille, BottleneckType type) {
        var found = bottleneck(Map.of(Counters.STALLED_NANOS, permille * SECOND / 100));

        assertThat(found.type()).isEqualTo(type);
        assertThat(found.fault()).isEqualTo(type == BottleneckType.RECEIVER);
    }

    /** Its pauses are 9 % of the time, and too short to be part of its stalls. */
    @Test
    void shortPausesOfTheCollectorTakeNothingFromTheTimeInWhichAMemberWasStopped() {
        Map<String, Long> counted =
                new HashMap<>(Map.of(Counters.GC_NANOS, 9 * SECOND / 10, Counters.STALLED_NANOS, 18 * SECOND / 10));
        assertThat(bottleneck(counted).type()).as("of an earlier version").isEqualTo(BottleneckType.UNKNOWN);

        counted.put(Counters.STOPPED_NANOS, 15 * SECOND / 10);
        assertThat(bottleneck(counted).type()).isEqualTo(BottleneckType.RECEIVER);

        counted.put(Counters.STOPPED_NANOS, 9 * SECOND / 10);
        assertThat(bottleneck(counted).type()).isEqualTo(BottleneckType.UNKNOWN);
    }

    @Test
    void membersThatAllStandStillAreNotReceivers() {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> load(i, 10 * SECOND, Map.of(Counters.STALLED_NANOS, (2 + i) * SECOND)))
                .toList();

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                all,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .type())
                .isEqualTo(BottleneckType.UNKNOWN);
    }

    /** Whose messages were sent waits for the last of all, so that the measured time is the same. */
    @Test
    void senderThatNeedsLongerForAsManyMessagesIsTheSender() {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> MemberLoadBuilder.builder(load(i, 10 * SECOND, Map.of()))
                        .sendingNanos(i == 1 ? 10 * SECOND : 2 * SECOND)
                        .build())
                .toList();

        var found = BottleneckRule.bottleneck(new RunLoad(
                all, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));

        assertThat(found.type()).isEqualTo(BottleneckType.SENDER);
        assertThat(found.member()).contains("member-1");
    }

    @Test
    void limitOnCpuTimeIsNamedBeforeTheStallsThatItMakes() {
        var found = bottleneck(Map.of(Counters.STALLED_NANOS, 5 * SECOND, Counters.CPU_THROTTLED_NANOS, 5 * SECOND));

        assertThat(found.type()).isEqualTo(BottleneckType.HOST_CPU);
        assertThat(found.member()).contains("member-1");
    }

    @ParameterizedTest
    @CsvSource({"1, 99, UNKNOWN", "1, 120, HOST_CPU", "24, 120, UNKNOWN", "24, 2400, HOST_CPU"})
    void timeThatALimitKeptFromCpusIsDividedByThem(int cpus, long permille, BottleneckType type) {
        var limited = MemberLoadBuilder.builder(
                        load(1, 10 * SECOND, Map.of(Counters.CPU_THROTTLED_NANOS, permille * SECOND / 100)))
                .cpus(Optional.of(cpus))
                .build();

        assertThat(bottleneck(limited).type()).isEqualTo(type);
    }

    /** 3 % of the time on four CPUs, in bursts: threads that wake now and then are not kept from it for longer. */
    @ParameterizedTest
    @CsvSource({"40, UNKNOWN", "99, UNKNOWN", "101, HOST_CPU"})
    void shortThrottlingOnSeveralCpusIsNotTheBottleneck(long stoppedPeriodsPermille, BottleneckType type) {
        var limited = MemberLoadBuilder.builder(load(
                        1,
                        10 * SECOND,
                        Map.of(
                                Counters.CPU_THROTTLED_NANOS,
                                120 * SECOND / 100,
                                Counters.CPU_NANOS,
                                9 * SECOND,
                                Counters.CPU_THROTTLED_PERIODS_NANOS,
                                stoppedPeriodsPermille * SECOND / 100)))
                .cpus(Optional.of(1))
                .build();

        assertThat(bottleneck(limited).type()).isEqualTo(type);
    }

    /** Two of its CPUs that are used up after two thirds of each period; an idle thread hardly ever sleeps longer. */
    @Test
    void limitThatStopsAMemberForAThirdOfEachPeriodIsFound() {
        var limited = MemberLoadBuilder.builder(load(
                        1,
                        10 * SECOND,
                        Map.of(
                                Counters.CPU_THROTTLED_NANOS,
                                10 * SECOND,
                                Counters.CPU_NANOS,
                                20 * SECOND,
                                Counters.CPU_THROTTLED_PERIODS_NANOS,
                                10 * SECOND,
                                Counters.DELAYED_NANOS,
                                SECOND / 10)))
                .cpus(Optional.of(2))
                .build();

        assertThat(bottleneck(limited).type()).isEqualTo(BottleneckType.HOST_CPU);
    }

    @ParameterizedTest
    @CsvSource({"34346, 11801, WIRE", "34346, 14900, REQUESTED_RATE", "9000, 11801, UNKNOWN"})
    void publisherThatFallsBehindItsRateWithAFullSendQueueHasASlowLink(
            long waitingBytes, double slowest, BottleneckType type) {
        var member1 = load(
                1,
                10 * SECOND,
                Map.of(
                        Counters.INTERFACE_SENT_BYTES,
                        90_000_000L,
                        Counters.QUEUE_SAMPLES,
                        20L,
                        Counters.SEND_QUEUE_BYTES,
                        20 * waitingBytes));
        var found = BottleneckRule.bottleneck(new RunLoad(
                members(member1),
                Optional.of(new RunLoad.Request("datagram.rate", "packets", 15_000, slowest)),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty()));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).isEqualTo(Optional.of("member-1").filter(_ -> type == BottleneckType.WIRE));
    }

    @Test
    void interfaceThatLostItsCarrierIsLossAtItsMember() {
        var found = bottleneck(Map.of(Counters.CARRIER_LOSSES, 2L));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains("member-1");
        assertThat(found.fault()).isTrue();
        assertThat(found.message())
                .startsWith("The interface of member-1 lost its carrier while members were measured, 2 times:");
    }

    @ParameterizedTest
    @CsvSource({"849, UNKNOWN", "851, WIRE"})
    void linkThatIsFullIsTheWire(long permille, BottleneckType type) {
        // 1 Gbit/s for 10 s is 1.25 GB
        assertThat(bottleneck(Map.of(Counters.INTERFACE_RECEIVED_BYTES, permille * 1_250_000))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"10, WIRE", "20, UNKNOWN"})
    void whatALinkCarriedIsAShareOfTheTimeInWhichItWasCounted(long seconds, BottleneckType type) {
        assertThat(bottleneck(Map.of(
                                Counters.COUNTED_NANOS,
                                seconds * SECOND,
                                Counters.INTERFACE_RECEIVED_BYTES,
                                900 * 1_250_000L))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"4, UNKNOWN", "5, LOSS"})
    void messagesThatWereAskedForAgainAreLoss(long permille, BottleneckType type) {
        assertThat(bottleneck(Map.of(Counters.RETRANSMISSION_REQUESTS, permille * 1_000))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"1000, UNKNOWN", "1050, LOSS"})
    void fragmentsThatWereAskedForAgainAreAPartOfAllFragments(long missed, BottleneckType type) {
        var largeMessages = MemberLoadBuilder.builder(load(
                        1,
                        10 * SECOND,
                        Map.of(
                                Counters.RETRANSMISSION_REQUESTS,
                                missed,
                                Counters.MISSED_FROM + "member-0",
                                missed,
                                Counters.MESSAGES_FROM + "member-0",
                                140_000L,
                                Counters.MESSAGES_FROM + "member-2",
                                70_000L)))
                .receivedMessages(6_000)
                .build();

        assertThat(bottleneck(largeMessages).type()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"1000, UNKNOWN", "1050, LOSS"})
    void fragmentsThatAStackDoesNotTellApartAreCountedByTheSizeOfAMessage(long requests, BottleneckType type) {
        var largeMessages = MemberLoadBuilder.builder(
                        load(1, 10 * SECOND, Map.of(Counters.RETRANSMISSION_REQUESTS, requests)))
                .receivedMessages(6_000)
                .packetsPerMessage(35)
                .build();

        assertThat(bottleneck(largeMessages).type()).isEqualTo(type);
    }

    @Test
    void lossThatSeveralSeeOfWhatOneSentIsAtTheLinkOfThatOne() {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        i == 1
                                ? Map.of(Counters.RETRANSMISSIONS, 20_000L)
                                : Map.of(Counters.RETRANSMISSION_REQUESTS, 10_000L)))
                .toList();
        var found = BottleneckRule.bottleneck(new RunLoad(
                all, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains("member-1");
        assertThat(found.message())
                .isEqualTo("2 members missed up to 1.0 % of what they were sent, and member-1 made 100 % of all"
                        + " retransmissions but missed 0.0 % itself. The loss is on the way from it."
                        + " Look at its link.");
    }

    @ParameterizedTest
    @CsvSource({"100, UNKNOWN", "99, HOST_CPU"})
    void hostWithoutCpuTimeLeftHoldsTheRate(long idlePermille, BottleneckType type) {
        assertThat(bottleneck(Map.of(
                                Counters.HOST_IDLE_NANOS,
                                idlePermille * SECOND,
                                Counters.HOST_CPU_NANOS,
                                (1000 - idlePermille) * SECOND))
                        .type())
                .isEqualTo(type);
    }

    @Test
    void membersThatAreBoundToBusyCpusAreNamedWhereTheirHostHasCpuTimeLeft() {
        List<MemberLoad> members = IntStream.range(0, 3)
                .mapToObj(i -> MemberLoadBuilder.builder(load(
                                i,
                                10 * SECOND,
                                Map.of(
                                        Counters.HOST_IDLE_NANOS,
                                        22 * SECOND,
                                        Counters.HOST_CPU_NANOS,
                                        18 * SECOND,
                                        Counters.CPU_NANOS,
                                        6 * SECOND)))
                        .host("host"))
                .map(builder -> builder.build())
                .toList();
        var bound = new HashMap<>(members.getFirst().counters());
        bound.put(Counters.USABLE_CPU_NANOS, 20 * SECOND);
        bound.put(Counters.USABLE_IDLE_NANOS, SECOND);
        bound.put(Counters.CPU_WAITED_NANOS, 30 * SECOND);
        List<MemberLoad> twoBound = List.of(
                MemberLoadBuilder.builder(members.get(0))
                        .boundTo(Optional.of("2-3"))
                        .counters(bound)
                        .build(),
                MemberLoadBuilder.builder(members.get(1))
                        .boundTo(Optional.of("2-3"))
                        .counters(bound)
                        .build(),
                members.get(2));

        var found = BottleneckRule.bottleneck(new RunLoad(
                twoBound, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));

        assertThat(found.type()).isEqualTo(BottleneckType.HOST_CPU);
        assertThat(found.member()).contains("member-0 and member-1");
        assertThat(found.message())
                .isEqualTo("member-0 and member-1 may use CPU 2-3 alone of the host's 4, of whose time 5.0 % was left:"
                        + " members took 1.20 CPUs and waited for 6.00 more, all else 0.70. More CPUs for them, or"
                        + " faster ones, would give a higher rate.");
    }

    @Test
    void datagramsThatAnOverloadedHostDidNotTakeAreTheHostsCpus() {
        assertThat(bottleneck(Map.of(
                                Counters.HOST_IDLE_NANOS,
                                0L,
                                Counters.HOST_CPU_NANOS,
                                SECOND,
                                Counters.RETRANSMISSION_REQUESTS,
                                100_000L,
                                Counters.UDP_RECEIVE_BUFFER_DROPS,
                                1_000L))
                        .type())
                .isEqualTo(BottleneckType.HOST_CPU);
    }

    @Test
    void receiverWithABusyThreadThatOthersWaitForIsNamed() {
        var found = waitingForMember1(Map.of(Counters.THREAD_CPU_NANOS + "UDP receiver/12", 9_900_000_000L));

        assertThat(found.type()).isEqualTo(BottleneckType.RECEIVER);
        assertThat(found.member()).contains("member-1");
        assertThat(found.message())
                .isEqualTo("Senders waited 60 % of the time for credits, 94 % of it for those of member-1, whose thread"
                        + " UDP receiver used 99 % of one core: it is the receiver. Give it cores, or fewer senders.");
    }

    @Test
    void receiverWhoseSocketsAreFullThatOthersWaitForIsNamed() {
        var found = waitingForMember1(Map.of(Counters.QUEUE_SAMPLES, 20L, Counters.RECEIVE_QUEUE_BYTES, 20 * 400_000L));

        assertThat(found.type()).isEqualTo(BottleneckType.RECEIVER);
    }

    @ParameterizedTest
    @CsvSource({
        // layer, own interface, line rate in Gbit/s, bytes that wait, bottleneck
        "UDP, true, 1, 150000, WIRE",
        "UDP, false, 1, 150000, UNKNOWN",
        "TCP, false, 1, 150000, UNKNOWN",
        "UDP, true, 1, 120000, UNKNOWN",
        "UDP, true, 25, 3000000, UNKNOWN",
        "UDP, true, 25, 3200000, WIRE",
        "TCP, true, 25, 3000000, UNKNOWN",
        "TCP, true, 25, 3200000, WIRE"
    })
    void socketsThatWaitToSendAreASlowLinkWhereThereIsALink(
            Layer layer, boolean apart, long gigabits, long waiting, BottleneckType type) {
        var counters = new HashMap<String, Long>();
        counters.put(Counters.QUEUE_SAMPLES, 20L);
        counters.put(Counters.SEND_QUEUE_BYTES, 20 * waiting);
        if (apart) {
            counters.put(Counters.INTERFACE_SENT_BYTES, 1_000_000L);
        }
        var all = membersThatWaitForMember1(counters).stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .layer(layer)
                        .lineRateBitsPerSecond(Optional.of(gigabits * 1_000_000_000))
                        .build())
                .toList();

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                all,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"true, 1, WIRE", "false, 1, UNKNOWN", "true, 25, UNKNOWN"})
    void socketsOfAllOthersThatWaitToSendToOneAreASlowLinkWhereThereIsALink(
            boolean apart, long gigabits, BottleneckType type) {
        var all = membersThatWaitForMember1(Map.of()).stream()
                .map(member -> {
                    var counters = new HashMap<>(member.counters());
                    counters.put(Counters.QUEUE_SAMPLES, 20L);
                    counters.put(Counters.SEND_QUEUE_BYTES, 20 * (member.name().equals("member-1") ? 0 : 600_000L));
                    if (apart) {
                        counters.put(Counters.INTERFACE_SENT_BYTES, 1_000_000L);
                    }
                    return MemberLoadBuilder.builder(member)
                            .layer(Layer.TCP)
                            .lineRateBitsPerSecond(Optional.of(gigabits * 1_000_000_000))
                            .counters(counters)
                            .build();
                })
                .toList();

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                all,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.empty(),
                                Optional.empty()))
                        .type())
                .isEqualTo(type);
    }

    @Test
    void lossSaysOnWhichWayItWasAndHowMuch() throws Exception {
        assertThat(BottleneckRule.bottleneck(recorded("loss-out-of-member-tcp")).message())
                .startsWith("3,426 of 324,713 TCP segments (1.06 %) were lost on the way out of member-2, to member-0"
                        + " 1,387, member-1 1,123, member-3 916; on all other ways 0.0 %.");
    }

    @ParameterizedTest
    @CsvSource({"4900, UNKNOWN", "5000, RECEIVER"})
    void receiverWhoseTcpHasNoRoomForHalfOfTheTimeIsNamed(long millis, BottleneckType type) {
        assertThat(noRoomAtMember1(millis, 1_000_000).type()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"8000, its receive buffers are too small", "400000, it reads too slowly"})
    void fullReceiveBufferIsSmallWhereLittleWaitsInIt(long waitingBytes, String why) {
        Bottleneck found = noRoomAtMember1(9_000, waitingBytes);

        assertThat(found.type()).isEqualTo(BottleneckType.RECEIVER);
        assertThat(found.member()).contains("member-1");
        assertThat(found.message()).contains(why);
    }

    private static Bottleneck noRoomAtMember1(long millis, long waitingBytes) {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        Map.of(
                                Counters.QUEUE_SAMPLES,
                                20L,
                                Counters.RECEIVE_QUEUE_BYTES,
                                20 * waitingBytes,
                                Counters.TCP_SEGMENTS_TO + "member-1",
                                1_000_000L,
                                Counters.TCP_WAITED_FOR_NANOS + "member-1",
                                millis * SECOND / 1000,
                                Counters.TCP_SEGMENTS_TO + "member-2",
                                1_000_000L,
                                Counters.TCP_WAITED_FOR_NANOS + "member-2",
                                SECOND / 10)))
                .toList();
        return BottleneckRule.bottleneck(new RunLoad(
                all, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"1900, HOST_CPU", "2000, RECEIVER"})
    void receiverThatNeedsTwiceTheCpuOfTheOthersOnABusyHostIsNamed(long millis, BottleneckType type) {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        Map.of(
                                Counters.HOST_IDLE_NANOS,
                                0L,
                                Counters.HOST_CPU_NANOS,
                                40 * SECOND,
                                Counters.CPU_NANOS,
                                i == 1 ? millis * SECOND / 1000 : SECOND,
                                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                                9 * SECOND,
                                Counters.WAITED_FOR_NANOS + "member-1",
                                8 * SECOND,
                                Counters.WAITED_FOR_NANOS + "member-2",
                                SECOND)))
                .toList();

        Bottleneck found = BottleneckRule.bottleneck(new RunLoad(
                all, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));

        assertThat(found.type()).isEqualTo(type);
    }

    /** Who takes the messages of three senders has three times as much to do. */
    @ParameterizedTest
    @CsvSource({"1000000, RECEIVER", "3000000, HOST_CPU"})
    void receiverThatTakesMoreOnlyAsMoreIsSentToItIsNotNamed(long received, BottleneckType type) {
        var all = IntStream.range(0, 4)
                .mapToObj(i -> MemberLoadBuilder.builder(load(
                                i,
                                10 * SECOND,
                                Map.of(
                                        Counters.HOST_IDLE_NANOS,
                                        0L,
                                        Counters.HOST_CPU_NANOS,
                                        40 * SECOND,
                                        Counters.CPU_NANOS,
                                        i == 3 ? 2 * SECOND : SECOND,
                                        Counters.FLOW_CONTROL_BLOCKED_NANOS,
                                        i == 3 ? 0 : 9 * SECOND,
                                        Counters.WAITED_FOR_NANOS + "member-3",
                                        i == 3 ? 0 : 9 * SECOND)))
                        .sender(i < 3)
                        .ownMessages(i == 3 ? 0 : 1_000_000)
                        .receivedMessages(i == 3 ? received : 0)
                        .build())
                .toList();

        Bottleneck found = BottleneckRule.bottleneck(new RunLoad(
                all, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({"0, member-2", "500, member-1"})
    void memberWhoseOwnQueueDropsIsNamedThoughAllStandStillForAnother(long queueDrops, String named) {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        i == 1
                                ? Map.of(Counters.QUEUE_DROPS, queueDrops)
                                : Map.of(
                                        Counters.MESSAGES_FROM + "member-1",
                                        10_000L,
                                        Counters.MISSED_FROM + "member-1",
                                        1_000L,
                                        Counters.MESSAGES_FROM + "member-" + (2 - i),
                                        10_000L)))
                .toList();
        var standstill = new Standstill("member-2", Duration.ofSeconds(3), 50_000, 0);

        Bottleneck found = BottleneckRule.bottleneck(new RunLoad(
                all,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.of(standstill)));

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains(named);
    }

    @Test
    void memberThatIsWaitedForWithoutAReasonIsUnknownAndNamed() {
        var found = waitingForMember1(Map.of());

        assertThat(found.type()).isEqualTo(BottleneckType.UNKNOWN);
        assertThat(found.member()).contains("member-1");
    }

    @Test
    void segmentsThatCameInAnotherOrderAndThatNobodySentAgainAreNoLoss() {
        var found = bottleneck(
                Map.of(Counters.TCP_OUT_OF_ORDER_SEGMENTS, 1_300L, Counters.TCP_RECEIVED_SEGMENTS, 100_000L));

        assertThat(found.type()).isNotEqualTo(BottleneckType.LOSS);
    }

    /** The receiver's duplicate SACKs say that all had come. */
    @ParameterizedTest
    @CsvSource({"1000, UNKNOWN", "0, LOSS"})
    void segmentsThatWereOvertakenAndSentAgainInVainAreNoLoss(long needless, BottleneckType type) {
        var found = ofMembers(ofTcp(needless, 1));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        assertThat(found.member()).isEqualTo(Optional.of("member-1").filter(_ -> type == BottleneckType.LOSS));
        if (type == BottleneckType.UNKNOWN) {
            assertThat(found.message()).contains("1.0 % of the TCP segments to member-1 were overtaken and not lost");
        }
    }

    @Test
    void segmentsOfOneThatWereOvertakenAndSentAgainInVainAreNoLossOnTheWayFromIt() {
        var found = ofMembers(ofTcp(1_000, 0, 1, 2));

        assertThat(found.type()).as(found.message()).isNotEqualTo(BottleneckType.LOSS);
    }

    /** Their ways are known, as their kernels say that nothing went there. */
    @Test
    void segmentsThatTheOnlySenderSentAgainInVainAreNoLoss() {
        var found = ofMembers(ofTcp(member -> member == 3 ? 100_000 : 0, 1_000, 1));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.UNKNOWN);
    }

    private static List<MemberLoad> ofTcp(long needless, Integer... receivers) {
        return ofTcp(_ -> 100_000, needless, receivers);
    }

    /** Four members that sent so much, of which the last one sent 1 % again to these, where it came out of order. */
    private static List<MemberLoad> ofTcp(IntToLongFunction sent, long needless, Integer... receivers) {
        return IntStream.range(0, 4)
                .mapToObj(member -> {
                    var counters = new HashMap<String, Long>();
                    for (int to = 0; to < 4; to++) {
                        counters.put(Counters.TCP_SEGMENTS_TO + "member-" + to, sent.applyAsLong(member));
                        if (member == 3 && List.of(receivers).contains(to)) {
                            counters.put(Counters.TCP_RESENT_TO + "member-" + to, 1_000L);
                            counters.put(Counters.TCP_NEEDLESSLY_RESENT_TO + "member-" + to, needless);
                            counters.put(Counters.TCP_RETRANSMITTED_SEGMENTS, 1_000L * receivers.length);
                        }
                    }
                    counters.put(Counters.TCP_RECEIVED_SEGMENTS, 100_000L);
                    counters.put(
                            Counters.TCP_OUT_OF_ORDER_SEGMENTS,
                            List.of(receivers).contains(member) ? 1_000L : 0);
                    return load(member, 10 * SECOND, counters);
                })
                .toList();
    }

    @Test
    void senderThatNothingHoldsBackAndThatHasNoTimeLeftIsNamed() {
        var found = bottleneck(Map.of(Counters.THREAD_CPU_NANOS + "sender-0/7", 9 * SECOND));

        assertThat(found.type()).isEqualTo(BottleneckType.SENDER);
        assertThat(found.member()).contains("member-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C2 CompilerThre/9", "G1 Conc#0/9", "ZWorkerYoung#0/9"})
    void threadThatCompilesOrCollectsIsNoSender(String thread) {
        assertThat(bottleneck(Map.of(Counters.THREAD_CPU_NANOS + thread, 9 * SECOND))
                        .type())
                .isEqualTo(BottleneckType.UNKNOWN);
    }

    @Test
    void lossOfAllAlikeIsAtNoneOfThem() {
        var all = IntStream.range(0, 4)
                .mapToObj(i -> load(i, 10 * SECOND, Map.of(Counters.RETRANSMISSION_REQUESTS, 11_000L + 1_000L * i)))
                .toList();

        var found = ofMembers(all);

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains("member-0 and 3 more");
        assertThat(found.message())
                .isEqualTo("1.4 % of the messages or TCP segments to member-3 did not arrive at first, and senders"
                        + " waited for them. 3 more members missed at least two thirds of that share. The loss is"
                        + " between members, not at one of them. Look at what they share: the switch and its buffers,"
                        + " which a smaller flow-control window fills less.");
    }

    @Test
    void lossOfSomeWhereOthersMissNothingIsAtEachOfTheirLinks() {
        var all = IntStream.range(0, 8)
                .mapToObj(to -> {
                    var counters = new HashMap<String, Long>();
                    for (int from = 0; from < 8; from++) {
                        counters.put(Counters.MESSAGES_FROM + "member-" + from, 100_000L);
                        counters.put(Counters.MISSED_FROM + "member-" + from, to == 1 ? 1_020L : to == 2 ? 980L : 10L);
                    }
                    return load(to, 10 * SECOND, counters);
                })
                .toList();

        var found = ofMembers(all);

        assertThat(found.type()).isEqualTo(BottleneckType.LOSS);
        assertThat(found.member()).contains("member-1 and member-2");
        assertThat(found.message())
                .isEqualTo("Some messages or TCP segments to 2 members did not arrive at first (member-1 1.0 %,"
                        + " member-2 1.0 %), and senders waited for them. 6 of the others missed less than a fifth of"
                        + " that. So each of the 2 members loses at its own link. Look at the cable, transceiver and"
                        + " switch port of each.");
    }

    /** As recorded with two slow links over UDP, whose queues drop by chance. */
    @ParameterizedTest
    @CsvSource({
        // missed of 100,000 of each sender: by member-2, by the rest; who is named
        "2800, 40, member-1 and member-2",
        "2800, 600, member-1",
        "2500, 40, member-1"
    })
    void allThatMissFarMoreThanTheRestAreNamed(long byMember2, long byTheRest, String named) {
        var all = IntStream.range(0, 4)
                .mapToObj(to -> {
                    var counters = new HashMap<String, Long>();
                    for (int from = 0; from < 4; from++) {
                        counters.put(Counters.MESSAGES_FROM + "member-" + from, 100_000L);
                        counters.put(
                                Counters.MISSED_FROM + "member-" + from,
                                to == 1 ? 13_000L : to == 2 ? byMember2 : byTheRest);
                    }
                    return load(to, 10 * SECOND, counters);
                })
                .toList();

        assertThat(ofMembers(all).type()).isEqualTo(BottleneckType.LOSS);
        assertThat(ofMembers(all).member()).contains(named);
    }

    @Test
    void ofThreeTheOneWithABadLinkBothWaysIsNamedThoughTheOthersMissHalfAsMuch() {
        var all = IntStream.range(0, 3)
                .mapToObj(
                        i -> load(i, 10 * SECOND, Map.of(Counters.RETRANSMISSION_REQUESTS, i == 1 ? 11_000L : 5_500L)))
                .toList();

        assertThat(ofMembers(all).type()).isEqualTo(BottleneckType.LOSS);
        assertThat(ofMembers(all).member()).contains("member-1");
    }

    @Test
    void lossOfAllAlikeWhereAllLinksAreNearlyFullIsTheWire() {
        var all = IntStream.range(0, 3)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        Map.of(
                                Counters.RETRANSMISSION_REQUESTS,
                                10_000L,
                                Counters.INTERFACE_RECEIVED_BYTES,
                                // 78 % of 1 Gbit/s for 10 s
                                975_000_000L)))
                .toList();

        assertThat(ofMembers(all).type()).isEqualTo(BottleneckType.WIRE);
        assertThat(ofMembers(all).fault()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interfaceReceiveMissed | Its interface missed 80,000 frames",
                "interfaceReceiveErrors | Its interface received 80,000 damaged frames",
                "ipReassemblyFailures | Its kernel could not put 80,000 datagrams together",
            })
    void lossThatTheHostCountedIsTold(String counter, String sentence) {
        assertThat(bottleneck(Map.of(Counters.RETRANSMISSION_REQUESTS, 20_000L, counter, 80_000L))
                        .message())
                .contains(sentence)
                .doesNotContain("Neither its sockets nor its interface");
    }

    @Test
    void slowerOfTwoMembersIsTheReceiverHoweverMuchRoomThereIsForALargerWindow() {
        Map<String, Long> waits = Map.of(Counters.FLOW_CONTROL_BLOCKED_NANOS, 7 * SECOND);
        var slow = new HashMap<>(waits);
        slow.put(Counters.QUEUE_SAMPLES, 20L);
        slow.put(Counters.RECEIVE_QUEUE_BYTES, 20 * 1_000_000L);
        var window = new RunLoad.Window(125_000, 2_500_000);

        var found = BottleneckRule.bottleneck(new RunLoad(
                List.of(load(0, 10 * SECOND, waits), load(1, 10 * SECOND, slow)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.of(window),
                Optional.empty()));

        assertThat(found.type()).as(found.message()).isEqualTo(BottleneckType.RECEIVER);
        assertThat(found.member()).contains("member-1");
    }

    @Test
    void severalSlowReceiversAreNoSmallWindow() {
        var window = new RunLoad.Window(125_000, 2_500_000);
        var all = IntStream.range(0, 4)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        Map.of(
                                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                                7 * SECOND,
                                Counters.CPU_NANOS,
                                (i == 3 ? 9 : 3) * SECOND)))
                .toList();

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                all,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.of(window),
                                Optional.empty()))
                        .type())
                .isNotEqualTo(BottleneckType.FLOW_CONTROL_WINDOW);
    }

    private static Bottleneck ofMembers(List<MemberLoad> all) {
        return BottleneckRule.bottleneck(new RunLoad(
                all, Optional.empty(), Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"100000, UNKNOWN", "200000, FLOW_CONTROL_WINDOW"})
    void windowIsNamedWhereThereIsRoomForALargerOneAndNobodyIsBusy(long room, BottleneckType type) {
        var blocked = IntStream.range(0, 3)
                .mapToObj(i -> load(
                        i,
                        10 * SECOND,
                        Map.of(
                                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                                5 * SECOND,
                                Counters.HOST_IDLE_NANOS,
                                50 * SECOND,
                                Counters.HOST_CPU_NANOS,
                                50 * SECOND)))
                .toList();
        var window = new RunLoad.Window(100_000, room);

        assertThat(BottleneckRule.bottleneck(new RunLoad(
                                blocked,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                1,
                                Optional.of(window),
                                Optional.empty()))
                        .type())
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({
        "999, 5, 0, UNKNOWN",
        "1000, 5, 0, LOSS",
        "1000, 0, 5, LOSS",
        "1000, 0, 3, UNKNOWN",
        "3300, 0, 0, UNKNOWN"
    })
    void standstillOfAllInWhichThingsWereSentAgainIsLoss(
            long millis, long messages, long segments, BottleneckType type) {
        var standstill = new Standstill("member-1", Duration.ofMillis(millis), messages, segments);

        var found = BottleneckRule.bottleneck(new RunLoad(
                members(Map.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.of(standstill)));

        assertThat(found.type()).as(found.message()).isEqualTo(type);
    }

    @Test
    void standstillSaysHowLongAndWhatWasSentAgain() {
        var standstill = new Standstill("member-1", Duration.ofMillis(3300), 29, 305);

        var found = BottleneckRule.bottleneck(new RunLoad(
                members(Map.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.of(standstill)));

        assertThat(found.message())
                .isEqualTo("For 3.3 s, 33 % of the time, all members stood still and waited for member-1, while 29"
                        + " messages and 305 TCP segments were sent again: nothing went through between it and others."
                        + " Look at its link, its switch port and firewalls.");
    }

    private static Bottleneck waitingForMember1(Map<String, Long> ofMember1) {
        return BottleneckRule.bottleneck(new RunLoad(
                membersThatWaitForMember1(ofMember1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty()));
    }

    private static List<MemberLoad> membersThatWaitForMember1(Map<String, Long> ofMember1) {
        return IntStream.range(0, 3)
                .mapToObj(i -> {
                    var counters = new HashMap<String, Long>();
                    counters.put(Counters.FLOW_CONTROL_BLOCKED_NANOS, 6 * SECOND);
                    counters.put(Counters.WAITED_FOR_NANOS + "member-1", 5 * SECOND);
                    counters.put(Counters.WAITED_FOR_NANOS + "member-" + i, 6 * SECOND);
                    counters.put(Counters.WAITED_FOR_NANOS + "member-2", SECOND * 2 / 3);
                    if (i == 1) {
                        counters.remove(Counters.WAITED_FOR_NANOS + "member-2");
                        counters.putAll(ofMember1);
                    }
                    return load(i, 10 * SECOND, counters);
                })
                .toList();
    }

    /** Of three members that were measured for 10 s, of which the second has counted this. */
    private static Bottleneck bottleneck(Map<String, Long> ofMember1) {
        return BottleneckRule.bottleneck(new RunLoad(
                members(ofMember1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty()));
    }

    private static Bottleneck bottleneck(MemberLoad member1) {
        return BottleneckRule.bottleneck(new RunLoad(
                members(member1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty()));
    }

    private static List<MemberLoad> members(Map<String, Long> ofMember1) {
        return members(load(1, 10 * SECOND, ofMember1));
    }

    private static List<MemberLoad> members(MemberLoad member1) {
        return List.of(load(0, 10 * SECOND, Map.of()), member1, load(2, 10 * SECOND, Map.of()));
    }

    private static MemberLoad load(int index, long measuredNanos, Map<String, Long> counters) {
        return MemberLoadBuilder.builder(TestLoads.load(index, counters))
                .measuredNanos(measuredNanos)
                .build();
    }

    private static RunLoad recorded(String fixture) throws Exception {
        try (var in = BottleneckRuleTest.class.getResourceAsStream(
                "/io/jgbench/coordination/bottleneck/" + fixture + ".json")) {
            return JSON.readValue(in, RunLoad.class);
        }
    }
}
