package io.jgbench.coordination.steady;

/**
 * What a member had done of its warm-up at an instant.
 *
 * @param elapsedNanos since its warm-up began
 * @param units units of work done since then
 * @param compilerNanos CPU time of its just-in-time compilers since then, summed over their threads
 */
public record WarmupReading(long elapsedNanos, long units, long compilerNanos) {

    /** That of the start. */
    public static final WarmupReading BEGIN = new WarmupReading(0, 0, 0);
}
