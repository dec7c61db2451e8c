package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.ReportBudget;
import io.jgbench.coordination.control.ReportRoom;
import io.jgbench.coordination.preflight.Probed;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.ReportReceipt;
import io.jgbench.coordination.run.ReportStatus;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.rpc.RpcReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MemberDriversTest {
    private static final Duration PACE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final List<MemberObservation> SIGHTINGS =
            List.of(new MemberObservation.NotLaunched(), new MemberObservation.Silent("why"));

    private static final RpcReport AN_RPC = new RpcReport(
            1, 1, 0, 0, 0, 1, 1, 0, 0, 1000, LatencyFrom.SEND, 2, 0, 0, "", "", Optional.empty(), List.of());

    private List<AnsweringMember> members;
    private List<MemberDriver> each;
    private MemberDrivers drivers;

    @BeforeEach
    void open() throws Exception {
        members = List.of(new AnsweringMember(0), new AnsweringMember(1));
        var run = new MemberDriver.OfRun(
                EpochClock.system(),
                MemberDriversTest::pending,
                (_, _) -> PACE,
                () -> {},
                new Semaphore(1),
                new Semaphore(1),
                ReportIntake.inMemory(1));
        each = Stream.of(0, 1)
                .map(i -> new MemberDriver(i, members.get(i), run))
                .toList();
        drivers = new MemberDrivers(each);
    }

    @AfterEach
    void close() {
        each.forEach(MemberDriver::close);
        members.forEach(AnsweringMember::close);
    }

    @Test
    void actionForOneMemberIsCarriedOutByThatOneAlone() {
        drivers.carryOut(new Action.Launch(1));
        drivers.carryOut(new Action.Stop(0));

        await().untilAsserted(() -> {
            assertThat(members.get(0).done).containsExactly("end");
            assertThat(members.get(1).done).containsExactly("launch");
        });
    }

    @Test
    void startIsWithdrawnFromTheMemberThatItWasGivenTo() {
        drivers.carryOut(release(Duration.ofMinutes(1)));
        drivers.carryOut(new Action.Withdraw(1, 1));

        await().untilAsserted(() -> assertThat(members.get(1).done).containsExactly("start", "withdraw"));
        assertThat(members.get(0).done).isEmpty();
    }

    @Test
    void startThatComesTooLateToBeWithdrawnIsNotSent() {
        drivers.carryOut(release(Duration.ofMillis(-1)));
        drivers.carryOut(new Action.Withdraw(1, 1));

        await().untilAsserted(() -> assertThat(members.get(1).done).containsExactly("withdraw"));
    }

    /** A start that may be sent for so long, and lies far ahead. */
    private static Action.Release release(Duration sendable) {
        long now = EpochClock.system().epochNanos();
        long startAt = now + Duration.ofMinutes(2).toNanos();
        return new Action.Release(1, 1, startAt, now + sendable.toNanos(), new ClockOffset(0, 1), startAt + 1);
    }

    @Test
    void clockThatWasMeasuredIsObservedAsThatOfItsMember() {
        drivers.carryOut(new Action.MeasureClock(1));

        await().untilAsserted(() -> assertThat(
                        drivers.observation(SIGHTINGS, Optional.empty()).clocks())
                .hasEntrySatisfying(1, clock -> {
                    assertThat(Math.abs(clock.offset().offsetNanos() - AnsweringMember.AHEAD.toNanos()))
                            .isLessThanOrEqualTo(clock.offset().errorNanos());
                    assertThat(clock.longestRoundTripNanos())
                            .isGreaterThan(clock.offset().errorNanos());
                })
                .hasSize(1));
    }

    @Test
    void clockOfAnotherHostIsMeasuredAgainWhenTheReportIsFetched() {
        drivers.carryOut(new Action.MeasureClock(1));
        drivers.carryOut(new Action.FetchReport(1));
        drivers.carryOut(new Action.FetchReport(0));

        await().untilAsserted(() -> assertThat(drivers.reports()).hasSize(2));
        assertThat(drivers.clocksAtEnd()).containsOnlyKeys(1);
        var before = drivers.observation(SIGHTINGS, Optional.empty()).clocks().get(1);
        assertThat(drivers.clocksAtEnd().get(1).epochNanos()).isGreaterThan(before.epochNanos());
    }

    @Test
    void memberThatAnswersItsClockSlowlyDoesNotKeepTheReportsOfOthers() {
        drivers.carryOut(new Action.MeasureClock(0));
        drivers.carryOut(new Action.MeasureClock(1));
        await().untilAsserted(() -> assertThat(
                        drivers.observation(SIGHTINGS, Optional.empty()).clocks())
                .hasSize(2));
        var open = new CountDownLatch(1);
        members.getFirst().hold(ControlPaths.CLOCK, open);
        drivers.carryOut(new Action.FetchReport(0));
        await().until(members.getFirst()::isHolding);

        drivers.carryOut(new Action.FetchReport(1));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(drivers.reports())
                        .extracting(MemberReport::member)
                        .containsExactly("member-1"));
        open.countDown();
        await().untilAsserted(() -> assertThat(drivers.reports()).hasSize(2));
        assertThat(drivers.clocksAtEnd()).as("what took too long").isEmpty();
    }

    @Test
    void membersThatAreGoneDoNotKeepTheReportsOfThoseThatAreThere() {
        var open = new CountDownLatch(1);
        members.getFirst().hold(ControlPaths.REPORT, open);
        drivers.carryOut(new Action.FetchReport(0));
        await().until(members.getFirst()::isHolding);

        drivers.carryOut(new Action.FetchReport(1));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(drivers.reports())
                        .extracting(MemberReport::member)
                        .containsExactly("member-1"));
        open.countDown();
    }

    @Test
    void reportThatWasFetchedIsObserved() {
        drivers.carryOut(new Action.FetchReport(1));

        await().untilAsserted(() ->
                assertThat(drivers.reports()).extracting(MemberReport::member).containsExactly("member-1"));
        assertThat(drivers.observation(SIGHTINGS, Optional.empty()).reports())
                .containsExactly(new ReportReceipt("run-1", 1, ReportStatus.COMPLETE, Optional.empty()));
    }

    @Test
    void reportThatIsLargerThanAnyIsAskedForOnceAndSaid() {
        members.get(1).makeReportLargerThan(ControlPaths.MAX_REPORT_BYTES);
        drivers.carryOut(new Action.FetchReport(1));

        await().untilAsserted(() -> assertThat(
                        drivers.observation(SIGHTINGS, Optional.empty()).reports())
                .singleElement()
                .satisfies(receipt -> {
                    assertThat(receipt.index()).isEqualTo(1);
                    assertThat(receipt.status()).isEqualTo(ReportStatus.UNREADABLE);
                    assertThat(receipt.failure().orElseThrow())
                            .contains("member member-1 at ", "bytes where at most 2097152 are taken");
                }));
        assertThat(drivers.reports()).isEmpty();
    }

    static Stream<Arguments> reportsThatAreNotThatOfTheMember() {
        return Stream.of(
                arguments(change(report -> report.runId("run-0")), "must be of the run run-1, got: run-0"),
                arguments(
                        change(report -> report.member("member-0")),
                        "must be of member-1 at place 1, got: member-0 at place 1"),
                arguments(
                        change(report -> report.index(0)), "must be of member-1 at place 1, got: member-1 at place 0"),
                arguments(change(report -> report.workload(AN_RPC)), "must be of the workload Multicast, got: Rpc"),
                arguments(
                        change(report -> report.workload(stream(2))),
                        "it speaks of the member at place 2, and the run has 2"),
                arguments(
                        change(report -> report.activity(new Activity(List.of(), "eJxjAAAAAQAB"))),
                        "its activity cannot be read: a row must have at least 1 count"),
                arguments(
                        change(report -> report.activity(new Activity(List.of("epochMicros"), "garbage!"))),
                        "its activity cannot be read: Illegal base64"),
                arguments(
                        change(report -> report.activity(samples("sent", 1))),
                        "its first column must be epochMicros, got: sent"),
                arguments(
                        change(report -> report.activity(samples(Activity.EPOCH_MICROS, 5, 4))),
                        "in the order of time, got: 4 after 5"),
                arguments(
                        change(report -> report.activity(samples(Activity.EPOCH_MICROS, 5, Long.MAX_VALUE / 1000))),
                        "its samples span 9223372036 s, and the run has lasted"),
                arguments(
                        change(report -> report.workload(latencies("garbage"))),
                        "the histogram loopback cannot be read: a histogram must be a compressed HdrHistogram"),
                arguments(
                        change(report -> report.workload(ended(Long.MAX_VALUE))),
                        "took from 1 to 9223372036854775807 ns since the Unix epoch"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("reportsThatAreNotThatOfTheMember")
    void reportThatIsNotThatOfTheMemberIsSaidToBeNone(UnaryOperator<MemberReport> change, String why) {
        members.get(1).changeReport(change);
        drivers.carryOut(new Action.FetchReport(1));

        awaitUnreadable("the report of member-1 is invalid: ", why);
        assertThat(drivers.reports()).isEmpty();
    }

    @Test
    void answerThatIsNoReportIsSaidToBeNone() {
        members.get(1).answerReportWith("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        drivers.carryOut(new Action.FetchReport(1));

        awaitUnreadable("member member-1 at ", "not a MemberReport");
    }

    @Test
    void reportThatWasTakenIsNotFetchedAgain() {
        drivers.carryOut(new Action.FetchReport(1));
        await().untilAsserted(() -> assertThat(drivers.reports()).hasSize(1));
        drivers.carryOut(new Action.FetchReport(1));
        drivers.carryOut(new Action.Stop(1));

        await().untilAsserted(() -> assertThat(members.get(1).done).containsExactly("end"));
        assertThat(members.get(1).reportsAsked()).isEqualTo(1);
    }

    /** Such as on a full disk. A member would give the same report again, and nothing would say why it is asked. */
    @Test
    void reportThatCannotBeKeptIsSaidToBeNoneWithTheReason() {
        var full = new ReportShelf() {
            @Override
            public Kept keep(MemberReport report) {
                throw new UncheckedIOException(
                        "the report of member-0 cannot be kept", new IOException("No space left on device"));
            }

            @Override
            public int elsewhere(MemberReport report) {
                return 0;
            }
        };
        var run = new MemberDriver.OfRun(
                EpochClock.system(),
                MemberDriversTest::pending,
                (_, _) -> PACE,
                () -> {},
                new Semaphore(1),
                new ReportIntake(ReportRoom.ofMemory(), new ReportBudget(Integer.MAX_VALUE), full));
        try (var driver = new MemberDriver(0, members.getFirst(), run)) {
            driver.ask(new Action.FetchReport(0));

            await().untilAsserted(() -> assertThat(driver.receipt()).isPresent());
            assertThat(driver.receipt().orElseThrow().status()).isEqualTo(ReportStatus.UNREADABLE);
            assertThat(driver.receipt().orElseThrow().failure()).contains("the report of member-0 cannot be kept");
        }
    }

    @Test
    void reportThatDoesNotFitBesideTheOthersIsSaidToBeNone() throws Exception {
        int room = ProtocolJson.write(members.getFirst().report()).length + 10;
        var run = new MemberDriver.OfRun(
                EpochClock.system(),
                MemberDriversTest::pending,
                (_, _) -> PACE,
                () -> {},
                new Semaphore(1),
                new ReportIntake(ReportRoom.ofMemory(), new ReportBudget(room), ReportShelf.IN_MEMORY));
        try (var first = new MemberDriver(0, members.get(0), run);
                var second = new MemberDriver(1, members.get(1), run)) {
            first.ask(new Action.FetchReport(0));
            await().untilAsserted(() -> assertThat(first.report()).isPresent());
            second.ask(new Action.FetchReport(1));

            await().untilAsserted(() -> assertThat(second.receipt()).isPresent());
            assertThat(second.receipt().orElseThrow().status()).isEqualTo(ReportStatus.UNREADABLE);
            assertThat(second.receipt().orElseThrow().failure().orElseThrow())
                    .contains("member member-1 at ", "more than the " + room + " bytes", "run fewer members");
        }
    }

    @Test
    void preflightReportOfTheMemberIsTaken() {
        drivers.carryOut(new Action.FetchPreflight(1));

        await().untilAsserted(() -> assertThat(drivers.preflights())
                .isEqualTo(Probed.udp(2).reports().subList(1, 2)));
        assertThat(drivers.observation(SIGHTINGS, Optional.empty()).reports()).isEmpty();
    }

    static Stream<Arguments> wrongPreflights() {
        return Stream.of(
                arguments(preflight(-1, 0), "it must be of the member at place 1, got: -1"),
                arguments(preflight(0, 0), "it must be of the member at place 1, got: 0"),
                arguments(preflight(1, 2), "between the members at places 1 and 2, and the run has 2"),
                arguments(preflight(1, 1), "between the members at places 1 and 1, and the run has 2"),
                arguments(preflight(1, 0, 0), "it must have each path once, got: that of place 0 again"),
                arguments(
                        Probed.udp(2).drops(1, -7).reports().get(1),
                        "its counts, sizes and times must be at least 0, got: -7"),
                arguments(
                        Probed.udp(2).bursts(0, 1, 20, -3).reports().get(1),
                        "its counts, sizes and times must be at least 0, got: -3"),
                arguments(
                        Probed.udp(2)
                                .bursts(0, 1, 20, 20, 20, 20, 20, 20)
                                .reports()
                                .get(1),
                        "a path must have at most 5 bursts, got: 6"),
                arguments(
                        Probed.udp(2)
                                .sent(1, 0, was -> failedToConnect(was, "x".repeat(2000)))
                                .reports()
                                .get(1),
                        "its texts must have at most 1024 characters, got: 2000"));
    }

    private static PreflightReport preflight(int member, Integer... receivedFrom) {
        PreflightReport whole = Probed.udp(2).reports().get(1);
        return new PreflightReport(
                member,
                whole.scope(),
                whole.networkInterface(),
                whole.receiveDrops(),
                whole.reassemblyFailures(),
                whole.multicasts(),
                whole.fullMulticasts(),
                whole.fullMulticastBytes(),
                whole.sent(),
                Stream.of(receivedFrom)
                        .map(from -> new Received(from, 1, List.of(), 0, 0, 0, 0, 0, 0))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("wrongPreflights")
    void preflightReportThatIsNotThatOfTheMemberIsSaidToBeNone(PreflightReport wrong, String why) {
        members.get(1).changePreflight(_ -> wrong);
        drivers.carryOut(new Action.FetchPreflight(1));

        awaitUnreadable("the pre-flight report of member-1 is invalid: ", why);
        assertThat(drivers.preflights()).isEmpty();
    }

    @Test
    void preflightReportThatIsLargerThanAnyIsSaidToBeNone() {
        var large = Probed.udp(256);
        large.sent(1, 0, was -> failedToConnect(was, "x".repeat(ControlPaths.MAX_PREFLIGHT_REPORT_BYTES)));
        members.get(1).changePreflight(_ -> large.reports().get(1));
        drivers.carryOut(new Action.FetchPreflight(1));

        awaitUnreadable("member member-1 at ", "'preflight report'");
    }

    @Test
    void preflightReportOfTheLargestRunIsSmallEnoughWhereNoPathIsGood() {
        int most = BenchmarkRunSpec.MAX_MEMBERS;
        var network = new Probed(most, true, true, true);
        for (int other = 0; other < most; other++) {
            if (other != 200) {
                network.bursts(other, 200, 19, 19, 19, 19, 19)
                        .bursts(200, other, 19, 19, 19, 19, 19)
                        .sent(200, other, was -> failedToConnect(was, "no answer, as said".repeat(5)));
            }
        }

        assertThat(ProtocolJson.write(network.reports().get(200)))
                .hasSizeLessThan(ControlPaths.MAX_PREFLIGHT_REPORT_BYTES * 2 / 3);
    }

    private static Sent failedToConnect(Sent path, String why) {
        return new Sent(
                path.to(),
                12,
                path.bursts(),
                path.fullBytes(),
                path.fullPackets(),
                path.fragmentedBytes(),
                path.fragmentedPackets(),
                OptionalLong.of(7_000_000_000L),
                OptionalLong.of(7_000_000_000L),
                Optional.of(why));
    }

    private static RunStatus pending() {
        return RunStatus.pending("run-1", List.of("member-0", "member-1"));
    }

    private static UnaryOperator<MemberReport> change(UnaryOperator<MemberReportBuilder> change) {
        return report -> change.apply(MemberReportBuilder.builder(report)).build();
    }

    private static Activity samples(String column, long... values) {
        var rows = new CountRows(1);
        Arrays.stream(values).forEach(rows::add);
        return new Activity(List.of(column), rows.text());
    }

    private static MulticastReport stream(int sender) {
        return new MulticastReport(
                true,
                1,
                1,
                1,
                1000,
                1,
                2,
                1,
                0,
                2,
                List.of(new MulticastReport.StreamReport(sender, 0, 1, 1, 0, 0, 0)),
                "",
                "",
                Optional.empty(),
                List.of());
    }

    private static MulticastReport latencies(String text) {
        return new MulticastReport(
                true, 1, 1, 1, 1000, 1, 2, 1, 0, 2, List.of(), text, "", Optional.empty(), List.of());
    }

    private static MulticastReport ended(long epochNanos) {
        return new MulticastReport(
                true, 1, 1, 1, 1000, 1, epochNanos, 1, 0, 2, List.of(), "", "", Optional.empty(), List.of());
    }

    private void awaitUnreadable(String who, String why) {
        await().untilAsserted(() -> assertThat(
                        drivers.observation(SIGHTINGS, Optional.empty()).reports())
                .singleElement()
                .satisfies(receipt -> {
                    assertThat(receipt.index()).isEqualTo(1);
                    assertThat(receipt.status()).isEqualTo(ReportStatus.UNREADABLE);
                    assertThat(receipt.failure().orElseThrow()).contains(who, why);
                }));
    }

    @Test
    void whatTheControllerKnowsIsObservedAsItSaysIt() {
        Observation found = drivers.observation(SIGHTINGS, Optional.of("nobody wants it"));

        assertThat(found)
                .isEqualTo(new Observation(SIGHTINGS, List.of(), Map.of(), List.of(), Optional.of("nobody wants it"))
                        .answeredWithin(found.answering()));
    }

    @Test
    void timeThatAMemberTakesToAnswerALookIsObserved() {
        var until = new CountDownLatch(1);
        members.getFirst().hold(ControlPaths.STATE, until);
        var run = new MemberDriver.OfRun(
                EpochClock.system(),
                MemberDriversTest::pending,
                // One look: those that follow it would make it be forgotten before it is asserted.
                (_, _) -> members.getFirst().isHolding() ? PACE : Duration.ofMillis(5),
                () -> {},
                new Semaphore(1),
                ReportIntake.inMemory(1));
        try (var driver = new MemberDriver(0, members.getFirst(), run)) {
            await().until(members.getFirst()::isHolding);
            long held = System.nanoTime();
            await().until(() ->
                    System.nanoTime() - held > Duration.ofMillis(100).toNanos());
            until.countDown();

            await().untilAsserted(() -> assertThat(driver.answering()).isGreaterThan(Duration.ofMillis(100)));
        }
    }
}
