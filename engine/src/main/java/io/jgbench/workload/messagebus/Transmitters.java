package io.jgbench.workload.messagebus;

import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.Lateness;
import io.jgbench.workload.ReadyThreads;
import io.jgbench.workload.messagebus.StreamEnds.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** The sending threads of a member. */
final class Transmitters implements AutoCloseable {
    private final Destinations destinations;
    private final Transmitter[] all;
    private final Lateness lateness = new Lateness();
    private final boolean planned;
    private final ReadyThreads threads = new ReadyThreads();
    private final AtomicReference<TransportException> failure = new AtomicReference<>();
    private volatile Optional<Order> order = Optional.empty();

    /** What the threads are to do; see {@link #run}. */
    private record Order(int self, long limit, long beganAtEpochNanos, long endEpochNanos, Runnable beforeFirst) {}

    /** Of which none sends yet. */
    Transmitters(Sending sending, BusPhase.Wiring wiring, Payload payload, Backpressure backpressure) {
        this.destinations = wiring.destinations();
        this.planned = sending.bytesPerSecond().isPresent();
        this.all = IntStream.range(0, sending.threads())
                .mapToObj(number -> new Transmitter(sending, number, wiring, payload, backpressure))
                .toArray(Transmitter[]::new);
    }

    /**
     * Starts the threads, which wait for {@link #run}.
     *
     * @param self the member's place
     * @param members how many members there are
     */
    void prepare(int self, int members) {
        for (int number = 0; number < all.length; number++) {
            Transmitter transmitter = all[number];
            transmitter.plan(self, members, lateness);
            threads.add("bus-tx-" + number, () -> transmit(transmitter, order.orElseThrow()));
        }
    }

    /**
     * Sends with all of them until the time is over, and returns then.
     *
     * @param self the member's place
     * @param limit how many messages a thread sends at the most
     * @param beforeFirst is run by each of them right before its first message
     * @throws TransportException if a message could not be sent
     */
    void run(int self, long limit, long beganAtEpochNanos, long endEpochNanos, Runnable beforeFirst)
            throws TransportException, InterruptedException {
        lateness.begin(beganAtEpochNanos);
        order = Optional.of(new Order(self, limit, beganAtEpochNanos, endEpochNanos, beforeFirst));
        threads.begin();
        threads.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void transmit(Transmitter transmitter, Order what) {
        try {
            transmitter.run(
                    what.self(), what.limit(), what.beganAtEpochNanos(), what.endEpochNanos(), what.beforeFirst());
        } catch (TransportException e) {
            failure.compareAndSet(null, e);
            stop();
        } catch (InterruptedException _) {
            // the part is given up, and the caller that does it knows why
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the sending before its time. */
    void stop() {
        for (Transmitter transmitter : all) {
            transmitter.gate().stop();
        }
    }

    /** Ends the threads, whether they have begun or not. */
    @Override
    public void close() {
        stop();
        threads.close();
    }

    /** Whether a stream's number is that of one of them. */
    boolean sends(int stream) {
        return stream < all.length;
    }

    /** What is told of the answers to a stream; {@link #sends} must be true of it. */
    SendGate gate(int stream) {
        return all[stream].gate();
    }

    /** The ends of their streams. */
    List<End> ends(int self, int[] peers) {
        List<End> ends = new ArrayList<>();
        for (int peer : peers) {
            for (int number = 0; number < all.length; number++) {
                ends.add(new End(self, number, peer, all[number].streams().sentTo(peer)));
            }
        }
        return ends;
    }

    /** A member is gone, and with it what was under way to it. */
    void forget(int peer) {
        for (Transmitter transmitter : all) {
            transmitter.streams().forget(peer);
        }
    }

    /** Messages to one member. */
    long sentTo(int peer) {
        return sum(transmitter -> transmitter.streams().sentTo(peer));
    }

    /** Messages to all. */
    long messages() {
        return sum(transmitter -> transmitter.streams().messages());
    }

    long bytes() {
        return sum(transmitter -> transmitter.streams().bytes());
    }

    /** Responses that were asked for. */
    long asked() {
        return sum(transmitter -> transmitter.streams().asked());
    }

    /** What was sent and has no receipt yet. */
    long backlogBytes() {
        return sum(transmitter -> transmitter.gate().backlogBytes(destinations));
    }

    /** Messages to one member that are acknowledged. */
    long acknowledgedBy(int peer) {
        return sum(transmitter -> transmitter.streams().acknowledgedBy(peer));
    }

    /** Whether the member owes a response. */
    boolean isOwed(int peer) {
        return Arrays.stream(all).anyMatch(transmitter -> transmitter.isOwed(peer));
    }

    /** How late messages were handed over so far; empty where no rate is asked for. */
    Optional<OpenLoopReport> openLoop() {
        return planned ? Optional.of(lateness.report()) : Optional.empty();
    }

    /** Messages that could not be sent. */
    long failed() {
        return sum(Transmitter::failed);
    }

    private long sum(ToLongFunction<Transmitter> count) {
        return Arrays.stream(all).mapToLong(count).sum();
    }
}
