package io.jgbench.coordination.protocol;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What one member sent and received in the pre-flight. Of a path from one member to another the sender knows what it
 * sent and the round trip, the receiver what arrived: both together tell which direction lost it. Sizes are those of IP
 * packets, headers included.
 *
 * @param member the member's index
 * @param scope what was probed
 * @param networkInterface the interface that its address belongs to; empty where the system does not tell
 * @param receiveDrops datagrams that the receive buffers of the transport's port and the group had no room for; empty
 *     where the system does not tell
 * @param reassemblyFailures fragments that its host dropped without assembling a datagram, also those for other
 *     programs; 0 where the system does not tell, and of a member of an earlier version
 * @param multicasts small packets that it sent to the group
 * @param fullMulticasts packets of {@code fullMulticastBytes} that it sent to the group, not to be fragmented
 * @param fullMulticastBytes their size, 0 if none was sent
 * @param sent what it sent to each other member
 * @param received what it received of each other member
 * @param ports what it sent and received at ports beside the transport's; none of a member of an earlier version
 */
public record PreflightReport(
        int member,
        Scope scope,
        Optional<Nic> networkInterface,
        OptionalLong receiveDrops,
        @AddedLater long reassemblyFailures,
        int multicasts,
        int fullMulticasts,
        int fullMulticastBytes,
        List<Sent> sent,
        List<Received> received,
        @ListAddedLater List<PortReport> ports) {

    /** Refuses nulls and copies the lists. */
    public PreflightReport {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(receiveDrops, "receiveDrops");
        sent = List.copyOf(sent);
        received = List.copyOf(received);
        ports = List.copyOf(ports);
    }

    /** Of a member that has no ports beside the transport's. */
    public PreflightReport(
            int member,
            Scope scope,
            Optional<Nic> networkInterface,
            OptionalLong receiveDrops,
            long reassemblyFailures,
            int multicasts,
            int fullMulticasts,
            int fullMulticastBytes,
            List<Sent> sent,
            List<Received> received) {
        this(
                member,
                scope,
                networkInterface,
                receiveDrops,
                reassemblyFailures,
                multicasts,
                fullMulticasts,
                fullMulticastBytes,
                sent,
                received,
                List.of());
    }

    /**
     * What the transport uses, and so what is probed.
     *
     * @param datagrams members send each other datagrams; without, datagrams are probed for what they tell of a path
     *     and need not get through
     * @param connections members connect to each other by TCP
     * @param multicast members send to the run's multicast group
     */
    public record Scope(boolean datagrams, boolean connections, boolean multicast) {}

    /**
     * A member's interface.
     *
     * @param name its name, such as {@code eth0}
     * @param mtuBytes the largest IP packet that it carries
     * @param loopback whether it never leaves the host
     */
    public record Nic(String name, int mtuBytes, boolean loopback) {

        /** Refuses nulls. */
        public Nic {
            Objects.requireNonNull(name, "name");
        }
    }

    /**
     * What was sent to one member.
     *
     * @param to its index
     * @param pings small packets, each to be answered; more of them only as long as none was
     * @param bursts small packets of each burst; more than one burst only where packets of the first were missing
     * @param fullBytes the size of packets that fill the MTU, 0 if none was sent
     * @param fullPackets how many of that size were sent or refused by the own kernel, not to be fragmented
     * @param fragmentedBytes the size of packets that were sent in fragments, 0 if none was
     * @param fragmentedPackets how many of that size
     * @param roundTripNanos the shortest round trip; empty if nothing was answered
     * @param connectNanos how long connecting by TCP took; empty if it failed or was not tried
     * @param connectFailure why it failed, in a few words
     */
    public record Sent(
            int to,
            int pings,
            List<Integer> bursts,
            int fullBytes,
            int fullPackets,
            int fragmentedBytes,
            int fragmentedPackets,
            OptionalLong roundTripNanos,
            OptionalLong connectNanos,
            Optional<String> connectFailure) {

        /** Refuses nulls and copies the list. */
        public Sent {
            bursts = List.copyOf(bursts);
            Objects.requireNonNull(roundTripNanos, "roundTripNanos");
            Objects.requireNonNull(connectNanos, "connectNanos");
            Objects.requireNonNull(connectFailure, "connectFailure");
        }
    }

    /**
     * What was received of one member, each packet counted once.
     *
     * @param from its index
     * @param pings small packets that were to be answered
     * @param bursts packets of each burst
     * @param duplicates packets that arrived again
     * @param reordered packets of a burst that arrived after a later one
     * @param largestBytes the largest packet that was not sent in fragments, 0 if none arrived
     * @param fragmentedPackets packets that were sent in fragments
     * @param multicasts small packets to the group
     * @param largestMulticastBytes the largest packet to the group, 0 if none arrived
     */
    public record Received(
            int from,
            int pings,
            List<Integer> bursts,
            int duplicates,
            int reordered,
            int largestBytes,
            int fragmentedPackets,
            int multicasts,
            int largestMulticastBytes) {

        /** Copies the list. */
        public Received {
            bursts = List.copyOf(bursts);
        }
    }

    /** What it sent to a member, if it did. */
    public Optional<Sent> sentTo(int other) {
        return sent.stream().filter(path -> path.to() == other).findFirst();
    }

    /** What it received of a member, if it did. */
    public Optional<Received> receivedFrom(int other) {
        return received.stream().filter(path -> path.from() == other).findFirst();
    }

    /** Its interface's MTU, where it is known. */
    public OptionalInt mtuBytes() {
        return networkInterface.stream().mapToInt(Nic::mtuBytes).findFirst();
    }
}
