package io.jgbench.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import io.jgbench.preflight.ProbePacket.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class PeerProbeTest {
    private static final int MTU = 1500;

    private long nowNanos = 1_000_000_000L;
    private PeerProbe probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), true, OptionalInt.empty());
    private boolean answersFragments;
    private SentPackets out = new SentPackets(Integer.MAX_VALUE);

    @Test
    void pathOfACleanNetworkTakesOneBurstAndOneLargePacket() {
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, MTU);

        assertThat(out.count(Kind.PING)).isEqualTo(1);
        assertThat(out.count(Kind.BURST)).isEqualTo(PreflightLimits.BURST_PACKETS);
        assertThat(out.count(Kind.SIZED)).isEqualTo(1);
        assertThat(sent().fullBytes()).isEqualTo(MTU);
    }

    @Test
    void burstOfWhichPacketsAreMissingIsRepeated() {
        drive(_ -> PreflightLimits.BURST_PACKETS - 3, MTU, MTU);

        assertThat(sent().bursts()).hasSize(PreflightLimits.MOST_BURSTS);
    }

    @Test
    void memberThatNeverAnswersIsGivenUpAfterSeconds() {
        long began = nowNanos;
        while (!probe.isDone()) {
            nowNanos = Math.max(nowNanos + 1, Math.min(probe.advance(nowNanos, out), nowNanos + 1_000_000_000L));
        }

        assertThat(sent().pings()).isGreaterThan(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(Duration.ofNanos(nowNanos - began)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(5));
    }

    @Test
    void largestPacketIsFoundWhereThoseThatFillTheMtuVanish() {
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 1300);

        assertThat(sent().fullPackets()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(out.sent.stream()
                        .filter(packet -> packet.kind() == Kind.SIZED && packet.argument() <= 1300)
                        .mapToInt(ProbePacket::argument)
                        .max())
                .hasValue(1300);
    }

    @Test
    void packetThatTheOwnKernelRefusesIsNotWaitedFor() {
        out = new SentPackets(1301);
        long began = nowNanos;
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 1300);

        assertThat(Duration.ofNanos(nowNanos - began)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void transportThatKeepsToTheSmallerMtuIsProbedWithThat() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), false, OptionalInt.empty());
        drive(_ -> PreflightLimits.BURST_PACKETS, 1300, 1300);

        assertThat(sent().fullBytes()).isEqualTo(1300);
    }

    @Test
    void transportThatKeepsToThePathIsProbedWithWhatTheKernelLearnsOfIt() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), false, OptionalInt.empty());
        out = SentPackets.learning(1301);
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 1300);

        assertThat(sent().fullBytes()).isEqualTo(1300);
        assertThat(largestCarried(1300)).isEqualTo(1300);
    }

    @Test
    void transportThatFillsItsMtuIsProbedWithItWhateverTheKernelLearnsOfThePath() {
        out = SentPackets.learning(1301);
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 1300);

        assertThat(sent().fullBytes()).isEqualTo(MTU);
        assertThat(sent().fullPackets()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
    }

    @Test
    void packetsThatVanishAlthoughTheKernelTakesThemAreAFaultOfAnyTransport() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), false, OptionalInt.empty());
        out = SentPackets.learning(1401);
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 1300);

        assertThat(sent().fullBytes()).isEqualTo(1400);
        assertThat(sent().fullPackets()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(largestCarried(1300)).isEqualTo(1300);
    }

    @Test
    void kernelThatRefusesEverySizeEndsTheProbe() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), false, OptionalInt.empty());
        out = new SentPackets(1);
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 0);

        assertThat(sent().fullBytes()).isEqualTo(MTU);
    }

    private int largestCarried(int carriedBytes) {
        return out.sent.stream()
                .filter(packet -> packet.kind() == Kind.SIZED && packet.argument() <= carriedBytes)
                .mapToInt(ProbePacket::argument)
                .max()
                .orElse(0);
    }

    @Test
    void packetInFragmentsIsSentOnceWhereItIsAnswered() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), true, OptionalInt.of(2 * MTU));
        answersFragments = true;
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, MTU);

        assertThat(sent().fragmentedBytes()).isEqualTo(2 * MTU);
        assertThat(sent().fragmentedPackets()).isEqualTo(1);
    }

    @Test
    void packetInFragmentsThatIsNotAnsweredIsRepeatedForLessThanASecond() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), true, OptionalInt.of(2 * MTU));
        long began = nowNanos;
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, MTU);

        assertThat(sent().fragmentedPackets()).isGreaterThanOrEqualTo(PreflightLimits.LEAST_ATTEMPTS);
        assertThat(Duration.ofNanos(nowNanos - began)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void noFragmentsAreTriedWhereThePathIsNarrowerThanTheMtu() {
        probe = new PeerProbe(new BurstTurns(1), OptionalInt.of(MTU), true, OptionalInt.of(2 * MTU));
        drive(_ -> PreflightLimits.BURST_PACKETS, MTU, 1300);

        assertThat(out.count(Kind.FRAGMENTED)).isZero();
    }

    private Sent sent() {
        return probe.sent(1, OptionalLong.empty(), Optional.empty());
    }

    /** Answers what a member would, at once, until the probe is over. */
    private void drive(IntUnaryOperator arrivedOfBurst, int peerMtu, int carriedBytes) {
        int answered = 0;
        while (!probe.isDone()) {
            long due = probe.advance(nowNanos, out);
            int before = answered;
            for (; answered < out.sent.size(); answered++) {
                var packet = out.sent.get(answered);
                nowNanos += 1000;
                switch (packet.kind()) {
                    case PING -> answer(Kind.PING_ANSWER, 0, peerMtu);
                    case ASK -> answer(Kind.TALLY, arrivedOfBurst.applyAsInt(packet.argument()), packet.argument());
                    case SIZED -> {
                        if (packet.argument() <= carriedBytes) {
                            answer(Kind.SIZED_ANSWER, 0, packet.argument());
                        }
                    }
                    case FRAGMENTED -> {
                        if (answersFragments) {
                            answer(Kind.FRAGMENTED_ANSWER, 0, packet.argument());
                        }
                    }
                    default -> {
                        // not answered
                    }
                }
            }
            if (before == answered && due != Long.MAX_VALUE) {
                nowNanos = Math.max(nowNanos, due);
            }
        }
    }

    private void answer(Kind kind, int number, int argument) {
        probe.answered(new ProbePacket(kind, 1, number, argument, nowNanos - 500, ProbePacket.SMALL_BYTES), nowNanos);
    }
}
