package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.preflight.ProbePacket.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PortProbeTest {
    private static final int FULL = 1428;

    private final SentPackets out = new SentPackets(Integer.MAX_VALUE);
    private long nowNanos = 1_000_000_000L;

    @Test
    void memberThatAnswersIsSentOnePacketOfEachSize() {
        var probe = new PortProbe(FULL);

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
        var probe = new PortProbe(FULL);
        Duration taken = drive(probe);

        assertThat(probe.small()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(probe.full()).isZero();
        assertThat(taken).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
    }

    @Test
    void largePacketsThatAreNotAnsweredAreRepeatedForLessThanASecond() {
        var probe = new PortProbe(FULL);
        probe.advance(nowNanos, out);
        answer(probe, 0);
        Duration taken = drive(probe);

        assertThat(probe.full()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(taken).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void withoutLargePacketsTheFirstAnswerEndsIt() {
        var probe = new PortProbe(0);
        probe.advance(nowNanos, out);
        answer(probe, 0);
        probe.advance(nowNanos, out);

        assertThat(probe.isDone()).isTrue();
        assertThat(out.count(Kind.PORT)).isEqualTo(1);
    }

    /** Until it is over, without an answer. */
    private Duration drive(PortProbe probe) {
        long began = nowNanos;
        while (!probe.isDone()) {
            long due = probe.advance(nowNanos, out);
            nowNanos = due == Long.MAX_VALUE ? nowNanos : Math.max(nowNanos, due);
        }
        return Duration.ofNanos(nowNanos - began);
    }

    private void answer(PortProbe probe, int argument) {
        nowNanos += 1000;
        probe.answered(new ProbePacket(Kind.PORT_ANSWER, 1, 0, argument, 0, ProbePacket.SMALL_BYTES));
    }
}
