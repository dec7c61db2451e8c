package io.jgbench.operator.cluster;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;

/**
 * Makes of the report of a simulated member that of one which measured for ten minutes: with samples each tenth of a
 * second, a time series each second, delivery times, latencies and facts about its host, as large as real ones are.
 */
public final class LongReport {
    private static final Duration MEASURED = Duration.ofMinutes(10);
    private static final int MOST_DELIVERIES = 4096;
    private static final int FACTS = 150;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long HEAP_BYTES = 600_000_000;

    private LongReport() {}

    /** The report of ten minutes. */
    public static MemberReport of(MemberReport report) {
        var random = new Random(report.index());
        long began = report.beganAtEpochNanos();
        long ended = began + MEASURED.toNanos();
        var workload = Workloads.MULTICAST.own(report.workload());
        Map<String, String> host = new HashMap<>(report.host());
        for (int i = 0; i < FACTS; i++) {
            host.put("net.ipv4.conf.all.parameter_number_" + i, Integer.toString(random.nextInt(1_000_000)));
        }
        return MemberReportBuilder.builder(report)
                .workload(MulticastReportBuilder.builder(workload)
                        .lastReceivedEpochNanos(ended)
                        .timedUntilEpochNanos(ended)
                        .latencyHistogram(latencies(random))
                        .deliveries(deliveries(random, began, workload.streams().size()))
                        .samples(samples(random, began))
                        .build())
                .host(host)
                .activity(activity(random, began))
                .build();
    }

    private static Activity activity(RandomGenerator random, long began) {
        List<String> columns = List.of(
                Activity.EPOCH_MICROS,
                Activity.PROGRESS,
                Activity.SENT,
                Counters.COLLECTOR_CPU_NANOS,
                Counters.COLLECTOR_WAITED_NANOS,
                Counters.CPU_STEAL_NANOS,
                Counters.CPU_THROTTLED_NANOS,
                Counters.DELAYED_NANOS,
                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                Counters.GC_NANOS,
                Counters.RETRANSMISSIONS,
                Counters.STALLED_NANOS,
                Counters.VIEW_CHANGES);
        var rows = new CountRows(columns.size());
        long[] row = new long[columns.size()];
        row[0] = began / 1000;
        rows.add(row);
        for (long i = 0; i < MEASURED.dividedBy(Activity.INTERVAL); i++) {
            row = row.clone();
            row[0] += 99_700 + random.nextInt(600);
            row[1] += 9_500 + random.nextInt(1000);
            row[2] += 35 + random.nextInt(10);
            row[3] += i % 30 == 0 ? 2_000_000 + random.nextInt(1_000_000) : 0;
            row[4] += i % 30 == 0 ? random.nextInt(1_000_000) : 0;
            row[7] += random.nextInt(200_000);
            row[8] += random.nextInt(5_000_000);
            row[9] += i % 30 == 0 ? 2_000_000 + random.nextInt(1_000_000) : 0;
            row[10] += random.nextInt(3);
            rows.add(row);
        }
        return new Activity(columns, rows.text());
    }

    private static String latencies(RandomGenerator random) {
        var histogram = new Histogram(3);
        for (int i = 0; i < 10_000; i++) {
            histogram.recordValue(200_000 + (long) (random.nextExponential() * 300_000));
        }
        return HistogramText.encode(histogram);
    }

    private static String deliveries(RandomGenerator random, long began, int members) {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        long at = began / 1000;
        for (int i = 0; i < MOST_DELIVERIES; i++) {
            at += random.nextInt(250_000);
            rows.add(random.nextInt(members), at, 200_000 + random.nextInt(500_000));
        }
        return rows.text();
    }

    private static List<Sample> samples(RandomGenerator random, long began) {
        List<Sample> samples = new ArrayList<>();
        long received = 0;
        for (int i = 1; i <= MEASURED.toSeconds(); i++) {
            long rate = 95_000L + random.nextInt(10_000);
            received += rate;
            samples.add(new Sample(
                    began + i * SECOND_NANOS,
                    received,
                    received / 256,
                    rate,
                    rate * 1000,
                    random.nextLong(HEAP_BYTES),
                    HEAP_BYTES));
        }
        return samples;
    }
}
