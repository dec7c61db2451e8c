package io.jgbench.coordination.workload.datagram;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.AddedLater;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.TimeSeries;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What one member saw of the workload Datagram, exactly.
 *
 * @param packetBytes size of a packet
 * @param publishNanos how long the member published, 0 if it is no publisher
 * @param outbound what it sent, by listener
 * @param inbound what it received, by publisher
 * @param slots slots of 10 ms in which a rate was to be kept, 0 where none was asked for
 * @param slotsWithinRate those of them in which it was kept within 5 %
 * @param openLoop how it kept the rate that it was asked for, of packets that one call to the kernel takes the first
 *     one; empty where none was asked for
 * @param queueFull how often the interface's queue was full; what did not fit was sent again
 * @param strangers packets of other runs or programs
 * @param socket what the socket was
 * @param endedAtEpochNanos when all was sent and had arrived or was given up, 0 if it never began
 * @param samples the time series, of a search that of all its trials
 * @param trials the trials of a search; what is said above is of the last one
 * @param foundBytesPerSecond the rate that a search found, of each publisher over all its listeners; 0 if none
 */
@JsonTypeName("Datagram")
@RecordBuilder
public record DatagramReport(
        int packetBytes,
        long publishNanos,
        List<Outbound> outbound,
        List<Inbound> inbound,
        long slots,
        long slotsWithinRate,
        Optional<OpenLoopReport> openLoop,
        long queueFull,
        long strangers,
        Socket socket,
        long endedAtEpochNanos,
        List<Sample> samples,
        List<SearchTrial> trials,
        long foundBytesPerSecond)
        implements WorkloadReport {

    /** Refuses nulls and copies the collections. */
    public DatagramReport {
        outbound = List.copyOf(outbound);
        inbound = List.copyOf(inbound);
        Objects.requireNonNull(openLoop, "openLoop");
        Objects.requireNonNull(socket, "socket");
        samples = List.copyOf(samples);
        trials = List.copyOf(trials);
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.DATAGRAM;
    }

    @Override
    public long sentMessages() {
        return outbound.stream().mapToLong(Outbound::sent).sum();
    }

    /** Packets that were sent to this member, of all publishers together. */
    public long expected() {
        return inbound.stream().mapToLong(Inbound::sent).sum();
    }

    /** Packets that arrived, each once. */
    public long received() {
        return inbound.stream().mapToLong(Inbound::received).sum();
    }

    @Override
    public long receivedMessages() {
        return received();
    }

    @Override
    public long lostMessages() {
        return Math.max(0, expected() - received());
    }

    @Override
    public List<Missed> missed(int self) {
        return inbound.stream()
                .filter(from -> from.publisher() != self)
                .map(from -> new Missed(from.publisher(), from.sent(), from.missing()))
                .toList();
    }

    @Override
    public double messagesPerDrop() {
        return socket.packetsPerPiece();
    }

    /** Of a search those of all its trials, as an interface counts them all. */
    @Override
    public long bytesFromOthers(int self) {
        if (!trials.isEmpty()) {
            return packetBytes
                    * trials.stream()
                            .flatMap(trial -> trial.losses().stream())
                            .filter(pair -> pair.publisher() != self)
                            .mapToLong(PairLoss::received)
                            .sum();
        }
        return inbound.stream()
                .filter(from -> from.publisher() != self)
                .mapToLong(Inbound::bytes)
                .sum();
    }

    /** Not known: the kernel may have dropped packets after it took them and before the wire. */
    @Override
    public long bytesToOthers(int copies) {
        return 0;
    }

    /** Of a search those of all its trials. What was lost may have been lost behind the interface. */
    @Override
    public Optional<Crossing> mostFromOthers(int self) {
        long again = inbound.stream()
                .filter(from -> from.publisher() != self)
                .mapToLong(Inbound::duplicate)
                .sum();
        long sent = trials.isEmpty()
                ? inbound.stream()
                        .filter(from -> from.publisher() != self)
                        .mapToLong(Inbound::sent)
                        .sum()
                : trials.stream()
                        .flatMap(trial -> trial.losses().stream())
                        .filter(pair -> pair.publisher() != self)
                        .mapToLong(PairLoss::sent)
                        .sum();
        return Optional.of(new Crossing(sent + again, (sent + again) * packetBytes));
    }

    /** Not told of a publisher: of a search, what was sent is known of the last trial alone. */
    @Override
    public Optional<Crossing> mostToOthers(int copies) {
        return outbound.isEmpty() ? Optional.of(new Crossing(0, 0)) : Optional.empty();
    }

    @Override
    public IntStream places() {
        IntStream missed =
                trials.stream().flatMap(trial -> trial.losses().stream()).mapToInt(PairLoss::publisher);
        IntStream packets = IntStream.concat(
                outbound.stream().mapToInt(Outbound::listener), inbound.stream().mapToInt(Inbound::publisher));
        return IntStream.concat(packets, missed);
    }

    @Override
    public TimeSeries timeSeries() {
        return new TimeSeries(
                List.of(
                        "packets_sent",
                        "packets_received",
                        "packets_missing",
                        "packets_duplicate",
                        "packets_out_of_order",
                        "packets_sent_per_second",
                        "packets_received_per_second",
                        "free_memory_bytes",
                        "total_memory_bytes"),
                samples.stream()
                        .map(sample -> TimeSeries.Point.of(
                                sample.epochNanos(),
                                sample.sent(),
                                sample.received(),
                                sample.missing(),
                                sample.duplicate(),
                                sample.outOfOrder(),
                                sample.sentPerSecond(),
                                sample.receivedPerSecond(),
                                sample.freeMemoryBytes(),
                                sample.totalMemoryBytes()))
                        .toList());
    }

    @Override
    public Map<String, String> histograms() {
        return Map.of();
    }

    /**
     * One trial of a search, as one member saw it.
     *
     * @param askedBytesPerSecond the rate of each publisher, 0 for none that was limited
     * @param sentBytesPerSecond what this member sent, 0 if it is no publisher
     * @param passed whether no pair of members lost more than the bound
     * @param losses what this member missed of each publisher
     */
    public record SearchTrial(
            long askedBytesPerSecond, long sentBytesPerSecond, boolean passed, List<PairLoss> losses) {

        /** Copies the list. */
        public SearchTrial {
            losses = List.copyOf(losses);
        }
    }

    /**
     * What a member missed of another one in a trial.
     *
     * @param publisher the other's index
     * @param sent packets sent
     * @param received packets received
     */
    public record PairLoss(int publisher, long sent, long received) {

        /** Packets missing in millionths of those sent. */
        public double lossPpm() {
            return sent == 0 ? 0 : (sent - received) * 1e6 / sent;
        }
    }

    /**
     * The member's socket.
     *
     * @param calls by which calls packets went
     * @param receiveBufferBytes the receive buffer as granted, 0 if it was never open
     * @param sendBufferBytes the send buffer as granted
     * @param packets packets that it received since it was open, those of the warm-up as well
     * @param pieces in how many pieces the kernel handed them over, each a packet or several that it had joined; 0 of a
     *     member of an earlier version
     * @param filtered packets that it sent since it was open and that the host's own packet filter dropped, as far as
     *     the kernel says so
     */
    public record Socket(
            String calls,
            int receiveBufferBytes,
            int sendBufferBytes,
            @AddedLater long packets,
            @AddedLater long pieces,
            @AddedLater long filtered) {

        /** Refuses nulls. */
        public Socket {
            Objects.requireNonNull(calls, "calls");
        }

        /** How many packets a piece held on average that the kernel hands over, or drops, as one; 1 or more. */
        public double packetsPerPiece() {
            return pieces <= 0 ? 1 : Math.max(1, (double) packets / pieces);
        }
    }

    /**
     * What a member sent to another one.
     *
     * @param listener the other's index
     * @param sent packets that the kernel took
     * @param probeBytes size of the packets that filled the interface's MTU, sent before with the flag not to fragment
     * @param probes how many of these the kernel took; 0 where it knew that the path's MTU is smaller
     */
    public record Outbound(int listener, long sent, int probeBytes, int probes) {}

    /**
     * What a member received of another one; missing is what was sent less what was received.
     *
     * @param publisher the other's index
     * @param sent packets that were sent, as the publisher says; of a report that is partial, as many as are known of
     * @param received packets that arrived, each once
     * @param duplicate arrivals of packets that had arrived before
     * @param outOfOrder packets that arrived after a later one
     * @param offsets by how many packets those were behind, together
     * @param late packets that came too late to be told; they are missing
     * @param corrupt packets whose content was not what was sent
     * @param bytes bytes of the packets that arrived
     * @param firstEpochNanos when the first one arrived, 0 if none did
     * @param lastEpochNanos when the last one arrived
     * @param probesReceived of the probes that filled the MTU, how many arrived
     * @param smallProbesReceived of as many that are small, how many arrived
     */
    @RecordBuilder
    public record Inbound(
            int publisher,
            long sent,
            long received,
            long duplicate,
            long outOfOrder,
            long offsets,
            long late,
            long corrupt,
            long bytes,
            long firstEpochNanos,
            long lastEpochNanos,
            int probesReceived,
            int smallProbesReceived) {

        /** Packets that were sent and did not arrive. */
        public long missing() {
            return sent - received;
        }

        /** Packets missing in millionths of those sent. */
        public double lossPpm() {
            return sent == 0 ? 0 : missing() * 1e6 / sent;
        }

        /** The same as a whole number, rounded up: 0 only where nothing is missing. */
        public long atMostLossPpm() {
            return sent == 0 ? 0 : Math.ceilDiv(missing() * 1_000_000, sent);
        }

        /** By how many packets one that was out of order was behind, on average. */
        public double averageOffset() {
            return outOfOrder == 0 ? 0 : (double) offsets / outOfOrder;
        }

        /** Packets received per second, from the first to the last; 0 where fewer than two instants are known. */
        public double packetsPerSecond() {
            long elapsedNanos = lastEpochNanos - firstEpochNanos;
            return elapsedNanos <= 0 ? 0 : received * 1e9 / elapsedNanos;
        }
    }

    /**
     * One point of the time series; counts are of all since the start ("life"), rates since the last sample ("now").
     *
     * @param epochNanos when it was taken, on the member's clock
     * @param sent packets sent
     * @param received packets received
     * @param missing packets missing so far, among those before the last that arrived
     * @param duplicate arrivals of packets that had arrived before
     * @param outOfOrder packets that arrived after a later one
     * @param sentPerSecond packets sent per second
     * @param receivedPerSecond packets received per second
     * @param freeMemoryBytes free memory of the JVM's heap
     * @param totalMemoryBytes size of the JVM's heap
     */
    public record Sample(
            long epochNanos,
            long sent,
            long received,
            long missing,
            long duplicate,
            long outOfOrder,
            long sentPerSecond,
            long receivedPerSecond,
            long freeMemoryBytes,
            long totalMemoryBytes) {}
}
