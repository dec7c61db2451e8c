package io.jgbench.coordination.result;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Builds the report of one member; what is not set is that of a member that did its whole workload. */
public final class TestReport {
    public static final Framing UDP = new Framing(0, 1472, 0, Layer.UDP, true);
    public static final long BEGAN = 1_000_000_000_000L;

    private int index;
    private final boolean sender;
    private final List<StreamReport> streams = new ArrayList<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, String> host = new HashMap<>();
    private long sent;
    private long beganAt = BEGAN;
    private long elapsedNanos = Duration.ofSeconds(1).toNanos();
    private Optional<String> failure = Optional.empty();
    private Activity activity = Activity.NONE;
    private String histogram = "";
    private String deliveries = "";
    private Optional<OpenLoopReport> openLoop = Optional.empty();
    private Framing framing = UDP;

    private TestReport(int index, boolean sender, long sent) {
        this.index = index;
        this.sender = sender;
        this.sent = sent;
    }

    /** Member {@code index} of a run with {@code senders} senders that send {@code messages} each: all arrived. */
    public static TestReport whole(int index, int senders, long messages) {
        var report = new TestReport(index, index < senders, index < senders ? messages : 0);
        for (int from = 0; from < senders; from++) {
            report.streams.add(new StreamReport(from, 0, messages, messages, 0, 0, 0));
        }
        return report;
    }

    public TestReport in(Duration firstToLast) {
        elapsedNanos = firstToLast.toNanos();
        return this;
    }

    public TestReport beganAt(long epochNanos) {
        beganAt = epochNanos;
        return this;
    }

    public TestReport lost(int from, long lost) {
        return change(from, lost, 0, 0);
    }

    public TestReport duplicated(int from, long duplicated) {
        return change(from, 0, duplicated, 0);
    }

    public TestReport reordered(int from, long reordered) {
        return change(from, 0, 0, reordered);
    }

    private TestReport change(int from, long lost, long duplicated, long reordered) {
        var stream = streams.get(from);
        streams.set(
                from,
                new StreamReport(from, 0, stream.expected(), stream.expected() - lost, lost, duplicated, reordered));
        return this;
    }

    public TestReport counter(String name, long value) {
        counters.put(name, value);
        return this;
    }

    /** Bytes that its interface received and sent. */
    public TestReport carried(long received, long sentBytes) {
        return counter(Counters.INTERFACE_RECEIVED_BYTES, received).counter(Counters.INTERFACE_SENT_BYTES, sentBytes);
    }

    public TestReport host(String fact, String value) {
        host.put(fact, value);
        return this;
    }

    public TestReport host(HostFact fact, String value) {
        return host(fact.label(), value);
    }

    public TestReport overTcp() {
        framing = new Framing(0, 65_535, 4, Layer.TCP, false);
        return this;
    }

    public TestReport framed(Framing as) {
        framing = as;
        return this;
    }

    public TestReport at(int place) {
        index = place;
        return this;
    }

    public TestReport failed(String sentence) {
        failure = Optional.of(sentence);
        return this;
    }

    public TestReport sent(long messages) {
        sent = messages;
        return this;
    }

    /** Messages received in each second since the start. */
    public TestReport rates(long... messagesOfSecond) {
        return arrivals(Duration.ofSeconds(1), messagesOfSecond);
    }

    /** Messages received in each interval since the start. */
    public TestReport arrivals(Duration interval, long... messages) {
        return course(interval, messages, messages);
    }

    /** Messages received and sent in each interval since the begin; of both as many intervals. */
    public TestReport course(Duration interval, long[] received, long[] sentMessages) {
        var rows = new CountRows(3);
        rows.add(BEGAN / 1000, 0, 0);
        long arrived = 0;
        long begun = 0;
        for (int i = 0; i < received.length; i++) {
            arrived += received[i];
            begun += sentMessages[i];
            rows.add((BEGAN + interval.multipliedBy(i + 1L).toNanos()) / 1000, arrived, begun);
        }
        activity = new Activity(List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT), rows.text());
        return this;
    }

    /** The same of a member that waits for another one's credits in each interval in which it sends nothing. */
    public TestReport courseWaitingFor(String awaited, Duration interval, long[] received, long[] sentMessages) {
        var rows = new CountRows(4);
        rows.add(BEGAN / 1000, 0, 0, 0);
        long arrived = 0;
        long begun = 0;
        long waited = 0;
        for (int i = 0; i < received.length; i++) {
            arrived += received[i];
            begun += sentMessages[i];
            waited += sentMessages[i] == 0 ? interval.toNanos() : 0;
            rows.add((BEGAN + interval.multipliedBy(i + 1L).toNanos()) / 1000, arrived, begun, waited);
        }
        return activity(new Activity(
                List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT, Counters.WAITED_FOR_NANOS + awaited),
                rows.text()));
    }

    public TestReport activity(Activity sampled) {
        activity = sampled;
        return this;
    }

    public TestReport latencies(long... nanos) {
        histogram = histogram(nanos);
        return this;
    }

    /** Messages of a member took so long until they were here, by the clocks of both. */
    public TestReport delivered(int from, long... nanos) {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        Arrays.stream(nanos).forEach(each -> rows.add(from, BEGAN / 1000, each));
        deliveries = rows.text();
        return this;
    }

    /**
     * What was due in so much time took so much, and each message was late by so much, partly by the member itself. As
     * of a member of an earlier version it is not told what was left when time was over.
     */
    public TestReport openLoop(Duration planned, Duration took, long lateNanos, long ownNanos) {
        openLoop = Optional.of(
                new OpenLoopReport(planned.toNanos(), took.toNanos(), 0, histogram(lateNanos), histogram(ownNanos)));
        return this;
    }

    private static String histogram(long... nanos) {
        var recorded = new Histogram(3);
        Arrays.stream(nanos).forEach(recorded::recordValue);
        return HistogramText.encode(recorded);
    }

    public MemberReport report() {
        long expected = streams.stream().mapToLong(StreamReport::expected).sum();
        long received = streams.stream().mapToLong(StreamReport::received).sum();
        long own = streams.stream()
                .filter(stream -> stream.senderIndex() == index)
                .mapToLong(StreamReport::received)
                .sum();
        return new MemberReport(
                "run-1",
                "member-" + index,
                index,
                failure.isPresent(),
                failure,
                beganAt,
                MulticastReportBuilder.builder()
                        .sender(sender)
                        .sentMessages(sent)
                        .receivedMessages(received)
                        .expectedMessages(expected)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(beganAt)
                        .lastReceivedEpochNanos(beganAt + elapsedNanos)
                        .timedMessages(received)
                        .timedOwnMessages(own)
                        .timedUntilEpochNanos(beganAt + elapsedNanos)
                        .streams(streams)
                        .latencyHistogram(histogram)
                        .deliveries(deliveries)
                        .openLoop(openLoop)
                        .samples(List.of())
                        .build(),
                counters,
                framing,
                host,
                activity);
    }
}
