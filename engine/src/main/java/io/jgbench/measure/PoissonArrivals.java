package io.jgbench.measure;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Random instants as of a Poisson process: what many independent users do. Of a process that has n arrivals in a time,
 * these are n independent instants that are uniformly distributed over it (Kingman, Poisson Processes, 1993, section
 * 2.4). So time is cut into blocks with {@value #BLOCK} instants each, which are drawn beforehand: each block has as
 * many units as were asked for, and the mean rate does not depend on chance. After {@value #BLOCKS} blocks they repeat.
 */
final class PoissonArrivals implements ArrivalSequence {
    static final int BLOCK = 1 << 10;
    static final int BLOCKS = 1 << 6;

    private final double blockNanos;
    private final long[] sinceBlockNanos = new long[BLOCK * BLOCKS];

    PoissonArrivals(double unitsPerSecond, long seed) {
        this.blockNanos = BLOCK * (double) TimeUnit.SECONDS.toNanos(1) / unitsPerSecond;
        var random = new SplittableRandom(seed);
        for (int block = 0; block < BLOCKS; block++) {
            int begin = block * BLOCK;
            for (int i = begin; i < begin + BLOCK; i++) {
                sinceBlockNanos[i] = (long) (random.nextDouble() * blockNanos);
            }
            Arrays.sort(sinceBlockNanos, begin, begin + BLOCK);
        }
    }

    @Override
    public long afterBeginNanos(long unitsBefore) {
        long blocksBefore = unitsBefore / BLOCK;
        return (long) (blocksBefore * blockNanos) + sinceBlockNanos[(int) (unitsBefore % sinceBlockNanos.length)];
    }
}
