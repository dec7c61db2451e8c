package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.preflight.ProbePacket.Kind;
import io.jgbench.preflight.ProbeSender.SendOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortProbeTest {
    private static final int FULL = 1428;

    private final SentPackets out = new SentPackets(Integer.MAX_VALUE);
    private final BurstTurns turns = new BurstTurns(1);
    private long nowNanos = 1_000_000_000L;

    @Test
    void memberThatAnswersIsSentOnePacketOfEachSize() {
        var probe = new PortProbe(turns, FULL);

        probe.advance(nowNanos, out);
        answer(probe, 0);
        probe.advance(nowNanos, out);
        answer(probe, FULL);
        probe.advance(nowNanos, out);

        assertThat(probe.isDone()).isTrue();
        assertThat(out.sent).extracting(ProbePacket::kind).containsExactly(Kind.PORT, Kind.PORT);
        assertThat(out.sent).extracting(ProbePacket::argument).containsExactly(0, FULL);
    }

    @Test
    void memberThatAnswersNothingIsGivenUpAfterSecondsAndSentNoLargePacket() {
        var probe = new PortProbe(turns, FULL);
        Duration taken = drive(probe, out);

        assertThat(probe.small()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(probe.full()).isZero();
        assertThat(taken).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
    }

    @Test
    void largePacketsThatAreNotAnsweredAreRepeatedForLessThanASecond() {
        var probe = new PortProbe(turns, FULL);
        probe.advance(nowNanos, out);
        answer(probe, 0);
        Duration taken = drive(probe, out);

        assertThat(probe.full()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(taken).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void withoutLargePacketsTheFirstAnswerEndsIt() {
        var probe = new PortProbe(turns, 0);
        probe.advance(nowNanos, out);
        answer(probe, 0);
        probe.advance(nowNanos, out);

        assertThat(probe.isDone()).isTrue();
        assertThat(out.count(Kind.PORT)).isEqualTo(1);
    }

    @Test
    void packetsForWhichThereIsNoRoomAreNotCounted() {
        ProbeSender withoutRoom = (_, _, _, _) -> SendOutcome.NO_ROOM;
        var silent = new PortProbe(turns, FULL);
        Duration taken = drive(silent, withoutRoom);
        var answering = new PortProbe(turns, FULL);
        answering.advance(nowNanos, out);
        answer(answering, 0);
        drive(answering, withoutRoom);

        assertThat(silent.small()).isZero();
        assertThat(taken).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(answering.small()).isEqualTo(1);
        assertThat(answering.full()).isZero();
    }

    @Test
    void largePacketsToOneMemberWaitUntilThoseToAnotherOneAreAnswered() {
        var first = new PortProbe(turns, FULL);
        var second = new PortProbe(turns, FULL);
        for (var probe : List.of(first, second)) {
            probe.advance(nowNanos, out);
            answer(probe, 0);
            probe.advance(nowNanos, out);
        }

        assertThat(first.full()).isEqualTo(1);
        assertThat(second.full()).isZero();
        assertThat(second.advance(nowNanos, out)).isGreaterThan(nowNanos);

        answer(first, FULL);
        first.advance(nowNanos, out);
        second.advance(nowNanos, out);

        assertThat(first.isDone()).isTrue();
        assertThat(second.full()).isEqualTo(1);
    }

    @Test
    void largePacketsThatAreNotAnsweredGiveTheirTurnBack() {
        var probe = new PortProbe(turns, FULL);
        probe.advance(nowNanos, out);
        answer(probe, 0);
        drive(probe, out);

        assertThat(turns.take()).isTrue();
    }

    /** Until it is over, without an answer. */
    private Duration drive(PortProbe probe, ProbeSender sender) {
        long began = nowNanos;
        while (!probe.isDone()) {
            long due = probe.advance(nowNanos, sender);
            nowNanos = due == Long.MAX_VALUE ? nowNanos : Math.max(nowNanos, due);
        }
        return Duration.ofNanos(nowNanos - began);
    }

    private void answer(PortProbe probe, int argument) {
        nowNanos += 1000;
        probe.answered(new ProbePacket(Kind.PORT_ANSWER, 1, 0, argument, 0, ProbePacket.SMALL_BYTES));
    }
}
