package io.jgbench.workload.datagram;

import io.jgbench.datagram.Listener;
import io.jgbench.datagram.Load;
import io.jgbench.datagram.Outlet;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.Note.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One member's part in one trial: it publishes a load to its targets, tells them how much it was, and counts what its
 * sources send, until all of it has arrived or is known to be lost.
 */
final class Trial {
    /** Streams are numbered by their trial, and in it by their publisher. */
    private static final int PUBLISHER_BITS = 12;

    private final int number;
    private final Field field;
    private final Notes notes;
    private final List<Integer> sources;
    private final Map<Integer, Outlet> outlets = new TreeMap<>();
    private final Map<Integer, StreamCount> closed = new TreeMap<>();
    private volatile long publishNanos;

    /**
     * A trial that was not begun.
     *
     * @param number another one than that of any trial before, the same at all members
     * @param sources whose packets the member gets
     */
    Trial(int number, Field field, Notes notes, List<Integer> sources) {
        this.number = number;
        this.field = field;
        this.notes = notes;
        this.sources = sources;
        field.targets()
                .forEach((member, target) ->
                        outlets.put(member, new Outlet(target, field.keys().get(member), stream(field.self()))));
    }

    private int stream(int publisher) {
        return number << PUBLISHER_BITS | publisher;
    }

    /**
     * Publishes; returns when all was sent and the targets were told.
     *
     * @throws WorkloadException if packets cannot be sent
     */
    void publish(Publisher publisher, Load load) throws WorkloadException, InterruptedException {
        publish(publisher, load, new EndSignal());
    }

    /** The same, until it is enough. */
    void publish(Publisher publisher, Load load, EndSignal enough) throws WorkloadException, InterruptedException {
        try {
            publishNanos = publisher.publish(
                    load,
                    new ArrayList<>(outlets.values()),
                    () -> enough.isGiven() || Thread.currentThread().isInterrupted());
        } catch (IOException e) {
            throw new WorkloadException(e.getMessage(), e);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        tellEnds(publisher.packetBytes());
    }

    /** Tells the targets how many packets there were. */
    void tellEnds(int packetBytes) {
        outlets.forEach((member, outlet) -> notes.tell(member, Kind.ENDED, number, outlet.sent(), packetBytes));
    }

    /**
     * Waits until each source has ended and all its packets have arrived, or none has for the time of silence.
     *
     * @param deadlineNanos until when, by {@link System#nanoTime}
     * @throws OutOfTimeException if the deadline passes
     */
    void listen(long deadlineNanos) throws WorkloadException, InterruptedException {
        if (sources.isEmpty()) {
            return;
        }
        Listener listener = field.listener().orElseThrow();
        var ends = notes.await(Kind.ENDED, number, sources, deadlineNanos, "how many packets they sent");
        Map<Integer, CompletableFuture<StreamCount>> counts = new TreeMap<>();
        ends.forEach((source, values) -> counts.put(source, listener.ended(stream(source), values.getFirst())));
        try {
            if (listener.over().isCompletedExceptionally()) {
                listener.over().get();
            }
            for (var count : counts.entrySet()) {
                StreamCount found =
                        count.getValue().get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                synchronized (closed) {
                    closed.put(count.getKey(), found);
                }
            }
        } catch (ExecutionException e) {
            throw new WorkloadException("the listener failed: " + e.getCause().getMessage(), e);
        } catch (TimeoutException _) {
            throw new OutOfTimeException("packets of members " + counts.keySet() + " did not stop to arrive in time");
        }
    }

    /** Lets the streams go, where nobody will ask for them again. */
    void forget() {
        field.listener().ifPresent(listener -> sources.forEach(source -> listener.forget(stream(source))));
    }

    /** What was sent to whom. */
    Map<Integer, Outlet> outlets() {
        return outlets;
    }

    /** Packets sent so far. */
    long sent() {
        return outlets.values().stream().mapToLong(Outlet::sent).sum();
    }

    /** How long the member published, 0 as long as it has not ended. */
    long publishNanos() {
        return publishNanos;
    }

    /** What has arrived of each source so far; of one that has ended, as it ended. */
    Map<Integer, StreamCount> counts() {
        Map<Integer, StreamCount> counts = new TreeMap<>();
        sources.forEach(source -> counts.put(source, StreamCount.nothing(0)));
        field.listener().ifPresent(listener -> {
            try {
                var now = listener.counts().get(1, TimeUnit.SECONDS);
                sources.forEach(source -> {
                    var count = now.get(stream(source));
                    if (count != null) {
                        counts.put(source, count);
                    }
                });
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException _) {
                // The socket failed, which the run is told by the one that waits for its packets.
            }
        });
        synchronized (closed) {
            counts.putAll(closed);
        }
        return counts;
    }
}
