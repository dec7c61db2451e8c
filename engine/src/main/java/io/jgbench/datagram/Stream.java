package io.jgbench.datagram;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One stream on its listener's side; all of it belongs to the receiving thread. */
final class Stream implements Supplier<StreamCount> {
    private final int id;
    private final long first;
    private final long source;
    private final SequenceTally tally = new SequenceTally();
    private final CompletableFuture<StreamCount> closed = new CompletableFuture<>();
    private long sent = -1;

    /** When silence began, where that was after the last packet. */
    private long quietSinceNanos;

    private long corrupt;
    private long notCounted;
    private long bytes;
    private int packetBytes;
    private long firstNanos;
    private long lastNanos;

    /**
     * A stream of which nothing has arrived.
     *
     * @param first the number of the first packet that counts
     */
    Stream(int id, long first, long source, long nowNanos) {
        this.id = id;
        this.first = first;
        this.source = source;
        this.quietSinceNanos = nowNanos;
        this.lastNanos = nowNanos;
        this.firstNanos = nowNanos;
    }

    int id() {
        return id;
    }

    /** Answers when the stream is closed. */
    CompletableFuture<StreamCount> closed() {
        return closed;
    }

    void packet(long sequence, int length, boolean intact, long nowNanos) {
        if (closed.isDone() || sequence < first) {
            notCounted++;
            return;
        }
        if (tally.highest() < 0) {
            firstNanos = nowNanos;
        }
        lastNanos = nowNanos;
        tally.arrived(sequence - first);
        bytes += length;
        packetBytes = length;
        if (!intact) {
            corrupt++;
        }
    }

    /** The publisher says how many there were. */
    void ended(long packets, long nowNanos) {
        if (sent < 0) {
            sent = Math.max(0, packets - first);
            quietSinceNanos = Math.max(quietSinceNanos, nowNanos);
        }
    }

    /** Closes the stream where all has arrived or nothing has for a while. */
    void closeIfOver(long nowNanos, long silenceNanos) {
        if (closed.isDone()) {
            return;
        }
        if (sent >= 0 && (tally.received() >= sent || silentNanos(nowNanos) > silenceNanos)) {
            closed.complete(get());
        }
    }

    /** Closes it as it is. */
    void close() {
        closed.complete(get());
    }

    /** The number of the first packet that it does not count. */
    long next() {
        return first + get().sent();
    }

    /**
     * Takes time out of the silence in which the listener itself did not run. The silence before still counts, so that
     * a process that is stopped again and again closes its streams, too.
     *
     * @param nanos how long the listener stood still
     * @param nowNanos when it ran again
     */
    void stoodStill(long nanos, long nowNanos) {
        quietSinceNanos = Math.min(nowNanos, Math.max(lastNanos, quietSinceNanos) + nanos);
    }

    /** How long neither a packet nor the end has arrived, without the time in which the listener stood still. */
    long silentNanos(long nowNanos) {
        return nowNanos - Math.max(lastNanos, quietSinceNanos);
    }

    /** What has arrived so far. */
    @Override
    public StreamCount get() {
        return StreamCountBuilder.builder()
                .source(source)
                .sent(sent >= 0 ? sent : tally.highest() + 1)
                .sentKnown(sent >= 0)
                .received(tally.received())
                .duplicate(tally.duplicate())
                .outOfOrder(tally.outOfOrder())
                .offsets(tally.offsets())
                .late(tally.late() + notCounted)
                .corrupt(corrupt)
                .bytes(bytes)
                .packetBytes(packetBytes)
                .firstNanos(firstNanos)
                .lastNanos(lastNanos)
                .build();
    }
}
