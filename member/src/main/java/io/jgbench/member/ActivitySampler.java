package io.jgbench.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.workload.SamplingThread;
import io.jgbench.workload.Workload.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Notes each {@link Activity#INTERVAL} what a member has done and met so far, in a thread of its own that only reads
 * counters. Where a very long run would have more than {@link Activity#MOST_SAMPLES} or {@link Activity#MOST_BYTES} of
 * them, every second one is dropped and from then on only every second one taken. Rows are held as text, and so bounded
 * by bytes as well, and a tick that is left out reads no counter: {@code BoundedSamples} does neither.
 */
final class ActivitySampler implements AutoCloseable {
    /** What tells why a member stood still, and when something was lost. */
    private static final Set<String> NOTED = Set.of(
            Counters.GC_NANOS,
            Counters.COLLECTOR_CPU_NANOS,
            Counters.COLLECTOR_WAITED_NANOS,
            Counters.STALLED_NANOS,
            Counters.STOPPED_NANOS,
            Counters.DELAYED_NANOS,
            Counters.CPU_STEAL_NANOS,
            Counters.CPU_THROTTLED_NANOS,
            Counters.RETRANSMISSIONS,
            Counters.RETRANSMISSION_REQUESTS,
            Counters.TCP_RETRANSMITTED_SEGMENTS,
            Counters.UDP_RECEIVE_BUFFER_DROPS,
            Counters.UDP_SEND_BUFFER_DROPS,
            Counters.INTERFACE_RECEIVE_DROPS,
            Counters.INTERFACE_SEND_DROPS,
            Counters.FLOW_CONTROL_BLOCKED_NANOS,
            Counters.VIEW_CHANGES);

    private static final List<String> ITS_OWN = List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT);

    /** In a larger cluster a column a member would be most of the samples. */
    private static final int MOST_WAITED_FOR = 32;

    private static final long TOO_EARLY_NANOS = Activity.INTERVAL.toNanos() / 2;

    private final Supplier<Flow> flow;
    private final EpochClock clock;
    private final List<String> columns;
    private final List<LongSupplier> noted;
    private final SamplingThread thread;

    @GuardedBy("this")
    private CountRows rows;

    @GuardedBy("this")
    private int each = 1;

    @GuardedBy("this")
    private int skipped;

    @GuardedBy("this")
    private long lastNanos;

    /**
     * Takes a first sample and waits for {@link #begin}.
     *
     * @param flow what has moved so far
     * @param counters what was met so far; those that are not noted are passed over
     */
    ActivitySampler(Supplier<Flow> flow, Map<String, LongSupplier> counters, EpochClock clock) {
        this.flow = flow;
        this.clock = clock;
        List<String> names = noted(counters.keySet());
        this.noted = names.stream().map(counters::get).toList();
        this.columns = Stream.concat(ITS_OWN.stream(), names.stream()).toList();
        this.rows = new CountRows(columns.size());
        sample();
        this.thread = SamplingThread.waiting(this::tick, Activity.INTERVAL);
    }

    private static List<String> noted(Set<String> known) {
        List<String> waitedFor = known.stream()
                .filter(name -> name.startsWith(Counters.WAITED_FOR_NANOS))
                .sorted()
                .toList();
        List<String> noted =
                new ArrayList<>(known.stream().filter(NOTED::contains).sorted().toList());
        if (waitedFor.size() <= MOST_WAITED_FOR) {
            noted.addAll(waitedFor);
        }
        return List.copyOf(noted);
    }

    /** Samples from now on. */
    void begin() {
        thread.begin();
    }

    /** Takes the last sample and ends the thread. */
    void finish() {
        thread.close();
        sample();
    }

    @Override
    public void close() {
        thread.close();
    }

    /** All samples so far. */
    synchronized Activity activity() {
        return new Activity(columns, rows.text());
    }

    /** A process that was stopped wakes to all the ticks that it missed, of which one is enough. */
    private synchronized void tick() {
        skipped++;
        if (skipped >= each && clock.epochNanos() - lastNanos >= TOO_EARLY_NANOS) {
            sample();
        }
    }

    /** Takes a sample now. */
    synchronized void sample() {
        skipped = 0;
        lastNanos = clock.epochNanos();
        Flow now = flow.get();
        long[] row = new long[columns.size()];
        row[0] = TimeUnit.NANOSECONDS.toMicros(lastNanos);
        row[1] = now.arrived();
        row[2] = now.sent();
        for (int i = 0; i < noted.size(); i++) {
            row[ITS_OWN.size() + i] = noted.get(i).getAsLong();
        }
        rows.add(row);
        if (rows.size() == Activity.MOST_SAMPLES || rows.bytes() > Activity.MOST_BYTES) {
            rows = rows.everySecond();
            each *= 2;
        }
    }
}
