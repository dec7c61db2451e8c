package io.jgbench.coordination.run;

import java.time.Duration;

/** How far ahead of the decision to start the members' common start instant lies. */
final class StartLead {
    /** Time from the decision to start to the start: what it takes to send it to the first members. */
    private static final Duration LEAST = Duration.ofMillis(400);

    /**
     * This multiple of the longest observed answer is added: on a busy machine the start and its withdrawal take as
     * long as what was asked before them.
     */
    private static final int ANSWERS = 4;

    /** What sending the start to one more member takes on a busy machine. */
    private static final Duration PER_MEMBER = Duration.ofMillis(5);

    /** Up to this number, members may have a core each, wherever they run. */
    private static final int FEW_MEMBERS = 8;

    /** What each member beyond those adds, as many members on few cores take the start one after the other. */
    private static final Duration PER_FURTHER_MEMBER = Duration.ofMillis(100);

    /**
     * What is decided is stored before it is acted on, the start as well as its withdrawal: one after the other has to
     * fit into the time before the instant.
     */
    private static final int DECISIONS = 2;

    /** Neither a member nor a store is believed to be so slow that the start has to wait longer than this for it. */
    private static final Duration MOST = Duration.ofSeconds(5);

    private StartLead() {}

    /**
     * Time from the decision to start to the start: the least, more for each member, and more the longer an exchange
     * with one has taken; doubled with each attempt that was withdrawn. What storing takes is added to that.
     *
     * @param attempt from 1
     * @param answering how long a member took to answer lately
     * @param storing how long it may take to store a decision
     */
    static Duration of(RunStatus status, int attempt, Duration answering, Duration storing) {
        long longestRoundTripNanos = status.members().stream()
                .flatMap(member -> member.clock().stream())
                .mapToLong(clock -> Math.clamp(clock.longestRoundTripNanos(), 0, MOST.toNanos()))
                .max()
                .orElse(0);
        long once = LEAST.toNanos()
                + PER_MEMBER.toNanos() * status.members().size()
                + PER_FURTHER_MEMBER.toNanos() * Math.max(0, status.members().size() - FEW_MEMBERS)
                + ANSWERS * Math.max(longestRoundTripNanos, Math.min(answering.toNanos(), MOST.toNanos()));
        long forMembers = Math.min(once << Math.min(attempt - 1, 5), MOST.toNanos());
        return Duration.ofNanos(forMembers + DECISIONS * Math.min(storing.toNanos(), MOST.toNanos()));
    }

    /**
     * How much of a lead is kept for withdrawing the start, should a member not have taken it by then: half, as that
     * takes as many messages, and has to be stored as well.
     */
    static Duration forWithdrawing(Duration lead) {
        return lead.dividedBy(2);
    }
}
