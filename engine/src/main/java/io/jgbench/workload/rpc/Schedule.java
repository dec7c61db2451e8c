package io.jgbench.workload.rpc;

import java.util.concurrent.TimeUnit;

/** When the requests of a member begin. */
@FunctionalInterface
interface Schedule {
    /** {@link #intendedNanos} where a request begins when its caller is free. */
    long WHEN_FREE = Long.MIN_VALUE;

    /** When the n-th request, from 0, should begin, in nanoseconds since the member began; or {@link #WHEN_FREE}. */
    long intendedNanos(long n);

    /** Each request begins when its caller is free: the answers set the pace. */
    static Schedule closed() {
        return _ -> WHEN_FREE;
    }

    /**
     * Evenly spaced, computed from the begin so that nothing drifts.
     *
     * @param perSecond requests a second
     */
    static Schedule open(int perSecond) {
        return n ->
                n / perSecond * TimeUnit.SECONDS.toNanos(1) + n % perSecond * TimeUnit.SECONDS.toNanos(1) / perSecond;
    }
}
