package io.jgbench.measure;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Samples of what was done so far, one each interval. Their rates are made when they are read, of those that were kept:
 * see {@link BoundedSamples}.
 *
 * @param <S> a sample
 */
public final class SampledSeries<S> {
    private final Source<S> source;

    @GuardedBy("this")
    private final BoundedSamples<S> samples = new BoundedSamples<>();

    @GuardedBy("this")
    private long beganAtEpochNanos;

    /**
     * What a workload samples.
     *
     * @param <S> a sample, whose counts are of all since the start
     */
    public interface Source<S> {
        /** A sample of now, without rates. */
        S now();

        /** A sample of the start, of which only the counts are read: all of them 0. */
        S nothing();

        /** When a sample was taken, in nanoseconds since the Unix epoch. */
        long epochNanos(S sample);

        /**
         * The sample with its rates since another one.
         *
         * @param before the sample before, or {@link #nothing}
         * @param elapsedNanos the time between them, at least 1
         */
        S rated(S sample, S before, long elapsedNanos);
    }

    /** Without a sample. */
    public SampledSeries(Source<S> source) {
        this.source = source;
    }

    /** The instant from which the first sample's rates count. */
    public synchronized void begin(long epochNanos) {
        beganAtEpochNanos = epochNanos;
    }

    /** Adds a sample of now. */
    public synchronized void sample() {
        samples.add(source.now());
    }

    /** Those that were kept, each with its rates since the one before it. */
    public synchronized List<S> samples() {
        List<S> rated = new ArrayList<>();
        S before = source.nothing();
        long beforeNanos = beganAtEpochNanos;
        for (S sample : samples.all()) {
            long nanos = source.epochNanos(sample);
            rated.add(source.rated(sample, before, Math.max(1, nanos - beforeNanos)));
            before = sample;
            beforeNanos = nanos;
        }
        return rated;
    }

    /** A rate per second. */
    public static double perSecond(long units, long elapsedNanos) {
        return units * (double) TimeUnit.SECONDS.toNanos(1) / elapsedNanos;
    }
}
