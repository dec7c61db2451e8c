package io.jgbench.preflight;

import io.jgbench.preflight.ProbePacket.Kind;
import io.jgbench.preflight.ProbeSender.SendOutcome;
import java.time.Duration;

/**
 * What is sent to one member's socket of the workload: small packets until one is answered, then such that are as large
 * as the workload's. The transport's port is probed for loss meanwhile, and the packets are few so as not to disturb
 * that. It has neither clock nor socket.
 */
final class PortProbe {
    /** The most that are sent. */
    static final int MOST_PACKETS = PeerProbe.PING_NANOS.length + PeerProbe.FULL_NANOS.length;

    private static final long TURN_NANOS = Duration.ofMillis(5).toNanos();

    private final BurstTurns turns;
    private final int fullBytes;
    private Stage stage = Stage.SMALL;
    private long stageBeganNanos = -1;

    /** Packets of this stage that were handed to the kernel, whether or not it had room for them. */
    private int tried;

    private boolean smallAnswered;
    private boolean fullAnswered;
    private int small;
    private int full;

    private enum Stage {
        SMALL,
        AWAIT_TURN,
        FULL,
        DONE
    }

    /**
     * Nothing is sent yet.
     *
     * @param turns of large packets, those to all members together
     * @param fullBytes the size of large ones as IP packets, 0 to send none
     */
    PortProbe(BurstTurns turns, int fullBytes) {
        this.turns = turns;
        this.fullBytes = fullBytes;
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, ProbeSender out) {
        if (stageBeganNanos < 0) {
            stageBeganNanos = nowNanos;
        }
        if (stage == Stage.SMALL && smallAnswered) {
            enter(fullBytes > 0 ? Stage.AWAIT_TURN : Stage.DONE, nowNanos);
        } else if (stage == Stage.FULL && fullAnswered) {
            enter(Stage.DONE, nowNanos);
        }
        if (stage == Stage.AWAIT_TURN && turns.take()) {
            enter(Stage.FULL, nowNanos);
        }
        return switch (stage) {
            case SMALL -> {
                small += send(nowNanos, PeerProbe.PING_NANOS, 0, out);
                yield nextOrEnd(nowNanos, PeerProbe.PING_NANOS, PeerProbe.SILENT_NANOS);
            }
            case AWAIT_TURN -> nowNanos + TURN_NANOS;
            case FULL -> {
                full += send(nowNanos, PeerProbe.FULL_NANOS, fullBytes, out);
                yield nextOrEnd(nowNanos, PeerProbe.FULL_NANOS, PeerProbe.FULL_SILENT_NANOS);
            }
            case DONE -> Long.MAX_VALUE;
        };
    }

    /**
     * Sends what is due.
     *
     * @return how many; one for which the own host had no room tells nothing of the network
     */
    private int send(long nowNanos, long[] schedule, int bytes, ProbeSender out) {
        int sent = 0;
        while (tried < schedule.length && nowNanos - stageBeganNanos >= schedule[tried]) {
            if (out.send(Kind.PORT, tried++, bytes, bytes) != SendOutcome.NO_ROOM) {
                sent++;
            }
        }
        return sent;
    }

    private long nextOrEnd(long nowNanos, long[] schedule, long silentNanos) {
        if (tried < schedule.length) {
            return stageBeganNanos + schedule[tried];
        }
        if (nowNanos - stageBeganNanos < silentNanos) {
            return stageBeganNanos + silentNanos;
        }
        enter(Stage.DONE, nowNanos);
        return Long.MAX_VALUE;
    }

    /** Takes an answer of the member; what follows is sent by the next {@link #advance}. */
    void answered(ProbePacket answer) {
        if (answer.argument() == 0) {
            smallAnswered = true;
        } else {
            fullAnswered = true;
        }
    }

    boolean isDone() {
        return stage == Stage.DONE;
    }

    /** Small packets that were sent. */
    int small() {
        return small;
    }

    /** Large packets that were sent or refused by the own kernel. */
    int full() {
        return full;
    }

    private void enter(Stage next, long nowNanos) {
        if (stage == Stage.FULL) {
            turns.giveBack();
        }
        stage = next;
        stageBeganNanos = nowNanos;
        tried = 0;
    }
}
