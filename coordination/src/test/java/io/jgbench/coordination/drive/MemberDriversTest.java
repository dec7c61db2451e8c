package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.run.Action;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.Observation;
import io.jgbench.coordination.run.ReportReceipt;
import io.jgbench.coordination.run.ReportStatus;
import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemberDriversTest {
    private static final Duration PACE = Duration.ofMinutes(1);
    private static final List<MemberObservation> SIGHTINGS =
            List.of(new MemberObservation.NotLaunched(), new MemberObservation.Silent("why"));

    private List<AnsweringMember> members;
    private List<MemberDriver> each;
    private MemberDrivers drivers;

    @BeforeEach
    void open() throws Exception {
        members = List.of(new AnsweringMember(0), new AnsweringMember(1));
        var run = new MemberDriver.OfRun(
                EpochClock.system(),
                () -> RunStatus.pending("run-1", List.of("member-0", "member-1")),
                (_, _) -> PACE,
                () -> {},
                new Semaphore(1));
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
        drivers.carryOut(new Action.Release(1, 1, 1, new ClockOffset(0, 1), 2));
        drivers.carryOut(new Action.Withdraw(1, 1));

        await().untilAsserted(() -> assertThat(members.get(1).done).containsExactly("start", "withdraw"));
        assertThat(members.get(0).done).isEmpty();
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

    @Test
    void whatTheControllerKnowsIsObservedAsItSaysIt() {
        assertThat(drivers.observation(SIGHTINGS, Optional.of("nobody wants it")))
                .isEqualTo(new Observation(SIGHTINGS, List.of(), Map.of(), List.of(), Optional.of("nobody wants it")));
    }
}
