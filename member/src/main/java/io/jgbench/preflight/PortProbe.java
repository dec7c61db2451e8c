package io.jgbench.preflight;

import io.jgbench.preflight.ProbePacket.Kind;

/**
 * What is sent to one member's socket of the workload: small packets until one is answered, then such that are as large
 * as the workload's. The transport's port is probed for loss meanwhile, and the packets are few so as not to disturb
 * that. It has neither clock nor socket.
 */
final class PortProbe {
    private final int fullBytes;
    private Stage stage = Stage.SMALL;
    private long stageBeganNanos = -1;
    private boolean smallAnswered;
    private boolean fullAnswered;
    private int small;
    private int full;

    private enum Stage {
        SMALL,
        FULL,
        DONE
    }

    /**
     * Nothing is sent yet.
     *
     * @param fullBytes the size of large ones as IP packets, 0 to send none
     */
    PortProbe(int fullBytes) {
        this.fullBytes = fullBytes;
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, ProbeSender out) {
        if (stageBeganNanos < 0) {
            stageBeganNanos = nowNanos;
        }
        if (stage == Stage.SMALL && smallAnswered) {
            enter(fullBytes > 0 ? Stage.FULL : Stage.DONE, nowNanos);
        } else if (stage == Stage.FULL && fullAnswered) {
            enter(Stage.DONE, nowNanos);
        }
        return switch (stage) {
            case SMALL -> {
                while (isDue(nowNanos, small, PeerProbe.PING_NANOS)) {
                    out.send(Kind.PORT, small++, 0, 0);
                }
                yield nextOrEnd(nowNanos, small, PeerProbe.PING_NANOS, PeerProbe.SILENT_NANOS);
            }
            case FULL -> {
                while (isDue(nowNanos, full, PeerProbe.FULL_NANOS)) {
                    out.send(Kind.PORT, full++, fullBytes, fullBytes);
                }
                yield nextOrEnd(nowNanos, full, PeerProbe.FULL_NANOS, PeerProbe.FULL_SILENT_NANOS);
            }
            case DONE -> Long.MAX_VALUE;
        };
    }

    private boolean isDue(long nowNanos, int sent, long[] schedule) {
        return sent < schedule.length && nowNanos - stageBeganNanos >= schedule[sent];
    }

    private long nextOrEnd(long nowNanos, int sent, long[] schedule, long silentNanos) {
        if (sent < schedule.length) {
            return stageBeganNanos + schedule[sent];
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
        stage = next;
        stageBeganNanos = nowNanos;
    }
}
