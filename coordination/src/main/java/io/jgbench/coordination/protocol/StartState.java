package io.jgbench.coordination.protocol;

/**
 * What became of the starts that a member was asked for. A start that came too late, or was withdrawn before it was
 * due, is not taken any more; the next attempt may be. So the attempt only grows, and within one attempt a start that
 * is not taken stays so.
 *
 * @param attempt the latest attempt that the member knows of, 0 before the first
 * @param taken whether the member begins, or has begun, at the instant of that attempt
 */
public record StartState(int attempt, boolean taken) {

    /** Of a member that was not asked to start. */
    public static final StartState NONE = new StartState(0, false);

    /** Whether the member has taken this attempt's start, and does not know of its withdrawal. */
    public boolean hasTaken(int wanted) {
        return taken && attempt == wanted;
    }

    /** Whether the member will never begin at the instant of this attempt. */
    public boolean isFreeOf(int passed) {
        return attempt > passed || (attempt == passed && !taken);
    }

    /** Whether the member answered this before the other one. */
    boolean isBefore(StartState other) {
        return attempt < other.attempt || (attempt == other.attempt && taken && !other.taken);
    }
}
