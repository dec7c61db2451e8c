package io.jgbench.datagram;

import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.measure.ArrivalSequence;
import io.jgbench.workload.Lateness;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Sends numbered packets to targets in turn, as many as a load says. One load at a time. */
public final class Publisher {
    /** How long to wait when the interface's queue is full. */
    private static final long QUEUE_FULL_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final PacketSocket socket;
    private final int packetBytes;
    private final int processBytes;
    private final MemorySegment packets;
    private final int mostPackets;
    /** Counted by the thread that publishes, of which {@link #refused} tells the others. */
    private long timesRefused;

    private volatile long refused;
    private volatile Optional<SlotMeter> slots = Optional.empty();
    private volatile Optional<Lateness> lateness = Optional.empty();
    private Optional<Plan> prepared = Optional.empty();

    /** When the packets of a load are due, and how late each call to the kernel is. */
    private record Plan(Load load, double perSecond, ArrivalSequence arrivals, Lateness lateness) {}

    /**
     * A publisher on a socket.
     *
     * @param packetBytes size of a packet, at least {@link #LEAST_PACKET_BYTES}
     * @param processBytes bytes that are computed for each packet, a multiple of 4
     */
    public Publisher(PacketSocket socket, int packetBytes, int processBytes) {
        this.socket = socket;
        this.packetBytes = packetBytes;
        this.processBytes = PacketHeader.processedOf(processBytes, packetBytes);
        this.mostPackets = socket.mostPackets(packetBytes);
        this.packets = Arena.ofAuto().allocate((long) mostPackets * packetBytes, Long.BYTES);
    }

    /** The smallest packet, in bytes. */
    public static final int LEAST_PACKET_BYTES = PacketHeader.BYTES;

    /** Plans a load that is published next; takes milliseconds where its packets are due at random instants. */
    public void prepare(Load load) {
        prepared = plan(load);
    }

    /** Empty for a load without a rate. */
    private Optional<Plan> plan(Load load) {
        if (load.bytesPerSecond().isEmpty()) {
            return Optional.empty();
        }
        double perSecond = (double) load.bytesPerSecond().getAsLong() / packetBytes;
        return Optional.of(new Plan(load, perSecond, load.spread().arrivals(perSecond), new Lateness()));
    }

    /**
     * Publishes until the load is done or the caller says stop; from at once where the load is prepared.
     *
     * @param stop asked before each call to the kernel
     * @return how long it took, in nanoseconds
     * @throws IOException if packets cannot be sent
     */
    public long publish(Load load, List<Destination> destinations, BooleanSupplier stop) throws IOException {
        timesRefused = 0;
        refused = 0;
        if (destinations.isEmpty()) {
            return 0;
        }
        Optional<Plan> plan = prepared.filter(it -> it.load().equals(load)).or(() -> plan(load));
        prepared = Optional.empty();
        // From here on one method on purpose: what the loop changes with each call to the kernel stays in local
        // variables.
        long began = System.nanoTime();
        boolean limited = plan.isPresent();
        Pacer pacer =
                plan.map(it -> Pacer.of(it.perSecond(), it.arrivals(), began)).orElseGet(Pacer::unlimited);
        boolean even = limited && load.spread() instanceof Load.Spread.Even;
        SlotMeter meter = new SlotMeter(plan.map(Plan::perSecond).orElse(0.0), began);
        slots = even ? Optional.of(meter) : Optional.empty();
        lateness = plan.map(Plan::lateness);
        var late = lateness.orElseGet(Lateness::new);
        late.begin(began);
        Lateness.OfThread calls = late.ofThread();
        boolean waited = false;
        long aimedNanos = began;
        long durationNanos = load.duration().toNanos();
        int turn = 0;
        int finished = 0;
        long now = began;
        while (finished < destinations.size() && now - began < durationNanos && !stop.getAsBoolean()) {
            int due = pacer.due(now, mostPackets);
            if (due == 0) {
                long waitNanos = pacer.waitNanos();
                aimedNanos = now + waitNanos;
                LockSupport.parkNanos(this, Math.min(waitNanos, durationNanos - (now - began)));
                waited = true;
            } else {
                Destination destination = destinations.get(turn);
                turn = turn + 1 == destinations.size() ? 0 : turn + 1;
                int count = (int) Math.min(due, load.packetsEach() - destination.sent());
                finished = count == 0 ? finished + 1 : 0;
                if (count > 0) {
                    if (limited) {
                        calls.handsOver(pacer.nextDueNanos(), aimedNanos, waited, now);
                        waited = false;
                    }
                    int taken = send(destination, count);
                    pacer.sent(taken);
                    meter.sent(now, taken);
                }
            }
            now = System.nanoTime();
        }
        meter.ended(now);
        if (limited && now - began >= durationNanos) {
            calls.leaves(pacer.nextDueNanos(), began + durationNanos);
        }
        calls.ended();
        return System.nanoTime() - began;
    }

    private int send(Destination destination, int count) throws IOException {
        long first = destination.sent();
        for (int i = 0; i < count; i++) {
            long offset = (long) i * packetBytes;
            PacketHeader.write(packets, offset, destination.key(), destination.stream(), first + i);
            PacketHeader.process(packets, offset, processBytes, first + i);
        }
        int taken = socket.send(packets, count, packetBytes, destination.target());
        destination.add(taken);
        if (taken < count) {
            timesRefused++;
            refused = timesRefused;
            LockSupport.parkNanos(this, QUEUE_FULL_NANOS);
        }
        return taken;
    }

    /** Tells a listener that a stream has ended, and how many packets it had. */
    public void end(Destination destination) throws IOException {
        PacketHeader.write(packets, 0, destination.key(), destination.stream(), -1 - destination.sent());
        int ignored = socket.send(packets, 1, packetBytes, destination.target());
    }

    /** The size of a packet. */
    public int packetBytes() {
        return packetBytes;
    }

    /** How often the interface's queue was full, so that packets had to be sent again; none of them was lost. */
    public long refused() {
        return refused;
    }

    /**
     * How late calls to the kernel were, by the first packet of each, where a rate was asked for; of the load that
     * ended last.
     */
    public Optional<OpenLoopReport> openLoop() {
        return lateness.map(Lateness::report);
    }

    /** How evenly packets went, where a rate was asked for and they were to be evenly spread. */
    public Optional<SlotMeter> slots() {
        return slots;
    }
}
