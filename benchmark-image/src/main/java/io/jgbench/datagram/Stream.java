package io.jgbench.datagram;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One stream on its listener's side; all of it belongs to the receiving thread. */
final class Stream implements Supplier<StreamCount> {
    private final int id;
    private final long source;
    private final SequenceTally tally = new SequenceTally();
    private final CompletableFuture<StreamCount> closed = new CompletableFuture<>();
    private final long openedNanos;
    private long sent = -1;
    private long sentToldNanos;
    private long corrupt;
    private long afterClosing;
    private long bytes;
    private int packetBytes;
    private long firstNanos;
    private long lastNanos;

    Stream(int id, long source, long nowNanos) {
        this.id = id;
        this.source = source;
        this.openedNanos = nowNanos;
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
        if (closed.isDone()) {
            afterClosing++;
            return;
        }
        if (tally.highest() < 0) {
            firstNanos = nowNanos;
        }
        lastNanos = nowNanos;
        tally.arrived(sequence);
        bytes += length;
        packetBytes = length;
        if (!intact) {
            corrupt++;
        }
    }

    /** The publisher says how many there were. */
    void ended(long packets, long nowNanos) {
        if (sent < 0) {
            sent = packets;
            sentToldNanos = nowNanos;
        }
    }

    /** Closes the stream where all has arrived or nothing has for a while. */
    void closeIfOver(long nowNanos, long silenceNanos) {
        if (closed.isDone()) {
            return;
        }
        boolean silent = nowNanos - Math.max(Math.max(lastNanos, openedNanos), sentToldNanos) > silenceNanos;
        if (sent >= 0 && (tally.received() >= sent || silent)) {
            closed.complete(get());
        }
    }

    /** Closes it as it is. */
    void close() {
        closed.complete(get());
    }

    /** How long nothing has arrived. */
    long silentNanos(long nowNanos) {
        return nowNanos - lastNanos;
    }

    /** What has arrived so far. */
    @Override
    public StreamCount get() {
        return new StreamCount(
                source,
                sent >= 0 ? sent : tally.highest() + 1,
                sent >= 0,
                tally.received(),
                tally.duplicate(),
                tally.outOfOrder(),
                tally.offsets(),
                tally.late() + afterClosing,
                corrupt,
                bytes,
                packetBytes,
                firstNanos,
                lastNanos);
    }
}
