package io.jgbench.coordination.workload.datagram;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.Checks;
import io.jgbench.coordination.spec.OpenLoop;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSocket;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Publishers send numbered UDP packets and listeners count what arrives (Coherence's datagram test).
 *
 * @param publishers how many members publish, the first ones, at least 1
 * @param listeners how many members listen, the last ones, at least 1
 * @param packetBytes size of a packet, {@value #MIN_PACKET_BYTES} to {@value #MAX_PACKET_BYTES} bytes
 * @param processBytes bytes that the publisher computes and the listener checks, a multiple of 4
 * @param rxBufferPackets the receive buffer in packets
 * @param txBufferPackets the send buffer in packets
 * @param rxTimeout how long nothing may arrive of a publisher that has ended
 * @param bytesPerSecond what each publisher sends a second over all its listeners; empty for as much as it can
 * @param arrivals how its packets are spread over time, where there is such a rate
 * @param packets packets to each listener; empty for no limit
 * @param duration how long publishers send at the most
 * @param warmup what is published before, not measured: with a number of messages, as many packets to each listener
 * @param port the port of each member's socket, 0 for any
 * @param dontFragment whether packets must not be fragmented
 * @param provider by which calls packets go
 * @param maxLossPpm packets in a million that may be missing between two members; empty for any
 * @param logInterval time between two samples of the time series
 * @param search how to look for the highest rate; empty for one trial
 */
@JsonTypeName("Datagram")
@RecordBuilder
public record DatagramSpec(
        int publishers,
        int listeners,
        int packetBytes,
        int processBytes,
        int rxBufferPackets,
        int txBufferPackets,
        Duration rxTimeout,
        Optional<Long> bytesPerSecond,
        Arrivals arrivals,
        Optional<Long> packets,
        Duration duration,
        Warmup warmup,
        int port,
        boolean dontFragment,
        Provider provider,
        Optional<Integer> maxLossPpm,
        Duration logInterval,
        Optional<DatagramSearch> search)
        implements WorkloadSpec {

    /** A packet's header. */
    public static final int MIN_PACKET_BYTES = 16;

    /** What a datagram over IPv4 holds. */
    public static final int MAX_PACKET_BYTES = 65_507;

    /** What members tell each other over the transport fits into this. */
    private static final int NOTE_BYTES = 256;

    /** Checks the ranges. */
    public DatagramSpec {
        Objects.requireNonNull(rxTimeout, "rxTimeout");
        Objects.requireNonNull(bytesPerSecond, "bytesPerSecond");
        arrivals = arrivals == null ? Arrivals.EVEN : arrivals; // in what an earlier version wrote
        Objects.requireNonNull(packets, "packets");
        Objects.requireNonNull(duration, "duration");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(maxLossPpm, "maxLossPpm");
        Objects.requireNonNull(logInterval, "logInterval");
        Objects.requireNonNull(search, "search");
        Checks.atLeast("datagram.publishers", 1, publishers);
        Checks.atLeast("datagram.listeners", 1, listeners);
        Checks.between("packet size", MIN_PACKET_BYTES, MAX_PACKET_BYTES, packetBytes);
        Checks.atLeast("datagram.processBytes", 0, processBytes);
        Checks.atLeast("datagram.rxBufferPackets", 1, rxBufferPackets);
        Checks.atLeast("datagram.txBufferPackets", 1, txBufferPackets);
        Objects.requireNonNull(warmup, "warmup");
        Checks.between("datagram.port", 0, 65_535, port);
        bytesPerSecond.ifPresent(rate -> Checks.atLeast("datagram.rate", 1, rate));
        packets.ifPresent(count -> Checks.atLeast("datagram.packets", 1, count));
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.DATAGRAM;
    }

    @Override
    public int senders(int members) {
        return publishers;
    }

    @Override
    public int largestMessageBytes() {
        return NOTE_BYTES;
    }

    /** Not a message of the transport: packets go over a socket of their own. */
    @Override
    public int largestCountedBytes() {
        return packetBytes;
    }

    /** With port 0 each socket has the one that the kernel gives it when the warm-up begins. */
    @Override
    public Optional<WorkloadSocket> ownSocket() {
        return port == 0
                ? Optional.empty()
                : Optional.of(new WorkloadSocket(port, packetBytes, dontFragment, publishers, listeners));
    }

    @Override
    public String unitOfWork() {
        return "packets";
    }

    @Override
    public Optional<Duration> measuredFor() {
        return search.isPresent() || packets.isPresent() ? Optional.empty() : Optional.of(duration);
    }

    /** A search without a rate has its first trial repeated twice, as nobody knows what publishers can send. */
    @Override
    public Duration leastMeasured() {
        return search.map(looked -> looked.trialDuration().multipliedBy(bytesPerSecond.isPresent() ? 1 : 3))
                .or(this::packetsAtRate)
                .orElseGet(WorkloadSpec.super::leastMeasured);
    }

    /**
     * The rate is that to all listeners together; a publisher that listens too sends to one less. The instants of a
     * Poisson process may all come early.
     */
    private Optional<Duration> packetsAtRate() {
        if (arrivals == Arrivals.POISSON) {
            return Optional.empty();
        }
        return packets.flatMap(each -> bytesPerSecond.map(rate -> {
            double bytes = (each - 1.0) * packetBytes * Math.max(1, listeners - 1);
            Duration taken = Duration.ofSeconds((long) (bytes / rate));
            return taken.compareTo(duration) < 0 ? taken : duration;
        }));
    }

    @Override
    public boolean hasEvenRate() {
        return search.isEmpty();
    }

    /** Packets are as far apart as the rate says, and a listener waits for those that may still come. */
    @Override
    public Duration longestPause() {
        return rxTimeout.plus(bytesPerSecond
                .map(rate -> Duration.ofNanos(Math.round(packetBytes * 1e9 * OpenLoop.longestGap(arrivals) / rate)))
                .map(between -> between.compareTo(duration) < 0 ? between : duration)
                .orElse(Duration.ZERO));
    }

    @Override
    public void checkMembers(int members) {
        Checks.atLeast("members", 2, members);
        Checks.between("datagram.publishers", 1, members, publishers);
        Checks.between("datagram.listeners", 1, members, listeners);
    }

    @Override
    public boolean sends(int member, int members) {
        return !targetsOf(member, members).isEmpty();
    }

    @Override
    public boolean receives(int member, int members) {
        return !sourcesOf(member, members).isEmpty();
    }

    /** To whom a member publishes; none where it is no publisher. */
    public List<Integer> targetsOf(int member, int members) {
        return IntStream.range(members - listeners, members)
                .filter(listener -> listener != member && member < publishers)
                .boxed()
                .toList();
    }

    /** Whose packets a member gets; none where it does not listen. */
    public List<Integer> sourcesOf(int member, int members) {
        return IntStream.range(0, publishers)
                .filter(publisher -> publisher != member && member >= members - listeners)
                .boxed()
                .toList();
    }

    /** By which calls packets go. */
    public enum Provider {
        /** The fastest that there are. */
        AUTO,
        /** Linux' calls for many packets at a time. */
        SYSTEM,
        /** Java's channel. */
        CHANNEL
    }
}
