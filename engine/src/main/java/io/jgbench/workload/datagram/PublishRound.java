package io.jgbench.workload.datagram;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.datagram.Destination;
import io.jgbench.datagram.Listener;
import io.jgbench.datagram.Load;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.StreamCount;
import io.jgbench.datagram.StreamCountBuilder;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.datagram.ControlMessage.Kind;
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
 * One member's part in one round of publishing, be it the warm-up, the measured part, a probe of the path or a trial of
 * a search: it publishes a load to its targets, tells them how much it was, and counts what its
 * sources send, until all of it has arrived or is known to be lost.
 */
final class PublishRound {
    /** Streams are numbered by their round, and within it by their publisher. */
    private static final int PUBLISHER_BITS = 12;

    private final int number;
    private final Endpoint endpoint;
    private final ControlChannel control;
    private final List<Integer> sources;
    private final Map<Integer, Destination> destinations = new TreeMap<>();

    @GuardedBy("closed")
    private final Map<Integer, StreamCount> closed = new TreeMap<>();

    /** What the listener answered last, by source. */
    @GuardedBy("closed")
    private final Map<Integer, StreamCount> answered = new TreeMap<>();

    private volatile long publishNanos;

    /**
     * A round that has not begun.
     *
     * @param number unlike that of any earlier round, the same at all members
     * @param sources whose packets the member gets
     */
    PublishRound(int number, Endpoint endpoint, ControlChannel control, List<Integer> sources) {
        this.number = number;
        this.endpoint = endpoint;
        this.control = control;
        this.sources = sources;
        endpoint.targets()
                .forEach((member, target) -> destinations.put(
                        member, new Destination(target, endpoint.keys().get(member), stream(endpoint.self()))));
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
                    new ArrayList<>(destinations.values()),
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
        destinations.forEach(
                (member, destination) -> control.tell(member, Kind.ENDED, number, destination.sent(), packetBytes));
    }

    /**
     * Waits until each source has ended and all its packets have arrived, or none has for the time of silence.
     *
     * @param deadline until when
     * @throws OutOfTimeException if the deadline passes
     */
    void listen(Deadline deadline) throws WorkloadException, InterruptedException {
        if (sources.isEmpty()) {
            return;
        }
        Listener listener = endpoint.listener().orElseThrow();
        var ends = control.await(Kind.ENDED, number, sources, deadline, "how many packets they sent");
        Map<Integer, CompletableFuture<StreamCount>> counts = new TreeMap<>();
        ends.forEach((source, values) -> counts.put(source, listener.ended(stream(source), values.getFirst())));
        try {
            throwFailureOf(listener);
            for (var count : counts.entrySet()) {
                StreamCount found = count.getValue().get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
                synchronized (closed) {
                    closed.put(count.getKey(), found);
                }
            }
            // a listener that fails closes all streams, with what has arrived until then
            throwFailureOf(listener);
        } catch (ExecutionException e) {
            throw new WorkloadException("the listener failed: " + e.getCause().getMessage(), e);
        } catch (TimeoutException _) {
            throw new OutOfTimeException("packets of members " + counts.keySet() + " did not stop to arrive in time");
        }
    }

    private static void throwFailureOf(Listener listener) throws ExecutionException, InterruptedException {
        if (listener.over().isCompletedExceptionally()) {
            listener.over().get();
        }
    }

    /** Lets the streams go, where nobody will ask for them again. */
    void forget() {
        endpoint.listener().ifPresent(listener -> sources.forEach(source -> listener.forget(stream(source))));
    }

    /** What was sent to whom. */
    Map<Integer, Destination> destinations() {
        return destinations;
    }

    /** Packets sent so far. */
    long sent() {
        return destinations.values().stream().mapToLong(Destination::sent).sum();
    }

    /** How long the member published, 0 as long as it has not ended. */
    long publishNanos() {
        return publishNanos;
    }

    /**
     * What has arrived of each source so far; of one that has ended, as it ended. Where all have ended the listener is
     * not asked: an idle one takes up to 20 ms to answer, by which members would begin their next trial apart.
     */
    Map<Integer, StreamCount> counts() {
        if (!isOver()) {
            ask();
        }
        return known();
    }

    /** The same, where those packets are late, too, that came after the stream of their source was closed. */
    Map<Integer, StreamCount> countsWithLate() {
        ask();
        return known();
    }

    private boolean isOver() {
        synchronized (closed) {
            return closed.keySet().containsAll(sources);
        }
    }

    private void ask() {
        if (endpoint.listener().isEmpty()) {
            return;
        }
        try {
            var now = endpoint.listener().get().counts().get(1, TimeUnit.SECONDS);
            synchronized (closed) {
                for (int source : sources) {
                    StreamCount count = now.get(stream(source));
                    if (count != null) {
                        answered.merge(source, count, PublishRound::later);
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // The listener stands still, and its last answer holds. Or the socket failed, which the run is told by
            // the one that waits for its packets.
        }
    }

    /** Threads may store their answers in another order than they got them. */
    private static StreamCount later(StreamCount known, StreamCount found) {
        return found.received() < known.received() ? known : found;
    }

    private Map<Integer, StreamCount> known() {
        Map<Integer, StreamCount> counts = new TreeMap<>();
        sources.forEach(source -> counts.put(source, StreamCount.nothing(0)));
        synchronized (closed) {
            counts.putAll(answered);
            closed.forEach((source, count) -> counts.merge(source, count, PublishRound::ended));
        }
        return counts;
    }

    /** Duplicates that came after the end look like late packets: no more are late than are missing. */
    private static StreamCount ended(StreamCount now, StreamCount atEnd) {
        return StreamCountBuilder.builder(atEnd)
                .late(Math.min(atEnd.missing(), Math.max(atEnd.late(), now.late())))
                .build();
    }
}
