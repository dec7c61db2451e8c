package io.jgbench.testing.mutation;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Random;

/**
 * Tries something with many seeds. Each try may take a bounded time and allocate bounded memory; one that fails, or
 * takes more, is told with its seed and what it was tried with.
 */
public final class Mutants {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Duration mostTime;
    private final long mostBytes;

    /**
     * With the bounds of a try.
     *
     * @param mostTime what one may take; generous, as a machine may be busy
     * @param mostBytes what one may allocate in all
     */
    public Mutants(Duration mostTime, long mostBytes) {
        this.mostTime = mostTime;
        this.mostBytes = mostBytes;
    }

    /**
     * Checks one mutant.
     *
     * @param <T> what a mutant is
     */
    @FunctionalInterface
    public interface Check<T> {
        /** Ends normally where what it was given is taken or refused as it has to be. */
        void with(T mutant) throws Exception;
    }

    /**
     * Makes what is tried.
     *
     * @param <T> what that is
     */
    @FunctionalInterface
    public interface Maker<T> {
        /** Another one for each state of the random numbers. */
        T make(Random random) throws Exception;
    }

    /**
     * Tries it with this number of seeds.
     *
     * @throws AssertionError for the first one that fails
     */
    public <T> void each(int seeds, Maker<T> maker, Check<T> check) throws Exception {
        for (int seed = 0; seed < seeds; seed++) {
            T mutant = maker.make(new Random(seed));
            long beganNanos = System.nanoTime();
            long bytes = threads.getCurrentThreadAllocatedBytes();
            try {
                check.with(mutant);
            } catch (Exception | Error e) {
                throw new AssertionError("seed " + seed + " failed with " + e + ":\n" + shown(mutant), e);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);
            if (bytes > mostBytes || took.compareTo(mostTime) > 0) {
                throw new AssertionError(
                        "seed " + seed + " took " + took + " and allocated " + bytes + " bytes:\n" + shown(mutant));
            }
        }
    }

    private static String shown(Object mutant) {
        String text = mutant.toString();
        return text.length() <= 20_000 ? text : text.substring(0, 20_000) + "…";
    }
}
