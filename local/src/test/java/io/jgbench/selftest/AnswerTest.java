package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.selftest.Answer.Who;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
    private static final FaultTargets AT = new FaultTargets(1, 3, 4);

    @ParameterizedTest
    @CsvSource({
        "LOSS, member-1, true",
        "LOSS, member-2, false",
        "LOSS, member-10, false",
        "LOSS, member-1 and 3 more, false",
        "LOSS,, false",
        "WIRE, member-1, false"
    })
    void bottleneckIsRightWithItsTypeAndItsMember(BottleneckType type, String member, boolean right) {
        var answer = new Answer.Held(BottleneckType.LOSS, Who.VICTIM);

        assertThat(answer.is(held(type, member, true), AT)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({"member-1 and member-3, true", "member-3, false", "member-0, false"})
    void bottleneckOfAPairIsRightWhereItNamesBoth(String member, boolean right) {
        var answer = new Answer.Held(BottleneckType.RECEIVER, Who.PAIR);

        assertThat(answer.is(held(BottleneckType.RECEIVER, member, true), AT)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({
        "12 segments were lost on the way from member-1 to member-3., true",
        "12 segments were lost on the way into member-3., false",
        "'12 segments were lost on the way into member-3, from member-0 2, member-1 7, member-2 3', false"
    })
    void lossBetweenTwoIsRightWhereItsSentenceNamesBoth(String message, boolean right) {
        var answer = new Answer.Held(BottleneckType.LOSS, Who.PAIR);
        var cause = new FirstCause.Held(new Bottleneck(BottleneckType.LOSS, Optional.of("member-3"), true, message));

        assertThat(answer.is(cause, AT)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "member-1 dropped 7 packets | true",
                "member-1 and member-2 dropped 7 packets | true",
                "member-2 dropped 7 packets | false",
                "member-0, member-1, member-2, member-3 dropped 7 packets | false"
            })
    void findingIsRightWhereItNamesTheMemberAndNotAll(String evidence, boolean right) {
        var answer = new Answer.Found(Reason.RECEIVE_DROPS, Who.VICTIM);

        assertThat(answer.is(new FirstCause.Found(Reason.RECEIVE_DROPS.found(evidence)), AT))
                .isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the window is small | true",
                "member-0 50 %, member-1 60 %, member-2 55 %, member-3 51 % | true",
                "member-1 60 % | false",
                "member-0 50 %, member-2 55 % | false"
            })
    void findingOfWhatAllHaveAlikeIsRightWhereItNamesNoneOrAll(String evidence, boolean right) {
        var answer = new Answer.Found(Reason.WINDOW_BOUND, Who.NOBODY);
        Finding found = Reason.WINDOW_BOUND.found(WorkloadSettings.Type.MULTICAST, evidence);

        assertThat(answer.is(new FirstCause.Found(found), AT)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({", true", "member-1, false", "member-0 and 3 more, false"})
    void bottleneckOfWhatAllHaveAlikeIsRightWithoutAMember(String member, boolean right) {
        var answer = new Answer.Held(BottleneckType.FLOW_CONTROL_WINDOW, Who.NOBODY);

        assertThat(answer.is(held(BottleneckType.FLOW_CONTROL_WINDOW, member, false), AT))
                .isEqualTo(right);
    }

    @Test
    void findingOfAnotherReasonIsNotRight() {
        var answer = new Answer.Found(Reason.RECEIVE_DROPS, Who.ANYBODY);

        assertThat(answer.is(new FirstCause.Found(Reason.SEND_DROPS.found("member-1")), AT))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"member-3 to member-1: no packet, true", "member-3 has seen 3 of 4, false"})
    void failureOfAPairIsRightWhereItNamesBothOfThem(String message, boolean right) {
        var answer = new Answer.Failed(FailureReason.VIEW_INCOMPLETE, Who.PAIR);
        var cause = new FirstCause.Failed(
                new RunFailure(FailureReason.VIEW_INCOMPLETE, RunPhase.JOINING, message), Optional.empty());

        assertThat(answer.is(cause, AT)).isEqualTo(right);
    }

    /** Its message has what each member had done, and so names all. */
    @ParameterizedTest
    @CsvSource({"member-1, true", "member-2, false", "member-1 and 2 more, false", ", false"})
    void stallIsRightWhereWhatHeldTheRunUntilThenIsAtTheMember(String member, boolean right) {
        var answer = new Answer.Failed(FailureReason.STALLED, Who.VICTIM);
        var failure = new RunFailure(
                FailureReason.STALLED, RunPhase.RUNNING, "member-0, member-1, member-2, member-3 have done nothing");
        var held = new Bottleneck(BottleneckType.LOSS, Optional.ofNullable(member), true, "evidence");

        assertThat(answer.is(new FirstCause.Failed(failure, Optional.of(held)), AT))
                .isEqualTo(right);
        assertThat(answer.is(new FirstCause.Failed(failure, Optional.empty()), AT))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"member-2 ended, false", "member-1 ended, true", "a member ended, true"})
    void failureThatNamesAnotherMemberIsNotMadeRightByTheBottleneck(String message, boolean right) {
        var answer = new Answer.Failed(FailureReason.MEMBER_LOST, Who.VICTIM);
        var failure = new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, message);
        var held = new Bottleneck(BottleneckType.LOSS, Optional.of("member-1"), true, "evidence");

        assertThat(answer.is(new FirstCause.Failed(failure, Optional.of(held)), AT))
                .isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void nothingIsWrongWhereTheBottleneckIsNoFault(boolean fault, boolean right) {
        assertThat(new Answer.NothingWrong().is(held(BottleneckType.HOST_CPU, "member-0 and 3 more", fault), AT))
                .isEqualTo(right);
    }

    @Test
    void warningIsNotNothing() {
        assertThat(new Answer.NothingWrong().is(new FirstCause.Found(Reason.GC_PAUSES.found("member-1 7 %")), AT))
                .isFalse();
    }

    private static FirstCause held(BottleneckType type, String member, boolean fault) {
        return new FirstCause.Held(new Bottleneck(type, Optional.ofNullable(member), fault, "evidence"));
    }
}
