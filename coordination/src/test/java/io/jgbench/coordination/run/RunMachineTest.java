package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunMachineTest {
    private static final Stack OPEN =
            new Stack("udp", "<config><MFC max_credits=\"${jgbench.udp.credits:125K}\"/></config>");
    private static final StartState TAKEN = new StartState(1, true);
    private static final StartState WITHDRAWN = new StartState(1, false);

    @Test
    void allMembersAreLaunchedAtOnce() {
        var run = new Controller().step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.STARTING);
        assertThat(run.actions()).containsExactly(new Action.Launch(0), new Action.Launch(1), new Action.Launch(2));
    }

    @Test
    void firstMemberJoinsAloneWhileOthersStillStart() {
        var run = new Controller().step().sees(0, MemberPhase.CREATED, 0).sees(1, MemberPhase.CREATED, 0);

        assertThat(joinsOf(run.step())).containsExactly(0);
        assertThat(joinsOf(run.sees(0, MemberPhase.JOINING, 0).step())).isEmpty();
        assertThat(joinsOf(run.sees(0, MemberPhase.JOINING, 1).step())).containsExactly(1);
    }

    @Test
    void nobodyJoinsBeforeAllHaveSaidWhereTheyBindIfAnyoneHas() {
        var run = new Controller().step().bindsTo(0, "10.1.0.1").bindsTo(1, "10.1.0.2");
        assertThat(joinsOf(run.step())).isEmpty();

        assertThat(run.bindsTo(2, "10.1.0.3").step().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Join.class,
                        join -> assertThat(join.bindAddresses())
                                .containsOnly(
                                        Map.entry(0, "10.1.0.1"), Map.entry(1, "10.1.0.2"), Map.entry(2, "10.1.0.3")));
    }

    @Test
    void nobodyJoinsBeforeAllHaveSaidWhatTheWindowIsChosenFrom() {
        var run = new Controller(Plan.spec(3, OPEN))
                .step()
                .tells(0, host(5_000_000))
                .tells(1, host(2_400_000));
        assertThat(joinsOf(run.step())).isEmpty();

        assertThat(run.tells(2, host(1_200_000)).step().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Join.class,
                        join -> assertThat(
                                        join.transport().window().orElseThrow().bytes())
                                .as("the share of the smallest buffer")
                                .isEqualTo(400_000));
    }

    @Test
    void allMembersGetTheSameWindowAndAnotherControllerFindsItAgain() {
        var run = new Controller(Plan.spec(3, OPEN)).step();
        run.tells(0, host(3_000_000)).tells(1, host(3_000_000)).tells(2, host(3_000_000));
        var first = windowsOf(run.step());
        run.answers(0, joining(host(3_000_000)));
        var others = windowsOf(run.step());

        assertThat(first).containsExactly(1_000_000L);
        assertThat(others).containsExactly(1_000_000L, 1_000_000L);
        assertThat(WindowOfMembers.settled(Plan.spec(3, OPEN), run.status())
                        .transport()
                        .window())
                .hasValueSatisfying(window -> assertThat(window.bytes()).isEqualTo(1_000_000));
    }

    @Test
    void nobodyWaitsForOthersWhereTheUserHasNamedAWindow() {
        var named = OPEN.withWindow(FlowWindow.fixed(500_000, "as stack.window has it"));
        var run = new Controller(Plan.spec(3, named)).step().tells(0, host(5_000_000));

        assertThat(windowsOf(run.step())).containsExactly(500_000L);
    }

    private static List<Long> windowsOf(Controller run) {
        return run.actions().stream()
                .filter(Action.Join.class::isInstance)
                .map(action -> ((Action.Join) action)
                        .transport()
                        .window()
                        .orElseThrow()
                        .bytes())
                .toList();
    }

    private static HostNetwork host(long receiveBufferBytes) {
        return new HostNetwork(OptionalLong.of(receiveBufferBytes), OptionalLong.empty());
    }

    private static MemberState joining(HostNetwork network) {
        return new MemberState(
                Controller.RUN_ID,
                "m0",
                MemberPhase.JOINING,
                StartState.NONE,
                1,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                network,
                Optional.empty());
    }

    private static List<Integer> joinsOf(Controller run) {
        return run.actions().stream()
                .filter(Action.Join.class::isInstance)
                .map(action -> ((Action.Join) action).member())
                .toList();
    }

    @Test
    void actionComesAgainAsItWasUntilItsEffectIsSeen() {
        var run = Controller.withAll(MemberPhase.JOINED);
        var asked = run.actions();

        assertThat(asked).hasSize(3).hasOnlyElementsOfType(Action.Arm.class);
        assertThat(run.later(Duration.ofSeconds(1)).step().actions()).isEqualTo(asked);
        assertThat(run.sees(1, MemberPhase.ARMING, 3).step().actions()).hasSize(2);
    }

    @Test
    void clocksAreMeasuredWhenAllMembersAreArmedAndNotBefore() {
        var run = Controller.withAll(MemberPhase.JOINED)
                .all(MemberPhase.ARMED)
                .sees(1, MemberPhase.ARMING, 3)
                .step();
        assertThat(run.actions()).isEmpty();

        assertThat(run.all(MemberPhase.ARMED).step().actions())
                .containsExactly(new Action.MeasureClock(0), new Action.MeasureClock(1), new Action.MeasureClock(2));
    }

    @Test
    void startLiesInTheFutureByTheLeadTheMembersAndTheRoundTrips() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();

        long lead = Duration.ofMillis(400 + 3 * 5).toNanos() + 4 * 100_000;
        long startAt = run.nowEpochNanos() + lead;
        assertThat(run.status().release()).contains(new StartPlan(startAt, startAt - lead / 2, 1));
        assertThat(run.actions())
                .hasSize(3)
                .allSatisfy(action -> assertThat(action)
                        .isInstanceOfSatisfying(
                                Action.Release.class,
                                release ->
                                        assertThat(release.startAtEpochNanos()).isEqualTo(startAt)));
    }

    @Test
    void startLiesFurtherAheadByWhatStoringItAndItsWithdrawalTakes() {
        var atOnce = Controller.withAll(MemberPhase.ARMED).clocks().step();

        var slowly = Controller.withAll(MemberPhase.ARMED)
                .storesWithin(Duration.ofMillis(700))
                .clocks()
                .step();

        assertThat(lead(slowly)).isEqualTo(lead(atOnce).plusMillis(1400));
        assertThat(leftToTakeIt(slowly))
                .isGreaterThan(Duration.ofMillis(700).plus(leftToTakeIt(atOnce)).minusNanos(2));
    }

    /** Four answers: the start, that it was taken, its withdrawal, and that no member begins. */
    @Test
    void startLiesFurtherAheadByWhatMembersTakeToAnswer() {
        var atOnce = Controller.withAll(MemberPhase.ARMED)
                .answersWithin(Duration.ofMillis(2))
                .clocks()
                .step();

        var slowly = Controller.withAll(MemberPhase.ARMED)
                .answersWithin(Duration.ofMillis(102))
                .clocks()
                .step();

        assertThat(lead(slowly)).isEqualTo(lead(atOnce).plusMillis(400));
        assertThat(leftToTakeIt(slowly)).isGreaterThan(leftToTakeIt(atOnce).plusMillis(199));
    }

    @Test
    void storeThatStoodStillDoesNotPutTheStartOffForLong() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .storesWithin(Duration.ofMinutes(1))
                .clocks()
                .step();

        assertThat(lead(run)).isLessThan(Duration.ofSeconds(11));
    }

    @Test
    void startIsNotToBeSentOnceItHasToBeTaken() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        long takenBy = run.status().release().orElseThrow().takenByEpochNanos();

        assertThat(run.actions())
                .hasSize(3)
                .allSatisfy(action -> assertThat(action).isInstanceOfSatisfying(Action.Release.class, release -> {
                    assertThat(release.isLate(takenBy - 1)).isFalse();
                    assertThat(release.isLate(takenBy)).isTrue();
                }));
    }

    private static Duration lead(Controller run) {
        return Duration.ofNanos(run.status().release().orElseThrow().startAtEpochNanos() - run.nowEpochNanos());
    }

    private static Duration leftToTakeIt(Controller run) {
        return Duration.ofNanos(run.status().release().orElseThrow().takenByEpochNanos() - run.nowEpochNanos());
    }

    @Test
    void startIsSentAgainOnlyToThoseThatHaveNotTakenIt() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();

        run.isArmed(1, TAKEN).step();

        assertThat(run.actions()).hasOnlyElementsOfType(Action.Release.class);
        assertThat(membersOf(run.actions())).containsExactly(0, 2);
    }

    @Test
    void runRunsWhenAllHaveTakenTheStart() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();

        run.allArmed(TAKEN).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.RUNNING);
        assertThat(run.actions()).isEmpty();
    }

    @Test
    void startThatOneMemberHasNotTakenInTimeIsWithdrawnFromAll() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        var first = run.status().release().orElseThrow();

        run.allArmed(TAKEN).isArmed(2, StartState.NONE);
        untilItHasToBeTaken(run).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.ARMED);
        assertThat(run.status().release().orElseThrow().missedBy()).containsExactly(2);
        assertThat(run.nowEpochNanos()).isLessThan(first.startAtEpochNanos());
        assertThat(run.actions())
                .containsExactly(new Action.Withdraw(0, 1), new Action.Withdraw(1, 1), new Action.Withdraw(2, 1));
    }

    @Test
    void startThatWasWithdrawnIsGivenOutAnewWithMoreTimeWhenNobodyBegins() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        var first = run.status().release().orElseThrow();
        long firstLead = first.startAtEpochNanos() - run.nowEpochNanos();
        untilItHasToBeTaken(run).step();

        run.isArmed(0, WITHDRAWN).isArmed(1, WITHDRAWN).step();
        assertThat(run.actions()).containsExactly(new Action.Withdraw(2, 1));
        run.isArmed(2, WITHDRAWN).step();

        var second = run.status().release().orElseThrow();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.startAtEpochNanos() - run.nowEpochNanos()).isEqualTo(2 * firstLead);
        assertThat(run.actions()).hasSize(3).hasOnlyElementsOfType(Action.Release.class);
    }

    @Test
    void memberToWhichTheStartCameTooLateHasItWithdrawnFromTheOthersAtOnce() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();

        run.allArmed(TAKEN).isArmed(1, WITHDRAWN).step();

        assertThat(run.actions()).containsExactly(new Action.Withdraw(0, 1), new Action.Withdraw(2, 1));
    }

    @Test
    void startThatAllBeginWithThoughItWasWithdrawnCounts() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        untilItHasToBeTaken(run).step();

        run.all(MemberPhase.RUNNING).isArmed(1, TAKEN).step();
        assertThat(run.status().phase()).isEqualTo(RunPhase.ARMED);
        assertThat(run.actions()).containsExactly(new Action.Withdraw(1, 1));
        run.all(MemberPhase.RUNNING).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.RUNNING);
    }

    @Test
    void answerFromBeforeTheWithdrawalTakesNothingBack() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();
        untilItHasToBeTaken(run).step().allArmed(WITHDRAWN).isArmed(1, TAKEN).step();
        run.isArmed(1, WITHDRAWN).step();

        run.isArmed(1, TAKEN).step();

        assertThat(run.status().members().get(1).start()).isEqualTo(WITHDRAWN);
    }

    @Test
    void startThatReachesNobodyIsNotPlannedAnewAfterTheStartTimeout() {
        var run = Controller.withAll(MemberPhase.ARMED).clocks().step();

        run.later(Plan.START_TIMEOUT).allArmed(WITHDRAWN).step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT,
                        "members m0, m1, m2 did not take the start: m0 is armed and waits for the start request,"
                                + " m1 is armed and waits for the start request,"
                                + " m2 is armed and waits for the start request"));
    }

    private static Controller untilItHasToBeTaken(Controller run) {
        long takenBy = run.status().release().orElseThrow().takenByEpochNanos();
        return run.later(Duration.ofNanos(takenBy - run.nowEpochNanos()));
    }

    private static List<Integer> membersOf(List<Action> actions) {
        return actions.stream().map(Action::member).toList();
    }

    @Test
    void reportsAreFetchedOnlyWhenAllMembersAreDone() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .sees(0, MemberPhase.REPORTED, 3)
                .step();
        assertThat(run.actions()).isEmpty();

        run.all(MemberPhase.REPORTED).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.COLLECTING);
        assertThat(run.actions()).hasSize(3).hasOnlyElementsOfType(Action.FetchReport.class);
    }

    @Test
    void runSucceedsWithAReportOfEachMemberAndIsOverWhenAllAreGone() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .fetched(0, false)
                .fetched(1, false)
                .fetched(2, false)
                .step();
        assertThat(run.status().phase()).isEqualTo(RunPhase.SUCCEEDED);
        assertThat(run.status().over()).isFalse();
        assertThat(run.actions()).containsExactly(new Action.Stop(0), new Action.Stop(1), new Action.Stop(2));

        for (int member = 0; member < Controller.MEMBERS; member++) {
            run.finds(member, new MemberObservation.Exited("exit code 0", ""));
        }

        assertThat(run.step().status().over()).isTrue();
        assertThat(run.actions()).isEmpty();
        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void memberThatEndsOnceItsReportIsFetchedIsNoLoss() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .fetched(0, false)
                .finds(0, new MemberObservation.Exited("exit code 0", ""))
                .step();

        assertThat(run.status().failure()).isEmpty();
        assertThat(run.actions()).containsExactly(new Action.FetchReport(1), new Action.FetchReport(2));
    }

    @Test
    void whatOthersMeasuredIsFetchedWhenAMemberIsLost() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .finds(1, new MemberObservation.Exited("killed by signal 9", ""))
                .step();
        assertThat(run.status().phase()).isEqualTo(RunPhase.COLLECTING);
        assertThat(run.actions()).containsExactly(new Action.FetchReport(0), new Action.FetchReport(2));

        run.fetched(0, true).fetched(2, true).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.FAILED);
        assertThat(run.status().members())
                .extracting(MemberStatus::report)
                .containsExactly(ReportStatus.PARTIAL, ReportStatus.MISSING, ReportStatus.PARTIAL);
        assertThat(run.actions()).containsExactly(new Action.Stop(0), new Action.Stop(2));
    }

    @Test
    void reportsOfAFailedRunAreNotWaitedForLongerThanTheirTime() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .finds(1, new MemberObservation.Exited("killed by signal 9", ""))
                .step()
                .later(Deadlines.SALVAGE)
                .step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.FAILED);
    }

    @Test
    void runThatFailsBeforeItsStartHasNothingToFetch() {
        var run = Controller.withAll(MemberPhase.JOINED).cancel("interrupted").step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.FAILED);
        assertThat(run.actions()).containsExactly(new Action.Stop(0), new Action.Stop(1), new Action.Stop(2));
    }

    @Test
    void runIsOverWhenItsMembersDoNotEndInTime() {
        var run = Controller.withAll(MemberPhase.JOINED).cancel("interrupted").step();

        assertThat(run.later(Deadlines.STOPPING).step().status().over()).isTrue();
        assertThat(run.actions()).isEmpty();
    }

    @Test
    void oldAnswerTakesNothingBack() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .sees(1, MemberPhase.JOINED, 2)
                .step();

        assertThat(run.status().members().get(1).phase()).contains(MemberPhase.ARMED);
        assertThat(run.status().members().get(1).membersSeen()).isEqualTo(3);
        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void controllerThatComesBackLateTakesWhatTheMembersHaveDone() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .all(MemberPhase.REPORTED)
                .later(Plan.ACTIVE_DEADLINE.multipliedBy(2))
                .step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.COLLECTING);
        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void controllerThatResumesAfterTheActiveDeadlineAsksTheMembersFirst() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .later(Plan.ACTIVE_DEADLINE.multipliedBy(2))
                .resumed();

        assertThat(run.status().failure()).isEmpty();
        assertThat(run.later(Duration.ofSeconds(1))
                        .all(MemberPhase.REPORTED)
                        .step()
                        .status()
                        .phase())
                .isEqualTo(RunPhase.COLLECTING);
    }

    @Test
    void controllerThatResumesFetchesTheReportsAgainThoughTheirTimeHasPassed() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .fetched(0, false)
                .step()
                .later(Deadlines.COLLECTING.multipliedBy(2))
                .resumed();

        assertThat(run.status().failure()).isEmpty();
        assertThat(run.actions())
                .containsExactlyInAnyOrder(
                        new Action.FetchReport(0), new Action.FetchReport(1), new Action.FetchReport(2));
    }

    @Test
    void controllerThatResumesStopsTheMembersThoughTheTimeForThatHasPassed() {
        var run = Controller.withAll(MemberPhase.JOINED)
                .cancel("interrupted")
                .step()
                .later(Deadlines.STOPPING.multipliedBy(2))
                .resumed();

        assertThat(run.status().over()).isFalse();
        assertThat(run.actions()).contains(new Action.Stop(0), new Action.Stop(1), new Action.Stop(2));
    }

    @Test
    void memberThatWasSilentBeforeTheControllerWasAwayIsHeardFirst() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .finds(1, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Deadlines.OUT_OF_TOUCH)
                .resumed();

        assertThat(run.status().failure()).isEmpty();
        assertThat(run.later(Deadlines.OUT_OF_TOUCH).step().failure().reason()).isEqualTo(FailureReason.MEMBER_LOST);
    }

    @Test
    void deadlineStillEndsARunOfWhichNobodyIsHeard() {
        var run = Controller.withAll(MemberPhase.CREATED)
                .later(Plan.START_TIMEOUT.multipliedBy(2))
                .resumed();

        assertThat(run.later(Duration.ofSeconds(10)).step().failure().reason()).isEqualTo(FailureReason.START_TIMEOUT);
    }

    @Test
    void runThatIsOverStaysAsItIs() {
        var run = Controller.withAll(MemberPhase.JOINED).cancel("interrupted").step();
        var over = run.later(Deadlines.STOPPING).step().status();

        assertThat(run.all(MemberPhase.RUNNING)
                        .later(Duration.ofHours(1))
                        .step()
                        .status())
                .isEqualTo(over);
    }

    @Test
    void observationOfAnotherNumberOfMembersIsRefused() {
        var observation = new Observation(List.of(), List.of(), Map.of(), List.of(), Optional.empty());
        var status = RunStatus.pending("run-1", List.of("m0"));

        assertThatThrownBy(() -> RunMachine.step(Plan.spec(1), status, observation, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("status and observation must hold each of the run's 1 members,"
                        + " got: 1 in the status, 0 in the observation");
    }
}
