package io.jgbench.preflight;

import io.jgbench.preflight.ProbePacket.Kind;
import io.jgbench.preflight.ProbeSender.SendOutcome;
import java.time.Duration;
import java.util.BitSet;

/**
 * What is sent to the multicast group: small packets until all others have answered one, then such that fill the MTU.
 * It has neither clock nor socket.
 */
final class GroupProbe {
    /** A switch may take a second until it has learnt who is in the group. */
    private static final int[] SMALL_MILLIS = {0, 30, 80, 150, 300, 600, 1000, 1500, 2000, 2500};

    private static final int[] FULL_MILLIS = {0, 50, 120, 250, 400};
    private static final int LISTENED_MILLIS = 500;

    /** The most that are sent. */
    static final int MOST_PACKETS = SMALL_MILLIS.length + FULL_MILLIS.length;

    private final int others;
    private final int fullBytes;
    private final BitSet answeredSmall = new BitSet();
    private final BitSet answeredFull = new BitSet();
    private Stage stage = Stage.SMALL;
    private long stageBeganNanos = -1;
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
     * @param others how many members are to answer
     * @param fullBytes the IP packet that fills the MTU, 0 to send none
     */
    GroupProbe(int others, int fullBytes) {
        this.others = others;
        this.fullBytes = fullBytes;
    }

    /** As {@link PeerProbe#advance}. */
    long advance(long nowNanos, ProbeSender out) {
        if (stageBeganNanos < 0) {
            stageBeganNanos = nowNanos;
        }
        return switch (stage) {
            case SMALL -> {
                while (small < SMALL_MILLIS.length && isDue(nowNanos, SMALL_MILLIS[small])) {
                    out.send(Kind.GROUP, small++, 0, 0);
                }
                yield next(nowNanos, out, small, SMALL_MILLIS, fullBytes > 0 ? Stage.FULL : Stage.DONE);
            }
            case FULL -> {
                while (full < FULL_MILLIS.length && isDue(nowNanos, FULL_MILLIS[full])) {
                    if (out.send(Kind.GROUP, full++, fullBytes, fullBytes) == SendOutcome.TOO_LARGE) {
                        full = FULL_MILLIS.length;
                    }
                }
                yield next(nowNanos, out, full, FULL_MILLIS, Stage.DONE);
            }
            case DONE -> Long.MAX_VALUE;
        };
    }

    private long next(long nowNanos, ProbeSender out, int sent, int[] scheduleMillis, Stage following) {
        int dueMillis = sent < scheduleMillis.length
                ? scheduleMillis[sent]
                : scheduleMillis[scheduleMillis.length - 1] + LISTENED_MILLIS;
        if (!isDue(nowNanos, dueMillis)) {
            return stageBeganNanos + nanos(dueMillis);
        }
        enter(following, nowNanos);
        return advance(nowNanos, out);
    }

    /** Takes an answer of a member. */
    void answered(ProbePacket answer, long nowNanos) {
        (answer.argument() == 0 ? answeredSmall : answeredFull).set(answer.from());
        if (stage == Stage.SMALL && answeredSmall.cardinality() == others) {
            enter(fullBytes > 0 ? Stage.FULL : Stage.DONE, nowNanos);
        } else if (stage == Stage.FULL && answeredFull.cardinality() == others) {
            enter(Stage.DONE, nowNanos);
        }
    }

    boolean isDone() {
        return stage == Stage.DONE;
    }

    /** Small packets that were sent. */
    int small() {
        return small;
    }

    /** Packets that fill the MTU and were sent or refused. */
    int full() {
        return full;
    }

    /** The size of those as IP packets, 0 if none was sent. */
    int fullBytes() {
        return full > 0 ? fullBytes : 0;
    }

    private boolean isDue(long nowNanos, int afterMillis) {
        return nowNanos - stageBeganNanos >= nanos(afterMillis);
    }

    private void enter(Stage next, long nowNanos) {
        stage = next;
        stageBeganNanos = nowNanos;
    }

    private static long nanos(int millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
