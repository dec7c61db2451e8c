package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * One part of the workload as a receiver sees it, the warm-up or the measured messages: a {@link StreamReceiver} for
 * each stream of each member.
 */
final class MessageFlow {
    private static final int ALL_DELIVERIES = 1 << 15;
    private static final int MOST_DELIVERIES = 1 << 12;
    private static final int LEAST_DELIVERIES = 1 << 9;
    private static final int LEAST_OF_STREAM = 2;

    private final int kind;
    private final int senders;
    private final int threads;
    private final StreamReceiver[] streams;
    private final OneWayTimer[] deliveries;
    private final boolean lengthIsKnown;
    private final long expectedAtBegin;

    /** Written before {@link #latency}, which shows it to the receiving threads. */
    private int self = -1;

    private volatile RoundTripTimer[] latency = {};

    /**
     * Expects messages from any {@code senders} of {@code members}.
     *
     * @param kind the kind of its messages
     * @param threads streams of each sender, which share the sender's messages
     * @param messagesPerSender how many messages each sender sends, or {@link StreamReceiver#UNKNOWN} until it tells
     * @param stampInterval one in this number of messages of a stream says when it was sent, 0 for none
     */
    MessageFlow(
            int kind,
            int members,
            int senders,
            int threads,
            long messagesPerSender,
            boolean reliable,
            int stampInterval,
            EpochClock clock) {
        this.kind = kind;
        this.senders = senders;
        this.threads = threads;
        this.lengthIsKnown = messagesPerSender != StreamReceiver.UNKNOWN;
        this.expectedAtBegin = lengthIsKnown ? senders * messagesPerSender : 0;
        this.streams = new StreamReceiver[members * threads];
        this.deliveries = new OneWayTimer[members * threads];
        int most = mostDeliveries(members);
        int samples = Math.max(LEAST_OF_STREAM, most / (senders * threads) / 2 * 2);
        int sampledEach = Math.ceilDiv(senders * threads * samples, most);
        for (int i = 0; i < streams.length; i++) {
            deliveries[i] = new OneWayTimer(i % sampledEach == 0 ? stampInterval : 0, samples, clock);
            streams[i] = new StreamReceiver(messagesOf(i % threads, threads, messagesPerSender), reliable, clock);
        }
    }

    /** Samples in all members' reports together: some hundred kilobytes, however many members there are. */
    private static int mostDeliveries(int members) {
        return Math.clamp(ALL_DELIVERIES / members, LEAST_DELIVERIES, MOST_DELIVERIES);
    }

    /** How many of a sender's messages go through one of its streams; they differ by one at the most. */
    static long messagesOf(int stream, int threads, long messagesPerSender) {
        if (messagesPerSender == StreamReceiver.UNKNOWN) {
            return StreamReceiver.UNKNOWN;
        }
        return messagesPerSender / threads + (stream < messagesPerSender % threads ? 1 : 0);
    }

    /**
     * Times sampled messages that come back to their own sender. To be called before its first message is sent.
     *
     * @param member its index
     * @param timers one for each of its streams
     */
    void timeRoundTrips(int member, RoundTripTimer[] timers) {
        self = member;
        latency = timers;
    }

    /** The timer of a stream that this member sends; empty where no message is timed. */
    Optional<RoundTripTimer> latency(int stream) {
        return stream < latency.length ? Optional.of(latency[stream]) : Optional.empty();
    }

    /** What all streams' samples say. */
    Histogram latencyHistogram() {
        Histogram histogram = RoundTripTimer.emptyHistogram();
        for (RoundTripTimer timer : latency) {
            timer.addTo(histogram);
        }
        return histogram;
    }

    int kind() {
        return kind;
    }

    /** Takes a message in, which begins at the offset; false if it had come before or belongs to no stream. */
    boolean receive(long header, byte[] buffer, int offset) {
        int index = index(header);
        long sequence = MulticastHeader.sequence(header);
        if (index < 0 || !streams[index].receive(sequence)) {
            return false;
        }
        if (MulticastHeader.sender(header) == self) {
            if (latency.length > 0) {
                latency[MulticastHeader.stream(header)].received(sequence);
            }
        } else if (deliveries[index].isDue(sequence)) {
            deliveries[index].received(sequence, buffer, offset);
        }
        return true;
    }

    /** Notes that a stream's sender has sent all. */
    void end(long header) {
        int index = index(header);
        if (index >= 0) {
            streams[index].end(MulticastHeader.sequence(header));
        }
    }

    /** The place of a message's stream; less than 0 if it is of none. */
    private int index(long header) {
        int thread = MulticastHeader.stream(header);
        int index = MulticastHeader.sender(header) * threads + thread;
        return thread < threads && index < streams.length ? index : -1;
    }

    /** How long messages of others took, by two clocks; empty where none was timed. */
    String deliveries() {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        for (int i = 0; i < deliveries.length; i++) {
            deliveries[i].addTo(rows, i / threads);
        }
        return rows.text();
    }

    /** Messages that have to arrive; where only the senders can tell, as many as is known so far. */
    long expected() {
        if (lengthIsKnown) {
            return expectedAtBegin;
        }
        long sum = 0;
        for (StreamReceiver stream : streams) {
            sum += stream.expected() == StreamReceiver.UNKNOWN ? stream.received() : stream.expected();
        }
        return sum;
    }

    long received() {
        long sum = 0;
        for (StreamReceiver stream : streams) {
            sum += stream.received();
        }
        return sum;
    }

    /** Messages of one member that have arrived; none of a member that there is not. */
    long receivedFrom(int member) {
        long sum = 0;
        for (int thread = 0; member >= 0 && thread < threads; thread++) {
            sum += streams[member * threads + thread].received();
        }
        return sum;
    }

    boolean isComplete() {
        return (lengthIsKnown || allEnded()) && received() >= expected();
    }

    /** Whether every sender has said that it has sent all. */
    boolean allEnded() {
        int ended = 0;
        for (StreamReceiver stream : streams) {
            ended += stream.isEnded() ? 1 : 0;
        }
        return ended >= senders * threads;
    }

    /** When the first message came, 0 if none did. */
    long firstNanos() {
        long first = Long.MAX_VALUE;
        for (StreamReceiver stream : streams) {
            if (stream.received() > 0) {
                first = Math.min(first, stream.firstNanos());
            }
        }
        return first == Long.MAX_VALUE ? 0 : first;
    }

    /** When the last message came, 0 if none did. */
    long lastNanos() {
        long last = 0;
        for (StreamReceiver stream : streams) {
            last = Math.max(last, stream.lastNanos());
        }
        return last;
    }

    /**
     * One report for each stream that has to come or has come: where fewer senders are known than must send, the first
     * members are taken for the missing ones, as they are the senders in a planned run.
     */
    List<StreamReport> reports() {
        List<StreamReport> reports = new ArrayList<>();
        forEachStream(i -> reports.add(streams[i].report(i / threads, i % threads)));
        return reports;
    }

    /** The streams that have to come and are not complete, in words: "5 of 100 from member 2". */
    String missing() {
        List<String> missing = new ArrayList<>();
        forEachStream(i -> {
            StreamReceiver stream = streams[i];
            if (!stream.isComplete()) {
                missing.add(lacking(stream) + " from member " + i / threads
                        + (threads > 1 ? " stream " + i % threads : ""));
            }
        });
        return String.join(", ", missing);
    }

    private static String lacking(StreamReceiver stream) {
        return stream.expected() == StreamReceiver.UNKNOWN
                ? "the end after " + stream.received()
                : stream.expected() - stream.received() + " of " + stream.expected();
    }

    private void forEachStream(Consumer<Integer> action) {
        int unknown = senders;
        for (int member = 0; member * threads < streams.length; member++) {
            unknown -= isKnown(member) ? 1 : 0;
        }
        for (int member = 0; member * threads < streams.length; member++) {
            boolean known = isKnown(member);
            if (known || unknown-- > 0) {
                for (int thread = 0; thread < threads; thread++) {
                    action.accept(member * threads + thread);
                }
            }
        }
    }

    private boolean isKnown(int member) {
        for (int thread = 0; thread < threads; thread++) {
            if (streams[member * threads + thread].isKnown()) {
                return true;
            }
        }
        return false;
    }
}
