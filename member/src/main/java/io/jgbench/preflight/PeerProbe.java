package io.jgbench.preflight;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import io.jgbench.preflight.ProbePacket.Kind;
import io.jgbench.preflight.ProbeSender.SendOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is sent to one member, in this order: small packets until one is answered; a burst, and more of them where some
 * of the first is missing; a packet that fills the MTU, and where that is not answered, the largest that is; where it
 * is, one that is sent in fragments. It has neither clock nor socket.
 */
final class PeerProbe {
    /** When a small packet is sent, as long as none is answered. */
    static final long[] PING_NANOS = nanos(0, 20, 50, 100, 200, 400, 700, 1000, 1400, 1800, 2200, 2600);

    /** When it is said that nothing is answered. */
    static final long SILENT_NANOS = millis(3000);

    private static final long ASK_AGAIN_NANOS = millis(100);
    private static final int MOST_ASKED = 10;
    private static final long BETWEEN_BURSTS_NANOS = millis(30);

    /** When a packet that fills the MTU is sent, as long as none is answered. */
    static final long[] FULL_NANOS = nanos(0, 20, 60, 120, 200, 300);

    static final long FULL_SILENT_NANOS = millis(450);

    /** How often the kernel may learn of a narrower part of the path that TCP keeps to. */
    private static final int MOST_NARROWINGS = 3;

    private static final int PACKETS_OF_A_SIZE = 3;
    private static final long SIZE_SILENT_NANOS = millis(100);

    /** The most that are sent without those that ask for a tally. A size has 16 bits, each of which is halved once. */
    static final int MOST_PACKETS = PING_NANOS.length
            + PreflightLimits.MOST_BURSTS * PreflightLimits.BURST_PACKETS
            + 2 * FULL_NANOS.length
            + MOST_NARROWINGS * (FULL_NANOS.length + Short.SIZE)
            + PACKETS_OF_A_SIZE * Short.SIZE;

    private final BurstTurns turns;
    private final OptionalInt mtuBytes;
    private final boolean fillsOwnMtu;
    private final OptionalInt fragmentedSize;

    private Stage stage = Stage.PING;
    private long stageBeganNanos = -1;
    private int pings;
    private final List<Integer> bursts = new ArrayList<>();
    private int asked;
    private long askNanos;
    private int fullBytes;
    private int fullPackets;
    private int narrowings;
    private int fragmentedPackets;
    private int fits;
    private int tooLarge;
    private int tried;
    private int peerMtuBytes;
    private OptionalLong roundTripNanos = OptionalLong.empty();

    private enum Stage {
        PING,
        AWAIT_TURN,
        TALLY,
        BETWEEN_BURSTS,
        FULL,
        SEARCH,
        FRAGMENTED,
        DONE
    }

    /**
     * Nothing is sent yet.
     *
     * @param mtuBytes the largest packet to try; empty to try none
     * @param fillsOwnMtu whether the transport sends packets that fill the own MTU whatever the other's is and
     *     whatever the path carries; TCP keeps to the smaller one, and to what the kernel learns of the path
     * @param fragmentedBytes a packet that takes fragments; empty to try none
     */
    PeerProbe(BurstTurns turns, OptionalInt mtuBytes, boolean fillsOwnMtu, OptionalInt fragmentedBytes) {
        this.turns = turns;
        this.mtuBytes = mtuBytes;
        this.fillsOwnMtu = fillsOwnMtu;
        this.fragmentedSize = fragmentedBytes;
    }

    /**
     * Sends what is due.
     *
     * @return when to call again at the latest; {@link Long#MAX_VALUE} if nothing is left to do
     */
    long advance(long nowNanos, ProbeSender out) {
        if (stageBeganNanos < 0) {
            stageBeganNanos = nowNanos;
        }
        return switch (stage) {
            case PING -> ping(nowNanos, out);
            case AWAIT_TURN -> turns.take() ? burst(nowNanos, out) : nowNanos + millis(5);
            case TALLY -> ask(nowNanos, out);
            case BETWEEN_BURSTS -> {
                if (nowNanos - stageBeganNanos < BETWEEN_BURSTS_NANOS) {
                    yield stageBeganNanos + BETWEEN_BURSTS_NANOS;
                }
                enter(Stage.AWAIT_TURN, nowNanos);
                yield advance(nowNanos, out);
            }
            case FULL -> full(nowNanos, out);
            case SEARCH -> search(nowNanos, out);
            case FRAGMENTED -> fragmented(nowNanos, out);
            case DONE -> Long.MAX_VALUE;
        };
    }

    boolean isDone() {
        return stage == Stage.DONE;
    }

    private long ping(long nowNanos, ProbeSender out) {
        while (pings < PING_NANOS.length && nowNanos - stageBeganNanos >= PING_NANOS[pings]) {
            out.send(Kind.PING, pings++, 0, 0);
        }
        if (nowNanos - stageBeganNanos >= SILENT_NANOS) {
            enter(Stage.DONE, nowNanos);
            return Long.MAX_VALUE;
        }
        return stageBeganNanos + (pings < PING_NANOS.length ? PING_NANOS[pings] : SILENT_NANOS);
    }

    private long burst(long nowNanos, ProbeSender out) {
        int number = bursts.size();
        int taken = 0;
        for (int i = 0; i < PreflightLimits.BURST_PACKETS; i++) {
            if (out.send(Kind.BURST, i, number, 0) == SendOutcome.SENT) {
                taken++;
            }
        }
        bursts.add(taken);
        asked = 0;
        askNanos = nowNanos;
        enter(Stage.TALLY, nowNanos);
        return ask(nowNanos, out);
    }

    private long ask(long nowNanos, ProbeSender out) {
        if (nowNanos >= askNanos) {
            if (asked == MOST_ASKED) {
                turns.giveBack();
                beginFull(nowNanos);
                return advance(nowNanos, out);
            }
            asked++;
            askNanos = nowNanos + ASK_AGAIN_NANOS;
            out.send(Kind.ASK, 0, bursts.size() - 1, 0);
        }
        return askNanos;
    }

    private void beginFull(long nowNanos) {
        int largest = mtuBytes.orElse(0);
        fullBytes = fillsOwnMtu || peerMtuBytes == 0 ? largest : Math.min(largest, peerMtuBytes);
        enter(fullBytes > 0 ? Stage.FULL : Stage.DONE, nowNanos);
    }

    private long full(long nowNanos, ProbeSender out) {
        while (fullPackets < FULL_NANOS.length && nowNanos - stageBeganNanos >= FULL_NANOS[fullPackets]) {
            var outcome = out.send(Kind.SIZED, fullPackets++, fullBytes, fullBytes);
            if (outcome == SendOutcome.TOO_LARGE && narrow(nowNanos, out)) {
                return full(nowNanos, out);
            }
        }
        if (fullPackets < FULL_NANOS.length) {
            return stageBeganNanos + FULL_NANOS[fullPackets];
        }
        if (nowNanos - stageBeganNanos < FULL_SILENT_NANOS) {
            return stageBeganNanos + FULL_SILENT_NANOS;
        }
        fits = 0;
        tooLarge = fullBytes;
        enter(Stage.SEARCH, nowNanos);
        return tryNext(nowNanos, out);
    }

    /**
     * Goes on with the largest packet that the own kernel does not refuse where the transport keeps to what the kernel
     * has learnt of the path. Packets of that size that vanish are a fault all the same.
     */
    private boolean narrow(long nowNanos, ProbeSender out) {
        if (fillsOwnMtu || narrowings == MOST_NARROWINGS) {
            return false;
        }
        int taken = 0;
        int least = ProbePacket.SMALL_BYTES * 2;
        int refused = fullBytes;
        while (refused - least > 1) {
            int bytes = least + (refused - least) / 2;
            if (out.send(Kind.SIZED, 0, bytes, bytes) == SendOutcome.TOO_LARGE) {
                refused = bytes;
            } else {
                taken = bytes;
                least = bytes;
            }
        }
        if (taken == 0) {
            return false;
        }
        narrowings++;
        fullBytes = taken;
        fullPackets = 0;
        enter(Stage.FULL, nowNanos);
        return true;
    }

    private long fragmented(long nowNanos, ProbeSender out) {
        int bytes = fragmentedSize.orElseThrow();
        while (fragmentedPackets < FULL_NANOS.length && nowNanos - stageBeganNanos >= FULL_NANOS[fragmentedPackets]) {
            out.send(Kind.FRAGMENTED, fragmentedPackets++, bytes, bytes);
        }
        if (fragmentedPackets < FULL_NANOS.length) {
            return stageBeganNanos + FULL_NANOS[fragmentedPackets];
        }
        if (nowNanos - stageBeganNanos < FULL_SILENT_NANOS) {
            return stageBeganNanos + FULL_SILENT_NANOS;
        }
        enter(Stage.DONE, nowNanos);
        return Long.MAX_VALUE;
    }

    private long search(long nowNanos, ProbeSender out) {
        if (fits < tried) {
            if (nowNanos - stageBeganNanos < SIZE_SILENT_NANOS) {
                return stageBeganNanos + SIZE_SILENT_NANOS;
            }
            tooLarge = tried;
        }
        return tryNext(nowNanos, out);
    }

    /** By halves; a size that the own kernel refuses needs no waiting. */
    private long tryNext(long nowNanos, ProbeSender out) {
        int least = Math.max(fits, ProbePacket.SMALL_BYTES * 2);
        while (tooLarge - least > 1) {
            tried = least + (tooLarge - least) / 2;
            boolean isRefused = false;
            for (int i = 0; i < PACKETS_OF_A_SIZE; i++) {
                isRefused |= out.send(Kind.SIZED, i, tried, tried) == SendOutcome.TOO_LARGE;
            }
            if (!isRefused) {
                enter(Stage.SEARCH, nowNanos);
                return nowNanos + SIZE_SILENT_NANOS;
            }
            tooLarge = tried;
        }
        enter(Stage.DONE, nowNanos);
        return Long.MAX_VALUE;
    }

    /** Takes an answer of the member; what follows is sent by the next {@link #advance}. */
    void answered(ProbePacket answer, long nowNanos) {
        long roundTrip = nowNanos - answer.timeNanos();
        if (roundTripNanos.isEmpty() || roundTrip < roundTripNanos.getAsLong()) {
            roundTripNanos = OptionalLong.of(roundTrip);
        }
        switch (answer.kind()) {
            case PING_ANSWER -> {
                peerMtuBytes = answer.argument();
                if (stage == Stage.PING) {
                    enter(Stage.AWAIT_TURN, nowNanos);
                }
            }
            case TALLY -> tallied(answer, nowNanos);
            case SIZED_ANSWER -> sized(answer.argument(), nowNanos);
            case FRAGMENTED_ANSWER -> {
                if (stage == Stage.FRAGMENTED) {
                    enter(Stage.DONE, nowNanos);
                }
            }
            case PING, BURST, ASK, SIZED, FRAGMENTED, GROUP, GROUP_ANSWER, PORT, PORT_ANSWER -> {
                // not an answer, or one to another probe
            }
        }
    }

    private void tallied(ProbePacket answer, long nowNanos) {
        int burst = bursts.size() - 1;
        if (stage != Stage.TALLY || answer.argument() != burst) {
            return;
        }
        turns.giveBack();
        boolean isWhole = burst == 0 && answer.number() >= bursts.get(burst);
        if (isWhole || bursts.size() == PreflightLimits.MOST_BURSTS) {
            beginFull(nowNanos);
        } else {
            enter(Stage.BETWEEN_BURSTS, nowNanos);
        }
    }

    private void sized(int bytes, long nowNanos) {
        fits = Math.max(fits, bytes);
        if (bytes == fullBytes && (stage == Stage.FULL || stage == Stage.SEARCH)) {
            enter(fragmentedSize.isPresent() ? Stage.FRAGMENTED : Stage.DONE, nowNanos);
        }
    }

    private void enter(Stage next, long nowNanos) {
        stage = next;
        stageBeganNanos = nowNanos;
    }

    /**
     * What was sent so far.
     *
     * @param to the member's index
     */
    Sent sent(int to, OptionalLong connectNanos, Optional<String> connectFailure) {
        return new Sent(
                to,
                pings,
                bursts,
                fullBytes,
                fullPackets,
                fragmentedSize.orElse(0),
                fragmentedPackets,
                roundTripNanos,
                connectNanos,
                connectFailure);
    }

    private static long[] nanos(long... millis) {
        long[] nanos = new long[millis.length];
        for (int i = 0; i < millis.length; i++) {
            nanos[i] = millis(millis[i]);
        }
        return nanos;
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
