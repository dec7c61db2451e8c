package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The threads that process what a member has received, at a rate of all together if one is asked for. All messages of
 * one member go to the same thread, which keeps their order. Where there is none, receiving threads process themselves.
 */
final class RxThreads {
    private final RxThread[] threads;

    /**
     * Those that a spec asks for, not started yet.
     *
     * @param action what is done with each message
     * @param forget called with a member that is gone, when all that it has sent is processed
     * @param backpressure is told how long receiving threads wait for room
     */
    RxThreads(
            MessageBusSpec spec,
            RxThread.Action action,
            IntConsumer forget,
            Backpressure backpressure,
            EpochClock clock) {
        var processing = spec.processing();
        Optional<ProcessingPace> pace =
                processing.bytesPerSecond().map(bytesPerSecond -> new ProcessingPace(bytesPerSecond, clock));
        this.threads = IntStream.range(0, processing.threads())
                .mapToObj(number -> new RxThread(
                        number, processing, pace, spec.largestMessageBytes(), action, forget, backpressure, clock))
                .toArray(RxThread[]::new);
    }

    boolean isEmpty() {
        return threads.length == 0;
    }

    /** Takes a message of another member; waits while there is no room. At least one thread must be there. */
    void add(int from, byte[] buffer, int offset, int length) {
        threads[from % threads.length].add(from, buffer, offset, length);
    }

    /** A member is gone: it is forgotten behind what it has sent. At least one thread must be there. */
    void forget(int peer) {
        threads[peer % threads.length].forget(peer);
    }

    /** Bytes of messages that were taken and are not processed yet. */
    long waitingBytes() {
        return Arrays.stream(threads).mapToLong(RxThread::waitingBytes).sum();
    }

    /** Begins to process. What comes before that waits. */
    void start() {
        for (RxThread thread : threads) {
            thread.start();
        }
    }

    /** Ends them; what waits, and what still comes, is not processed. */
    void close() {
        for (RxThread thread : threads) {
            thread.close();
        }
    }
}
