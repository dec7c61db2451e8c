package io.jgbench.coordination.workload.messagebus;

import org.HdrHistogram.Histogram;

/**
 * What Coherence's message bus test tells of response times, beside their percentiles.
 *
 * @param meanNanos their mean
 * @param effectiveNanos the mean divided by the share of time that sending threads were not held back: how long a
 *     message takes for one that may not have been sent at all for a while
 * @param minNanos the shortest
 */
public record ResponseTime(long meanNanos, long effectiveNanos, long minNanos) {

    /**
     * Reads them from a histogram in nanoseconds that holds something.
     *
     * @param heldBackShare the share of time that sending threads were held back, 0 to 1
     */
    static ResponseTime of(Histogram nanos, double heldBackShare) {
        double mean = nanos.getMean();
        double free = Math.max(1 - heldBackShare, 1e-3);
        return new ResponseTime(Math.round(mean), Math.round(mean / free), nanos.getMinValue());
    }
}
