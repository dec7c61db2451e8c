package io.jgbench.workload;

import java.time.Duration;

/**
 * One workload on one member, from warm-up to result. It receives from the moment that the transport is opened, as
 * other members may send before this one is asked to.
 *
 * @implSpec {@link #receive} is the hot path: it allocates nothing, takes no lock and asks the clock only where the
 *     measurement needs it. {@link #progress}, {@link #flow} and {@link #result} may be called by any
 *     thread at any time.
 */
public interface Workload {

    /** A message has arrived; see {@link io.jgbench.transport.TransportListener#receive}. */
    void receive(byte[] buffer, int offset, int length);

    /**
     * Sends this member's share of the warm-up and returns when all warm-up messages of all senders have arrived, or
     * are known to be lost.
     *
     * @param enough ends a warm-up that lasts until it is steady; never given to one of a fixed number of messages
     * @throws OutOfTimeException if that takes longer than the timeout; the message says what is missing from whom
     * @throws WorkloadException if it cannot be done
     */
    void warmUp(Role role, EndSignal enough, Duration timeout) throws WorkloadException, InterruptedException;

    /**
     * Makes the measured part ready: starts the threads that it needs, which wait for {@link #run}, allocates, and
     * makes the functions that are passed to them. What {@link #run} has to do before its first message is start skew:
     * starting a thread takes up to 15 ms on a busy host, linking a lambda half a millisecond.
     *
     * @implSpec called once, after {@link #warmUp} has returned; nothing is sent. {@link #close} ends the
     *     threads where {@link #run} never follows.
     */
    void prepare(Role role);

    /**
     * An action that {@link #run} takes once the member has begun. Until then the calling thread has real-time
     * priority, if it is allowed; this action gives it up.
     *
     * @implSpec called by that thread before {@link #run}. A workload whose calling thread sends itself does it after
     *     the first message, as others on its core would else delay that; this one does it at once.
     */
    default void whenBegun(Runnable begun) {
        begun.run();
    }

    /**
     * Runs the measured part, which {@link #prepare} has made ready, beginning at once, and returns when all messages
     * have arrived or are known to be lost.
     *
     * @param beganAtEpochNanos when this member passed the start barrier; it begins with its first message, or at
     *     that instant where it sends none: see {@link MeasurementStart}
     * @throws OutOfTimeException if that takes longer than the timeout; the message says what is missing from whom
     * @throws WorkloadException if it cannot be done
     */
    void run(Role role, long beganAtEpochNanos, Duration timeout) throws WorkloadException, InterruptedException;

    /** Units of work that this member has done in its warm-up so far. */
    long warmupUnits();

    /** How far the measured part has come. */
    Progress progress();

    /**
     * What has moved in the measured part so far.
     *
     * @implSpec asked for ten times a second while it is measured: reads counters, and asks no thread that sends or
     *     receives for them
     */
    default Flow flow() {
        Progress now = progress();
        return new Flow(now.done(), now.sent());
    }

    /** What was measured so far; complete once {@link #run} has returned. */
    WorkloadResult<?> result();

    /** Releases what it opened of its own, from any state; nothing else is asked of it then. */
    default void close() {}

    /**
     * What this member is in the workload.
     *
     * @param index its place in the run, from 0
     * @param sender whether it sends, in a workload of which some members may only receive
     */
    record Role(int index, boolean sender) {}

    /**
     * What has moved, in the workload's unit of work, counted from some instant before the measured part.
     *
     * @param arrived units that reached this member; where none ever can, those that it sent
     * @param sent units that it began
     */
    record Flow(long arrived, long sent) {}

    /**
     * How far the measured part has come, in the workload's unit of work; see
     * {@link io.jgbench.coordination.spec.WorkloadSpec#unitOfWork}.
     *
     * @param done units done so far
     * @param expected units to be done in all
     * @param sent units begun so far: messages sent, requests made
     */
    record Progress(long done, long expected, long sent) {

        /** Of a member that has not begun. */
        public static final Progress NONE = new Progress(0, 0, 0);

        /** How many units a part with a duration will have at its end, if the rate so far continues. */
        public static long expected(long done, long elapsedNanos, Duration duration) {
            double share = (double) elapsedNanos / duration.toNanos();
            return Math.round(done / Math.clamp(share, LEAST_SHARE, 1.0));
        }

        /** At the start a few units would stand for any number. */
        private static final double LEAST_SHARE = 1e-3;
    }
}
