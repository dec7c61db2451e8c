package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.run.Trace.Moment;
import java.time.Duration;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** What holds for every run, whatever members, network and controller do. */
@PropertyDefaults(tries = 500)
class RunMachinePropertiesTest {

    @Provide
    Arbitrary<Plan> anyWorld() {
        return Plans.any();
    }

    @Provide
    Arbitrary<Plan> harmlessWorld() {
        return Plans.harmless();
    }

    @Provide
    Arbitrary<Plan> worldWithoutItsController() {
        return Plans.away();
    }

    @Provide
    Arbitrary<Plan> worldWithLateStarts() {
        return Plans.lateStarts();
    }

    @Provide
    Arbitrary<Plan> worldWithLostStarts() {
        return Plans.lostStarts();
    }

    @Provide
    Arbitrary<Plan> worldWithOneFatalFault() {
        return Plans.oneFatal();
    }

    @Property
    void aRunAlwaysEndsWithinItsDeadlines(@ForAll("anyWorld") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        assertThat(trace.last().over()).as("over: %s", trace).isTrue();
        assertThat(trace.last().phase().isTerminal()).isTrue();
        assertThat(Duration.ofNanos(trace.endedEpochNanos() - trace.beganEpochNanos()))
                .as("%s", trace)
                .isLessThan(longest(plan));
    }

    /** Each deadline is noticed a tick late; a controller that is down notices none, and hears the members first. */
    private static Duration longest(Plan plan) {
        int ticks = 10 + plan.faults().stream().mapToInt(Fault::ticksDown).sum();
        return Plan.ACTIVE_DEADLINE
                .plus(Deadlines.COLLECTING.multipliedBy(plan.faults().stream()
                        .filter(fault -> fault.kind().isCrash())
                        .count()))
                .plus(Deadlines.COLLECTING)
                .plus(Deadlines.SALVAGE)
                .plus(Deadlines.STOPPING)
                .plus(Duration.ofMillis((long) plan.tickMillis() * ticks));
    }

    @Property
    void aRunOnlyMovesForwardAndItsOutcomeStands(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            var before = moment.before();
            var after = moment.step().status();
            assertThat(after.phase()).isGreaterThanOrEqualTo(before.phase());
            if (before.phase().isTerminal()) {
                assertThat(after.phase()).isEqualTo(before.phase());
            }
            if (before.failure().isPresent()) {
                assertThat(after.failure()).isEqualTo(before.failure());
            }
        }
    }

    @Property
    void noStartIsGivenOutWithAMemberThatIsNotArmed(@ForAll("anyWorld") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        trace.moments().stream()
                .filter(RunMachinePropertiesTest::givesOutAStart)
                .forEach(moment -> assertThat(moment.observation().members())
                        .as("%s", trace)
                        .allSatisfy(seen -> assertThat(seen)
                                .isInstanceOfSatisfying(MemberObservation.Answered.class, answered -> {
                                    assertThat(answered.state().phase()).isEqualTo(MemberPhase.ARMED);
                                    assertThat(answered.state().runId()).isEqualTo(SimulatedWorld.RUN_ID);
                                })));
    }

    private static boolean givesOutAStart(Moment moment) {
        return attempt(moment.step().status()) != attempt(moment.before());
    }

    private static int attempt(RunStatus status) {
        return status.release().map(StartPlan::attempt).orElse(0);
    }

    @Property
    void noMemberIsAskedToJoinBeforeTheFirstIsThere(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            for (var action : moment.step().actions()) {
                if (action instanceof Action.Join join && join.member() > 0) {
                    assertThat(moment.step().status().members().getFirst().membersSeen())
                            .isPositive();
                }
            }
        }
    }

    @Property
    void noStartIsSentAfterItsInstant(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            for (var action : moment.step().actions()) {
                if (action instanceof Action.Release release) {
                    assertThat(release.startAtEpochNanos()).isGreaterThan(moment.nowEpochNanos());
                }
            }
        }
    }

    @Property
    void eachStartIsEitherSentOrWithdrawn(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            for (var action : moment.step().actions()) {
                var given = moment.step().status().release();
                if (action instanceof Action.Release release) {
                    assertThat(given.orElseThrow().stands()).isTrue();
                    assertThat(release.attempt()).isEqualTo(given.get().attempt());
                } else if (action instanceof Action.Withdraw withdraw) {
                    assertThat(given.orElseThrow().stands()).isFalse();
                    assertThat(withdraw.attempt()).isEqualTo(given.get().attempt());
                }
            }
        }
    }

    @Property
    void noRunSucceedsWhoseMembersDidNotAllBeginAtOneInstant(@ForAll("worldWithLateStarts") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        if (trace.last().phase() == RunPhase.SUCCEEDED) {
            assertThat(trace.begins()).as("%s", trace).doesNotContain(Optional.empty());
            assertThat(trace.begins().stream().distinct()).as("%s", trace).hasSize(1);
        }
    }

    @Property
    void runWhoseMembersBeginAtDifferentInstantsOrNotAtAllFails(@ForAll("anyWorld") Plan plan) {
        noRunSucceedsWhoseMembersDidNotAllBeginAtOneInstant(plan);
    }

    /** Whether all begin is known before the run says that it runs: it does not wait for a member that never will. */
    @Property
    void noRunRunsThatOneOfItsMembersWillNotBegin(@ForAll("worldWithLateStarts") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        boolean ran = trace.last().phaseBegan().containsKey(RunPhase.RUNNING);
        assertThat(trace.last().phase()).as("%s", trace).isEqualTo(ran ? RunPhase.SUCCEEDED : RunPhase.FAILED);
    }

    @Property
    void startThatDoesNotReachAllMembersIsGivenOutAnewUntilItDoes(@ForAll("worldWithLostStarts") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        assertThat(trace.last().phase()).as("%s", trace).isEqualTo(RunPhase.SUCCEEDED);
        assertThat(trace.begins().stream().distinct()).as("%s", trace).hasSize(1);
    }

    @Property
    void noReportIsCountedTwice(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            for (int member = 0; member < plan.members(); member++) {
                var before = moment.before().members().get(member).report();
                var after = moment.step().status().members().get(member).report();
                if (before != ReportStatus.MISSING) {
                    assertThat(after).isEqualTo(before);
                }
            }
        }
    }

    @Property
    void noRunSucceedsWithoutACompleteReportOfEachMember(@ForAll("anyWorld") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        if (trace.last().phase() == RunPhase.SUCCEEDED) {
            assertThat(trace.last().failure()).isEmpty();
            assertThat(trace.last().members()).allSatisfy(member -> {
                assertThat(member.report()).isEqualTo(ReportStatus.COMPLETE);
                assertThat(trace.wasToldOfCompleteReport(member.index()))
                        .as("%s", trace)
                        .isTrue();
            });
        }
    }

    @Property
    void noMemberIsStoppedBeforeTheOutcomeStands(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            if (moment.step().actions().stream().anyMatch(Action.Stop.class::isInstance)) {
                assertThat(moment.step().status().phase().isTerminal()).isTrue();
            }
        }
    }

    @Property
    void aRunWhoseMembersBehaveSucceeds(@ForAll("harmlessWorld") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        assertThat(trace.last().phase()).as("%s", trace).isEqualTo(RunPhase.SUCCEEDED);
        assertThat(trace.last().members()).as("%s", trace).allMatch(MemberStatus::gone);
    }

    @Property
    void aRunThatMeasuresSucceedsHoweverLongItsControllerIsAway(@ForAll("worldWithoutItsController") Plan plan) {
        aRunWhoseMembersBehaveSucceeds(plan);
    }

    @Property
    void aRunThatFailsBecauseOfAMemberNamesIt(@ForAll("worldWithOneFatalFault") Plan plan) {
        var trace = SimulatedWorld.run(plan);
        int culprit = plan.faults().getFirst().member() % plan.members();

        if (trace.last().phase() == RunPhase.FAILED) {
            assertThat(trace.last().failure().map(Failure::message))
                    .as("%s", trace)
                    .hasValueSatisfying(message -> assertThat(message).contains("m" + culprit));
        }
    }

    @Property
    void memberThatIsSeenToBeLostFailsTheRunAtOnceUnlessItsReportMayCome(@ForAll("anyWorld") Plan plan) {
        for (var moment : SimulatedWorld.run(plan).moments()) {
            var after = moment.step().status();
            for (var member : after.members()) {
                if (member.report() == ReportStatus.MISSING
                        && isLost(moment, member.index())
                        && !reportMayCome(moment, member)) {
                    assertThat(after.failure()).as("%s at %s", member, moment).isPresent();
                }
            }
        }
    }

    private static boolean reportMayCome(Moment moment, MemberStatus member) {
        Long collecting = moment.step().status().phaseBegan().get(RunPhase.COLLECTING);
        return collecting != null
                && member.reached(MemberPhase.REPORTED)
                && moment.nowEpochNanos() < Deadlines.after(collecting, Deadlines.ON_ITS_WAY);
    }

    private static boolean isLost(Moment moment, int member) {
        boolean hadBegun = moment.before().members().get(member).reached(MemberPhase.LISTENING);
        return switch (moment.observation().members().get(member)) {
            case MemberObservation.NotLaunched _, MemberObservation.Silent _ -> false;
            case MemberObservation.Exited _ -> true;
            case MemberObservation.Answered(var state) ->
                state.phase() == MemberPhase.FAILED
                        || !state.runId().equals(SimulatedWorld.RUN_ID)
                        || (state.phase() == MemberPhase.CREATED && hadBegun);
        };
    }

    @Property
    void everyFailureNamesAMemberUnlessSomebodyEndedTheRun(@ForAll("anyWorld") Plan plan) {
        var trace = SimulatedWorld.run(plan);

        Optional<Failure> failure = trace.last().failure();
        assertThat(failure.isPresent()).isEqualTo(trace.last().phase() == RunPhase.FAILED);
        failure.filter(found -> found.reason() != FailureReason.CANCELLED)
                .ifPresent(found -> assertThat(found.message()).containsPattern("\\bm[0-4]\\b"));
    }
}
