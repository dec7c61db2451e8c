package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.stalls.Stall;
import io.jgbench.coordination.workload.datagram.DatagramSearch;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CourseRuleTest {
    private static final Duration TENTH = Duration.ofMillis(100);
    private static final int TWELVE_SECONDS = 120;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void rateThatHalvesInTheMiddleIsToldWithItsInstantAndBothRates() {
        assertThat(evidence(even(TWELVE_SECONDS, i -> i < 60 ? 1000 : 500)))
                .hasValue("From 6.0 s on the rate was 50.0 % lower than before, 5,000 instead of 10,000 messages/s a"
                        + " member, at all members: the figure is an average of two rates.");
    }

    @Test
    void dipThatIsNoStallIsToldWithItsBeginAndItsEnd() {
        assertThat(evidence(even(TWELVE_SECONDS, i -> i >= 40 && i < 56 ? 600 : 1000)))
                .hasValueSatisfying(told -> assertThat(told)
                        .startsWith("From 4.0 s to 5.6 s the rate was 40.0 % lower than in the rest of the run,"));
    }

    @Test
    void membersWhoseRateSteppedAreNamed() {
        long[] steps = arrivals(TWELVE_SECONDS, i -> i < 60 ? 1000 : 300);
        long[] steady = arrivals(TWELVE_SECONDS, _ -> 1000);

        assertThat(evidence(members(steady, steps, steps)))
                .hasValueSatisfying(told -> assertThat(told).contains(", at member-1, member-2: "));
    }

    @Test
    void dipOfOneMemberThatTheRateOfAllDoesNotShowIsToldWithTheMember() {
        long[] dips = arrivals(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 500 : 1000);
        long[] steady = arrivals(TWELVE_SECONDS, _ -> 1000);

        assertThat(evidence(Reason.MEMBER_NOT_STEADY, members(steady, steady, dips, steady)))
                .hasValue("From 4.0 s to 8.0 s member-2 received 50.0 % less than in the rest of the run, relative to"
                        + " the other members: 5,000 instead of 10,000 messages/s, the median of the others 10,000"
                        + " instead of 10,000. The total rate does not show it. Look at member-2 and its link at that"
                        + " time.");
    }

    @Test
    void dipOfOneMemberThatOthersMakeUpForIsToldWithTheMember() {
        long[] dips = arrivals(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 400 : 1000);
        long[] more = arrivals(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 1200 : 1000);

        assertThat(evidence(Reason.MEMBER_NOT_STEADY, members(more, dips, more, more)))
                .hasValueSatisfying(told -> assertThat(told)
                        .startsWith("From 4.0 s to 8.0 s member-1 received 66.7 % less")
                        .contains("4,000 instead of 10,000 messages/s, the median of the others 12,000 instead of"));
    }

    @Test
    void oneOfTwoMembersIsNamedWhoseOwnRateStepped() {
        long[] steps = arrivals(TWELVE_SECONDS, i -> i < 80 ? 1000 : 600);
        long[] steady = arrivals(TWELVE_SECONDS, _ -> 1000);

        assertThat(evidence(Reason.MEMBER_NOT_STEADY, members(steady, steps)))
                .hasValueSatisfying(told -> assertThat(told).startsWith("From 8.0 s on member-1 received 40.0 % less"));
    }

    @Test
    void whatHappensToAllMembersAtOnceIsOfNoneAlone() {
        assertThat(evidence(Reason.RATE_VARIES, even(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 720 : 1000)))
                .isPresent();
    }

    @Test
    void senderThatSendsLessForATimeWhileOthersSendMoreIsNamed() {
        long[] arrived = arrivals(TWELVE_SECONDS, _ -> 1000);
        long[] less = arrivals(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 100 : 500);
        long[] more = arrivals(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 900 : 500);

        var members = List.of(member(0, arrived, more), member(1, arrived, less));

        assertThat(new CourseRule(new SampledTraffic(multicast(2), members), List.of()).finding())
                .hasValueSatisfying(finding -> assertThat(finding.evidence())
                        .startsWith("From 4.0 s to 8.0 s member-1 sent 88.9 % less than in the rest of the run,"
                                + " relative to the other members")
                        .contains("1,000 instead of 5,000 messages/s"));
    }

    @Test
    void memberThatAloneSendsWhileAllOthersWaitForItIsNamed() {
        var rates = rates(1.3, "member-1");

        assertThat(new LoneSenderRule(rates, "messages", (_, _, _) -> Optional.of("member-1")).evidence())
                .hasValue("From 4.0 s to 5.3 s member-1 alone sent, 9,000 messages/s: all others waited for its credits"
                        + " and sent nothing. The total rate may not show it. Look at member-1 and its link at that"
                        + " time.");
    }

    @Test
    void memberThatAloneSendsIsToldOfARunWhoseRateStaysTheSame() {
        assertThat(aloneIn(TWELVE_SECONDS, 40, 60)).hasValueSatisfying(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.MEMBER_NOT_STEADY);
            assertThat(finding.evidence()).startsWith("From 4.0 s to 6.0 s member-1 alone sent, 9,000 messages/s");
        });
    }

    @Test
    void memberThatAloneSendsForLittleMoreThanASecondIsToldOfALongRun() {
        assertThat(aloneIn(100 * TWELVE_SECONDS, 405, 420))
                .hasValueSatisfying(finding -> assertThat(finding.evidence())
                        .startsWith("From 40.6 s to 42.0 s member-1 alone sent, 9,000 messages/s"));
    }

    /** Of three senders, of which the second one alone sends in these tenths of a second. */
    private static Optional<Finding> aloneIn(int tenths, int from, int to) {
        long[] arrived = arrivals(tenths, _ -> 900);
        var members = IntStream.range(0, 3)
                .mapToObj(index -> TestReport.whole(index, 3, 10_000)
                        .in(TENTH.multipliedBy(tenths))
                        .courseWaitingFor(
                                "member-1",
                                TENTH,
                                arrived,
                                arrivals(tenths, i -> i < from || i >= to ? 300 : index == 1 ? 900 : 0))
                        .report())
                .map(report -> new MemberResult(
                        "member-" + report.index(), report.index(), Optional.of(report), Optional.empty(), Map.of()))
                .toList();

        return new CourseRule(new SampledTraffic(multicast(3), members), List.of()).finding();
    }

    @Test
    void memberThatAloneSendsForLessThanASecondIsNotNamed() {
        assertThat(new LoneSenderRule(rates(0.9, "member-1"), "messages", (_, _, _) -> Optional.of("member-1"))
                        .evidence())
                .isEmpty();
    }

    @Test
    void memberThatAloneSendsWithoutBeingWaitedForIsNotNamed() {
        assertThat(new LoneSenderRule(rates(2, "member-1"), "messages", (_, _, _) -> Optional.empty()).evidence())
                .isEmpty();
        assertThat(new LoneSenderRule(rates(2, "member-1"), "messages", (_, _, _) -> Optional.of("member-0"))
                        .evidence())
                .isEmpty();
    }

    /** Of three senders in twelve seconds, of which from the fourth second on one sends alone for a time. */
    private static Rates rates(double seconds, String alone) {
        var members = List.of("member-0", "member-1", "member-2");
        return new Rates(
                members,
                TENTH.toNanos(),
                LongStream.range(0, TWELVE_SECONDS)
                        .map(i -> i * TENTH.toNanos())
                        .toArray(),
                members.stream()
                        .map(member -> IntStream.range(0, TWELVE_SECONDS)
                                .mapToDouble(
                                        i -> i < 40 || i >= 40 + seconds * 10 ? 300 : member.equals(alone) ? 900 : 0)
                                .toArray())
                        .toArray(double[][]::new));
    }

    @Test
    void stepOnAHostThatOthersKeepBusyIsAnInformation() {
        var report = TestReport.whole(0, 1, 10_000)
                .in(Duration.ofSeconds(12))
                .arrivals(TENTH, arrivals(TWELVE_SECONDS, i -> i < 60 ? 1000 : 500))
                .host(HostFact.BOOT, "a")
                .host(HostFact.HOST_CPUS, "2")
                .counter(Counters.CPU_NANOS, 6 * SECOND)
                .counter(Counters.HOST_CPU_NANOS, 24 * SECOND);
        var member = new MemberResult("member-0", 0, Optional.of(report.report()), Optional.empty(), Map.of());

        assertThat(new CourseRule(new SampledTraffic(multicast(), List.of(member)), List.of()).finding())
                .hasValueSatisfying(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
    }

    @Test
    void levelsThatAreLessThanThreeTenthsApartAreNoStep() {
        assertThat(evidence(even(TWELVE_SECONDS, i -> i >= 40 && i < 56 ? 710 : 1000)))
                .isEmpty();
    }

    @Test
    void dipThatCostsLessThanTwoPercentIsNone() {
        assertThat(evidence(even(1200, i -> i >= 600 && i < 640 ? 500 : 1000))).isEmpty();
    }

    @Test
    void endAtWhichTheLastSenderSendsAloneIsNoStep() {
        assertThat(evidence(members(arrivals(90, _ -> 1000), arrivals(TWELVE_SECONDS, i -> i < 90 ? 1000 : 300))))
                .isEmpty();
    }

    @Test
    void stallIsToldByItselfAndIsNoStepButMakesTheAverageUncertain() {
        var members = even(TWELVE_SECONDS, i -> i >= 50 && i < 70 ? 0 : 1000);
        var stall = new Stall("member-0", 5 * SECOND, 2 * SECOND, 0, 20_000, Map.of());

        assertThat(reason(members, List.of(stall))).contains(Reason.RATE_VARIES);
        assertThat(reason(members, List.of())).contains(Reason.NOT_STEADY);
    }

    private static Optional<Reason> reason(List<MemberResult> members, List<Stall> stalls) {
        return new CourseRule(new SampledTraffic(multicast(), members), stalls)
                .finding()
                .map(Finding::reason);
    }

    @Test
    void runOfThreeSecondsIsJudgedAndAShorterOneIsNot() {
        assertThat(evidence(even(30, i -> i < 15 ? 1000 : 500)))
                .hasValueSatisfying(told -> assertThat(told).startsWith("From 1.5 s on"));
        assertThat(evidence(even(30, i -> 1000 + 20 * i)))
                .hasValueSatisfying(told -> assertThat(told).startsWith("The rate rose by"));
        assertThat(evidence(even(29, i -> i < 15 ? 1000 : 500))).isEmpty();
    }

    @Test
    void evenSlopeIsATrendAndNoStep() {
        assertThat(evidence(even(TWELVE_SECONDS, i -> 1000 + 3 * i + i % 7)))
                .hasValueSatisfying(told -> assertThat(told).startsWith("The rate rose by"));
    }

    @Test
    void searchForARateChangesItByIntention() {
        var members = even(TWELVE_SECONDS, i -> 1000 + 10 * i);

        assertThat(new CourseRule(new SampledTraffic(search(), members), List.of()).finding())
                .isEmpty();
        assertThat(new CourseRule(new SampledTraffic(multicast(), members), List.of()).finding())
                .isPresent();
    }

    @Test
    void whatAPublisherSendsDoesNotHideThatItsListenerReceivesLess() {
        long[] sent = arrivals(TWELVE_SECONDS, _ -> 1000);
        long[] nothing = arrivals(TWELVE_SECONDS, _ -> 0);
        var dip = List.of(
                member(0, sent, sent),
                member(1, arrivals(TWELVE_SECONDS, i -> i >= 40 && i < 80 ? 600 : 1000), nothing));
        var decline = List.of(member(0, sent, sent), member(1, arrivals(TWELVE_SECONDS, i -> 1000 - 2 * i), nothing));

        assertThat(new CourseRule(new SampledTraffic(datagram(), dip), List.of()).finding())
                .map(Finding::evidence)
                .hasValue("From 4.0 s to 8.0 s the rate was 40.0 % lower than in the rest of the run, 6,000 instead of"
                        + " 10,000 packets/s a member, at all members: the figure is an average of two rates.");
        assertThat(new CourseRule(new SampledTraffic(datagram(), decline), List.of()).finding())
                .map(Finding::evidence)
                .hasValueSatisfying(told -> assertThat(told)
                        .startsWith("The rate fell by 2")
                        .contains(" in the measured part, by 200 packets/s a member with each second"));
    }

    @Test
    void memberThatNeitherSendsNorReceivesDoesNotKeepTheOthersFromBeingJudged() {
        long[] sent = arrivals(TWELVE_SECONDS, _ -> 1000);
        long[] nothing = arrivals(TWELVE_SECONDS, _ -> 0);
        var members = List.of(
                member(0, sent, sent),
                member(1, nothing, nothing),
                member(2, arrivals(TWELVE_SECONDS, i -> i < 60 ? 1000 : 500), nothing));

        assertThat(new CourseRule(new SampledTraffic(datagram(), members), List.of()).finding())
                .map(Finding::evidence)
                .hasValueSatisfying(told -> assertThat(told).startsWith("From 6.0 s on the rate was 50.0 % lower"));
    }

    @Test
    void noiseOfMembersThatHoldEachOtherIsSteady() {
        var random = new Random(5);
        long found = IntStream.range(0, 200)
                .filter(_ -> evidence(even(TWELVE_SECONDS, _ -> Math.round(1000 + 250 * random.nextGaussian())))
                        .isPresent())
                .count();

        assertThat(found).isLessThanOrEqualTo(2);
    }

    @Test
    void noiseOfMembersThatDoNotHoldEachOtherIsSteady() {
        var random = new Random(6);
        long found = IntStream.range(0, 200)
                .filter(_ -> evidence(
                                Reason.MEMBER_NOT_STEADY,
                                members(noise(random), noise(random), noise(random), noise(random)))
                        .isPresent())
                .count();

        assertThat(found).isLessThanOrEqualTo(2);
    }

    private static long[] noise(Random random) {
        return arrivals(TWELVE_SECONDS, _ -> Math.max(0, Math.round(1000 + 250 * random.nextGaussian())));
    }

    private static Optional<String> evidence(List<MemberResult> members) {
        return evidence(Reason.NOT_STEADY, members);
    }

    private static Optional<String> evidence(Reason reason, List<MemberResult> members) {
        return new CourseRule(new SampledTraffic(multicast(), members), List.of())
                .finding()
                .map(finding -> {
                    assertThat(finding.reason()).isEqualTo(reason);
                    return finding.evidence();
                });
    }

    /** Two members, at which as much arrives in each tenth of a second. */
    private static List<MemberResult> even(int tenths, IntToLongFunction arrived) {
        long[] both = arrivals(tenths, arrived);
        return members(both, both);
    }

    private static long[] arrivals(int tenths, IntToLongFunction arrived) {
        return IntStream.range(0, tenths).mapToLong(arrived).toArray();
    }

    private static List<MemberResult> members(long[]... arrived) {
        return IntStream.range(0, arrived.length)
                .mapToObj(index -> member(index, arrived[index], arrived[index]))
                .toList();
    }

    private static MemberResult member(int index, long[] arrived, long[] sent) {
        var report = TestReport.whole(index, 1, 10_000)
                .in(TENTH.multipliedBy(arrived.length))
                .course(TENTH, arrived, sent)
                .report();
        return new MemberResult("member-" + index, index, Optional.of(report), Optional.empty(), Map.of());
    }

    private static WorkloadSpec multicast() {
        return multicast(1);
    }

    private static WorkloadSpec multicast(int senders) {
        return new MulticastSpec(
                senders, RunLength.of(10_000), 1000, Warmup.of(0), 1, Duration.ofMillis(100), Duration.ZERO, 100);
    }

    private static WorkloadSpec search() {
        return datagram(Optional.of(new DatagramSearch(Duration.ofSeconds(1), 20, 1)));
    }

    private static WorkloadSpec datagram() {
        return datagram(Optional.empty());
    }

    private static WorkloadSpec datagram(Optional<DatagramSearch> search) {
        return DatagramSpecBuilder.builder()
                .publishers(1)
                .listeners(1)
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(32)
                .rxTimeout(Duration.ofSeconds(1))
                .bytesPerSecond(Optional.of(1_000_000L))
                .packets(Optional.empty())
                .duration(Duration.ofSeconds(12))
                .warmup(Warmup.of(0))
                .port(0)
                .dontFragment(false)
                .provider(DatagramSpec.Provider.AUTO)
                .maxLossPpm(Optional.empty())
                .logInterval(Duration.ofSeconds(1))
                .search(search)
                .build();
    }
}
