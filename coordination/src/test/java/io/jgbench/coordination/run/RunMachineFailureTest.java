package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberFailure.Kind;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.StartState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunMachineFailureTest {

    @Test
    void membersThatDoNotComeUpAreNamedWithWhatIsKnownOfThem() {
        var run = new Controller()
                .step()
                .sees(0, MemberPhase.CREATED, 0)
                .finds(1, new MemberObservation.Silent("connection refused"))
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT,
                        "members m1, m2 did not come up within 1m: m1 does not answer (connection refused);"
                                + " it never answered, m2 is not launched"));
    }

    @Test
    void activeDeadlineThatIsShorterThanTheStartTimeoutIsTheReason() {
        var run = new Controller(Plan.spec(3, Plan.ACTIVE_DEADLINE.plusSeconds(1)))
                .step()
                .later(Plan.ACTIVE_DEADLINE)
                .step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.DEADLINE_EXCEEDED);
        assertThat(run.failure().message()).startsWith("members m0, m1, m2 did not come up within 2m");
    }

    @Test
    void membersThatDoNotJoinAreNamedWithHowManyTheySee() {
        var run = Controller.withAll(MemberPhase.CREATED)
                .sees(0, MemberPhase.JOINED, 3)
                .sees(1, MemberPhase.JOINING, 2)
                .sees(2, MemberPhase.JOINING, 1)
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.VIEW_INCOMPLETE,
                        "members m1, m2 did not join within 1m: m1 sees 2 of 3 members, m2 sees 1 of 3 members"));
    }

    @Test
    void memberThatDoesNotAnswerIsNoReasonToSuspectTheNetworkBetweenMembers() {
        var run = Controller.withAll(MemberPhase.CREATED)
                .sees(0, MemberPhase.JOINED, 3)
                .sees(1, MemberPhase.JOINING, 2)
                .finds(2, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT,
                        "members m1, m2 did not join within 1m: m1 sees 2 of 3 members,"
                                + " m2 does not answer (read timed out); it was CREATED"));
    }

    @Test
    void memberWhoseWarmUpDoesNotEndIsNamed() {
        var run = Controller.withAll(MemberPhase.JOINED)
                .all(MemberPhase.ARMED)
                .sees(1, MemberPhase.ARMING, 3)
                .clocks()
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT, "member m1 could not be started within 1m: m1 runs its warm-up"));
    }

    @Test
    void membersThatWaitForOneThatWarmsUpAreNotNamed() {
        var run = Controller.withAll(MemberPhase.JOINED)
                .all(MemberPhase.ARMED)
                .sees(1, MemberPhase.ARMING, 3)
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT, "member m1 could not be started within 1m: m1 runs its warm-up"));
    }

    @Test
    void membersWhoseClocksCannotBeMeasuredAreNamed() {
        var run =
                Controller.withAll(MemberPhase.ARMED).later(Plan.START_TIMEOUT).step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.START_TIMEOUT);
        assertThat(run.failure().message()).contains("m0 is armed and waits for clock synchronisation");
    }

    @Test
    void armedMemberThatLostSightOfAnotherIsNotStarted() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .sees(2, MemberPhase.ARMED, 2)
                .clocks()
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.status().release()).isEmpty();
        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.VIEW_INCOMPLETE,
                        "member m2 could not be started within 1m: m2 sees 2 of 3 members"));
    }

    @Test
    void armedMemberThatDoesNotAnswerNowIsNotStarted() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .clocks()
                .finds(2, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Plan.START_TIMEOUT)
                .step();

        assertThat(run.status().release()).isEmpty();
        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT,
                        "member m2 could not be started within 1m: m2 does not answer (read timed out); it was ARMED"));
    }

    @Test
    void memberThatDidNotTakeTheStartFailsTheRunWhenOthersBegan() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .clocks()
                .step()
                .all(MemberPhase.RUNNING)
                .isArmed(1, StartState.NONE)
                .later(Duration.ofSeconds(4))
                .step();
        assertThat(run.status().failure()).isEmpty();
        assertThat(run.actions()).containsExactly(new Action.Withdraw(1, 1));

        run.isArmed(1, new StartState(1, false)).step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT,
                        "member m1 did not take the start: m1 is armed and waits for the start request;"
                                + " members m0, m2 had begun when it was withdrawn"));
    }

    @Test
    void memberThatBeganUnheardIsNotSaidToHaveMissedTheStart() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .clocks()
                .step()
                .allArmed(new StartState(1, true))
                .isArmed(1, StartState.NONE)
                .later(Duration.ofSeconds(4))
                .step()
                .allArmed(new StartState(1, false))
                .sees(1, MemberPhase.RUNNING, 3)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.START_TIMEOUT,
                        "member m1 had taken the start, but no answer came before it was withdrawn"));
    }

    @Test
    void memberOfWhichIsNotKnownWhetherItBeginsFailsTheRunInTheEnd() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .clocks()
                .step()
                .allArmed(new StartState(1, false))
                .finds(1, new MemberObservation.Silent("read timed out"))
                .step();
        assertThat(run.actions()).containsExactly(new Action.Withdraw(1, 1));

        run.later(Deadlines.OUT_OF_TOUCH.plusSeconds(1))
                .finds(1, new MemberObservation.Answered(Controller.state("run-1", "m1", MemberPhase.ARMED, 3)))
                .step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.START_TIMEOUT);
        assertThat(run.failure().message()).contains("m1 is armed and waits for the start request");
    }

    @Test
    void memberThatEndsFailsTheRunWithItsLastLines() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .finds(1, new MemberObservation.Exited("exit code 3", "java.lang.OutOfMemoryError: Java heap space\n"))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.MEMBER_LOST,
                        "m1 ended (exit code 3); it was RUNNING; its last lines: "
                                + "java.lang.OutOfMemoryError: Java heap space"));
    }

    @Test
    void memberOfWhichThereIsNoTraceAnyMoreFailsTheRun() {
        var run = Controller.withAll(MemberPhase.JOINED)
                .finds(1, new MemberObservation.NotLaunched())
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(FailureReason.MEMBER_LOST, "m1 is no longer there; it was JOINED"));
    }

    @Test
    void memberThatIsStartedAnewFailsTheRun() {
        var run = Controller.withAll(MemberPhase.ARMED)
                .sees(1, MemberPhase.CREATED, 0)
                .step();

        assertThat(run.failure()).isEqualTo(new Failure(FailureReason.MEMBER_LOST, "m1 was restarted; it was ARMED"));
    }

    @Test
    void memberOfAnotherRunInAMembersPlaceFailsTheRun() {
        var run = Controller.withAll(MemberPhase.JOINED)
                .answers(1, Controller.state("run-0", "m1", MemberPhase.JOINED, 3))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.MEMBER_LOST, "m1 was replaced: m1 of run run-0 answers in its place"));
    }

    @Test
    void memberThatFailsIsQuotedAfterThoseThatWereLost() {
        var failed = Controller.failed("m0", new MemberFailure(Kind.OTHER_LEFT, "m2 left the cluster"));
        var run = Controller.withAll(MemberPhase.RUNNING)
                .answers(0, failed)
                .finds(2, new MemberObservation.Exited("killed by signal 9", ""))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.MEMBER_LOST,
                        "m2 ended (killed by signal 9); it was RUNNING; m0 failed: m2 left the cluster"));
    }

    @Test
    void fullHeapOfAMemberIsTheReasonWhereOthersMissThatMember() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .answers(0, Controller.failed("m0", new MemberFailure(Kind.OTHER_LEFT, "m2 left the cluster")))
                .answers(2, Controller.failed("m2", new MemberFailure(Kind.OUT_OF_HEAP, "its heap was full")))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.OUT_OF_HEAP, "m2 failed: its heap was full; m0 failed: m2 left the cluster"));
    }

    @Test
    void memberThatLeavesTheOthersIsLostThoughNothingElseIsKnownOfIt() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .answers(0, Controller.failed("m0", new MemberFailure(Kind.OTHER_LEFT, "m2 left the cluster")))
                .step();

        assertThat(run.failure()).isEqualTo(new Failure(FailureReason.MEMBER_LOST, "m0 failed: m2 left the cluster"));
    }

    @Test
    void memberThatIsOutOfTimeFailsTheRunForItsDeadline() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .answers(0, Controller.failed("m0", new MemberFailure(Kind.OUT_OF_TIME, "it was not done")))
                .step();

        assertThat(run.failure()).isEqualTo(new Failure(FailureReason.DEADLINE_EXCEEDED, "m0 failed: it was not done"));
    }

    @Test
    void memberWhoseHeapIsFullFailsTheRunForThat() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .answers(0, Controller.failed("m0", new MemberFailure(Kind.OUT_OF_HEAP, "its heap was full")))
                .step();

        assertThat(run.failure()).isEqualTo(new Failure(FailureReason.OUT_OF_HEAP, "m0 failed: its heap was full"));
    }

    @Test
    void stackThatJGroupsDoesNotTakeIsNamedAsSuch() {
        var run = Controller.withAll(MemberPhase.CREATED)
                .answers(
                        0,
                        Controller.failed(
                                "m0", new MemberFailure(Kind.STACK_INVALID, "stack mine, line 3: no protocol UPD")))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(FailureReason.STACK_INVALID, "m0 failed: stack mine, line 3: no protocol UPD"));
    }

    @Test
    void interfaceThatAHostHasNotFailsTheRunBeforeAnybodyJoins() {
        var run = new Controller()
                .step()
                .sees(0, MemberPhase.CREATED, 0)
                .answers(1, Controller.failed("m1", new MemberFailure(Kind.INTERFACE_MISSING, "no interface ens9")))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(FailureReason.INTERFACE_MISSING, "m1 failed: no interface ens9"));
    }

    @Test
    void memberThatIsSilentForTenSecondsWhileRunningIsLost() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .finds(1, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Duration.ofSeconds(9))
                .step();
        assertThat(run.status().failure()).isEmpty();

        run.later(Duration.ofSeconds(1)).step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.MEMBER_LOST, "m1 has not answered for 10s (read timed out); it was RUNNING"));
    }

    @Test
    void memberThatAnswersInBetweenIsNotLost() {
        var silent = new MemberObservation.Silent("read timed out");
        var run =
                Controller.withAll(MemberPhase.RUNNING).finds(1, silent).step().later(Duration.ofSeconds(9));
        run.sees(1, MemberPhase.RUNNING, 3).step().finds(1, silent).step();

        run.later(Duration.ofSeconds(9)).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.RUNNING);
        assertThat(run.status().failure()).isEmpty();
    }

    @Test
    void memberThatSeesTooFewForTenSecondsWhileRunningFailsTheRun() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .sees(1, MemberPhase.RUNNING, 2)
                .step()
                .later(Duration.ofSeconds(10))
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(FailureReason.VIEW_INCOMPLETE, "m1 has seen only 2 of 3 members for 10s"));
    }

    @Test
    void timeInWhichAMemberWasSilentIsNotPartOfThatInWhichItSeesTooFew() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .finds(1, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Duration.ofSeconds(9))
                .sees(1, MemberPhase.RUNNING, 2)
                .step()
                .later(Duration.ofSeconds(1))
                .step();
        assertThat(run.status().failure()).isEmpty();

        run.later(Duration.ofSeconds(9)).step();

        assertThat(run.failure())
                .isEqualTo(new Failure(FailureReason.VIEW_INCOMPLETE, "m1 has seen only 2 of 3 members for 10s"));
    }

    @Test
    void timeInWhichAMemberSawTooFewIsNotPartOfThatInWhichItIsSilent() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .sees(1, MemberPhase.RUNNING, 2)
                .step()
                .later(Duration.ofSeconds(9))
                .finds(1, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Duration.ofSeconds(1))
                .step();
        assertThat(run.status().failure()).isEmpty();

        run.later(Duration.ofSeconds(9)).step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.MEMBER_LOST, "m1 has not answered for 10s (read timed out); it was RUNNING"));
    }

    @Test
    void memberThatSeesTooFewInEachOfItsRareAnswersFailsTheRun() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .sees(1, MemberPhase.RUNNING, 2)
                .step()
                .later(Duration.ofSeconds(1))
                .finds(1, new MemberObservation.Silent("read timed out"))
                .step()
                .later(Duration.ofSeconds(9))
                .step();
        assertThat(run.status().failure()).isEmpty();

        run.sees(1, MemberPhase.RUNNING, 2).step();

        assertThat(run.failure().reason()).isEqualTo(FailureReason.VIEW_INCOMPLETE);
    }

    @Test
    void membersThatAreNotDoneAtTheActiveDeadlineAreNamedWithTheirProgress() {
        var run = Controller.withAll(MemberPhase.RUNNING)
                .sees(0, MemberPhase.REPORTED, 3)
                .later(Plan.ACTIVE_DEADLINE)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.DEADLINE_EXCEEDED,
                        "members m1, m2 did not finish within the active deadline of 2m:"
                                + " m1 has done 300 of 1000 messages, m2 has done 300 of 1000 messages"));
    }

    @Test
    void membersWhoseReportsCannotBeFetchedAreNamed() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .fetched(0, false)
                .fetched(2, false)
                .step()
                .finds(1, new MemberObservation.Silent("no route to host"))
                .later(Deadlines.COLLECTING)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.TIMEOUT,
                        "no report of member m1 could be fetched within 30s:"
                                + " m1 does not answer (no route to host); it was REPORTED"));
    }

    @Test
    void memberThatGoesWhenItHasHandedOverItsReportFailsNothing() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .fetched(0, false)
                .fetched(2, false)
                .finds(1, new MemberObservation.NotLaunched())
                .step();
        assertThat(run.status().phase()).isEqualTo(RunPhase.COLLECTING);
        assertThat(run.status().failure()).isEmpty();

        run.fetched(1, false).step();

        assertThat(run.status().phase()).isEqualTo(RunPhase.SUCCEEDED);
    }

    @Test
    void memberThatGoesWithItsReportIsLost() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .fetched(0, false)
                .fetched(2, false)
                .finds(1, new MemberObservation.NotLaunched())
                .step()
                .later(Deadlines.ON_ITS_WAY)
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(FailureReason.MEMBER_LOST, "m1 is no longer there; it was REPORTED"));
    }

    @Test
    void memberThatGivesAPartialReportFailsTheRun() {
        var run = Controller.withAll(MemberPhase.REPORTED).fetched(1, true).step();

        assertThat(run.failure())
                .isEqualTo(
                        new Failure(FailureReason.MEMBER_FAILED, "m1 gave a partial report: its workload was cut off"));
    }

    @Test
    void memberWhoseReportCannotBeReadFailsTheRun() {
        var run = Controller.withAll(MemberPhase.REPORTED)
                .gaveNoReport(1, "an answer of 67108864 bytes")
                .step();

        assertThat(run.failure())
                .isEqualTo(new Failure(
                        FailureReason.MEMBER_FAILED,
                        "m1 gave no report that can be read: an answer of 67108864 bytes"));
    }

    @Test
    void cancelledRunSaysWhy() {
        var run = Controller.withAll(MemberPhase.JOINED).cancel("interrupted").step();

        assertThat(run.failure()).isEqualTo(new Failure(FailureReason.CANCELLED, "the run was cancelled: interrupted"));
    }
}
