package io.jgbench.messagebustest;

import io.jgbench.coordination.EpochClock;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.tcp.TcpBus;
import io.jgbench.workload.messagebus.BusMember;
import io.jgbench.workload.messagebus.BusTotals;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** One end point that listens, with those it sends to and those that connect. */
final class BusNode implements TcpBus.Listener, AutoCloseable {
    private final EndPoint bind;
    private final List<EndPoint> peers;
    private final List<String> peerNames;
    private final MessageBusTestOptions options;
    private final Consumer<String> events;
    private final EpochClock clock;
    private final TcpBus bus;
    private final BusMember member;
    private final Optional<Thread> transmitting;
    private final Map<String, UnansweredTime> silences = new ConcurrentHashMap<>();
    private volatile int[] destinations = {};
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean closed;

    /**
     * One that is not open.
     *
     * @param events takes a line for each thing that happens
     * @param prompt asks the user before a message is sent to a place
     */
    BusNode(
            EndPoint bind,
            MessageBusTestOptions options,
            Consumer<String> events,
            Optional<IntConsumer> prompt,
            EpochClock clock) {
        this.bind = bind;
        this.options = options;
        this.events = events;
        this.clock = clock;
        this.peers = options.peers().stream()
                .filter(peer -> !peer.equals(bind))
                .distinct()
                .toList();
        this.peerNames = peers.stream().map(EndPoint::toString).toList();
        this.bus = new TcpBus(bind.address(), bind.toString(), BusMember.MAX_PEERS, this);
        this.member = new BusMember(options.spec(), bus, () -> destinations, this::relayTarget, prompt, clock);
        this.transmitting = options.transmits() && !peers.isEmpty()
                ? Optional.of(Thread.ofPlatform().daemon().name("bus-transmit").unstarted(this::transmit))
                : Optional.empty();
    }

    /** Listens, connects to the peers unless it is polite, and sends when they are there. */
    void open() throws TransportException {
        bus.open();
        events.accept("OPEN event for " + bind);
        if (!options.polite()) {
            peers.forEach(peer -> bus.connect(peer.address(), peer.toString()));
        }
        transmitting.ifPresent(Thread::start);
    }

    private void transmit() {
        try {
            member.transmit();
        } catch (TransportException e) {
            if (!closed) {
                failure = Optional.of("sending from " + bind + " stopped: " + e.getMessage());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void connected(int place, String peer) {
        events.accept("CONNECT event for " + peer + " on " + bind);
        connections.incrementAndGet();
        member.forget(place);
        if (peerNames.contains(peer)) {
            silences.put(peer, new UnansweredTime(() -> member.acknowledged(place), () -> member.isOwed(place), clock));
            int[] more = Arrays.copyOf(destinations, destinations.length + 1);
            more[destinations.length] = place;
            destinations = more;
        }
    }

    @Override
    public void disconnected(int place, String peer) {
        destinations =
                Arrays.stream(destinations).filter(other -> other != place).toArray();
        silences.remove(peer);
        connections.decrementAndGet();
        member.forget(place);
        events.accept("DISCONNECT event for " + peer + " on " + bind);
        events.accept("RELEASE event for " + peer + " on " + bind);
    }

    private int relayTarget(int from) {
        int[] ready = destinations;
        boolean fromPeer = Arrays.stream(ready).anyMatch(place -> place == from);
        return fromPeer || ready.length == 0 ? -1 : ready[from % ready.length];
    }

    @Override
    public void receive(int place, byte[] buffer, int offset, int length) {
        member.receive(place, buffer, offset, length);
    }

    @Override
    public void failed(String reason) {
        failure = Optional.of(reason);
    }

    /** Whether it sends to others. */
    boolean transmits() {
        return transmitting.isPresent();
    }

    int connections() {
        return connections.get();
    }

    /** Those it is to send to that are not there. */
    List<String> absentPeers() {
        return peerNames.stream().filter(peer -> !bus.isConnected(peer)).toList();
    }

    /** Those that are connected and have owed answers for longer than that. */
    List<String> silentPeers(Duration time) {
        return silences.entrySet().stream()
                .filter(peer -> peer.getValue().nanos() > time.toNanos())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Whether nobody whom it is to send to is there, or it sends to nobody. */
    boolean isAlone() {
        return absentPeers().size() == peers.size();
    }

    boolean hasPeers() {
        return !peers.isEmpty();
    }

    /** Why it has failed; empty if it has not. */
    Optional<String> failure() {
        return failure;
    }

    long sentMessages() {
        return member.sentMessages();
    }

    long receivedMessages() {
        return member.receivedMessages();
    }

    BusTotals totals() {
        return member.totals();
    }

    @Override
    public void close() {
        closed = true;
        member.close();
        transmitting.ifPresent(Thread::interrupt);
        bus.close();
    }
}
