package io.jgbench.datagram;

import java.util.function.Supplier;

/** Is told of a listener's streams, by the receiving thread. */
public interface StreamListener {

    /** Nobody needs to know. */
    StreamListener NONE = new StreamListener() {};

    /**
     * A packet has arrived; called for each, so it allocates nothing.
     *
     * @param count gives what has arrived of the stream so far
     */
    default void packet(int stream, Supplier<StreamCount> count) {}

    /**
     * A stream was looked at, some times in the time of silence.
     *
     * @param count as it is
     * @param silentNanos how long nothing has arrived of it, without time in which the listener stood still
     * @param closed whether it is closed
     */
    default void inspected(int stream, StreamCount count, long silentNanos, boolean closed) {}
}
