package io.jgbench.measure;

import java.time.Duration;

/**
 * How often a thread looks that accompanies a measurement: often at first, {@value #LOOKS} times, and seldom from then
 * on. What is called some tens of times a second would else be compiled after minutes, in the measured part.
 *
 * <p>Only the thread that looks asks; any other one may begin and end it.
 */
public final class Rehearsal {
    /**
     * More than the 5,000 calls after which the JVM compiles a method ({@code Tier4InvocationThreshold}). It counts
     * them from when its first compiler is done with the method, which is late while its second one is busy.
     */
    static final int LOOKS = 6_000;

    private final long oftenNanos;
    private final long seldomNanos;
    private volatile boolean underWay;
    private int looks;

    /**
     * One that has not begun.
     *
     * @param often the time between two looks of the rehearsal
     * @param seldom the time between two looks beside a measurement
     */
    public Rehearsal(Duration often, Duration seldom) {
        this.oftenNanos = often.toNanos();
        this.seldomNanos = seldom.toNanos();
    }

    /** The next looks are rehearsals, until there were enough. */
    public void begin() {
        underWay = true;
    }

    /** The next looks are none, even if there were not enough. */
    public void end() {
        underWay = false;
    }

    /** How long to wait for the next look, in nanoseconds; the look counts. */
    public long nextNanos() {
        if (!underWay || looks >= LOOKS) {
            return seldomNanos;
        }
        looks++;
        return oftenNanos;
    }
}
