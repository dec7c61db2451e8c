package io.jgbench.workload.datagram;

/** The numbers of a member's rounds of publishing, which are the same at all members. */
final class RoundNumbers {
    /** Before the first round, while members tell each other where they listen. */
    static final int NONE = 0;

    /** The small packets of the {@link PathProbe}. */
    static final int SMALL_PROBE = 1;

    /** Its large packets. */
    static final int LARGE_PROBE = 2;

    /** The warm-up. */
    static final int WARM_UP = 3;

    /** The measured round; of a search the first trial, whose others have the numbers after it. */
    static final int MEASURED = 4;

    private RoundNumbers() {}
}
