package io.jgbench.workload.rpc;

import io.jgbench.workload.KindedLong;

/**
 * The first eight bytes of each message, one big-endian long: 4 bits of kind, 12 of the calling member, 12 of its
 * caller, 4 of which of the request's targets is called, 32 of the caller's request number, of which the first bit
 * tells measured requests from those of the warm-up. An answer repeats its call's header but for the kind, so that it
 * finds its caller without a search. The kind stands first, so that {@link io.jgbench.workload.JsonMessages} is told
 * from these messages.
 */
final class RpcHeader {
    static final int BYTES = KindedLong.BYTES;

    /** A call that is answered with the payload. */
    static final int READ = 1;

    /** A call with the payload, answered with a header. */
    static final int WRITE = 2;

    static final int READ_ANSWER = 3;
    static final int WRITE_ANSWER = 4;

    /** A member has made all its requests, and asks whether the receiver has. */
    static final int DONE = 5;

    /** The answer to it of one that has; one that has not does not answer, and says it when it has. */
    static final int DONE_TOO = 6;

    /** The warm-up, before the start. */
    static final int WARMUP = 0;

    /** What is measured. */
    static final int MEASURED = 1;

    private static final int PHASE_SHIFT = 31;
    private static final int MEMBER_SHIFT = 48;
    private static final int CALLER_SHIFT = 36;
    private static final int TARGET_SHIFT = 32;
    private static final int MEMBER_MASK = (1 << 12) - 1;
    private static final int TARGET_MASK = (1 << 4) - 1;

    private RpcHeader() {}

    /** Packs a header; the values must be within their bits. */
    static long of(int kind, int member, int caller, int target, int number) {
        long rest = (long) member << MEMBER_SHIFT
                | (long) caller << CALLER_SHIFT
                | (long) target << TARGET_SHIFT
                | Integer.toUnsignedLong(number);
        return KindedLong.withKind(rest, kind);
    }

    static int member(long header) {
        return (int) (header >>> MEMBER_SHIFT) & MEMBER_MASK;
    }

    static int caller(long header) {
        return (int) (header >>> CALLER_SHIFT) & MEMBER_MASK;
    }

    static int target(long header) {
        return (int) (header >>> TARGET_SHIFT) & TARGET_MASK;
    }

    static int number(long header) {
        return (int) header;
    }

    /** The phase that a request belongs to: {@link #WARMUP} or {@link #MEASURED}. */
    static int phase(int number) {
        return number >>> PHASE_SHIFT;
    }

    /**
     * The number of a caller's n-th request; they begin anew after 2^31, when none of the first ones is known any more.
     *
     * @param phase the phase: {@link #WARMUP} or {@link #MEASURED}
     */
    static int number(int phase, long n) {
        return ((int) n & Integer.MAX_VALUE) | (phase << PHASE_SHIFT);
    }
}
