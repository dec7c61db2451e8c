package io.jgbench.coordination.suite;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.spec.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The rate of a cluster in the course of the measured part, in at most {@link #MAX_POINTS} intervals of the same
 * length. Members' clocks are taken as they are: on one machine and with synchronised clocks they differ by far less
 * than an interval.
 *
 * @param intervalMicros the length of an interval
 * @param unitsPerSecond units of work that reached all members together in each interval, a second
 */
public record DigestSeries(long intervalMicros, List<Long> unitsPerSecond) {
    /** The most intervals. */
    public static final int MAX_POINTS = 60;

    private static final double MICROS_PER_SECOND = 1e6;

    /** Copies the list. */
    public DigestSeries {
        unitsPerSecond = List.copyOf(unitsPerSecond);
    }

    /**
     * The series of a run; empty unless each member that work reaches was sampled while the workload ran.
     *
     * @param all what its members reported
     */
    static Optional<DigestSeries> of(RunSpec run, List<MemberReport> all) {
        List<MemberReport> reports = all.stream()
                .filter(report -> run.workload().receives(report.index(), run.members()))
                .toList();
        long begin = reports.stream()
                .mapToLong(report -> report.beganAtEpochNanos() / 1000)
                .min()
                .orElse(0);
        long end = reports.stream()
                .mapToLong(report -> report.workload().endedAtEpochNanos() / 1000)
                .max()
                .orElse(0);
        long intervals = Math.clamp((end - begin) / (Activity.INTERVAL.toNanos() / 1000), 1, MAX_POINTS);
        long interval = (end - begin) / intervals;
        if (reports.isEmpty() || interval <= 0) {
            return Optional.empty();
        }
        List<double[]> members = new ArrayList<>();
        for (MemberReport report : reports) {
            Arrivals arrivals = Arrivals.of(report.activity());
            if (arrivals.isEmpty() || report.beganAtEpochNanos() == 0) {
                return Optional.empty();
            }
            members.add(LongStream.rangeClosed(0, intervals)
                    .mapToDouble(i -> arrivals.until(begin + i * interval))
                    .toArray());
        }
        List<Long> rates = new ArrayList<>();
        for (int i = 0; i < intervals; i++) {
            int from = i;
            double arrived = members.stream()
                    .mapToDouble(until -> until[from + 1] - until[from])
                    .sum();
            rates.add(Math.round(arrived * MICROS_PER_SECOND / interval));
        }
        return Optional.of(new DigestSeries(interval, rates));
    }

    /** What had reached a member at each sample. */
    private static final class Arrivals {
        private final long[] epochMicros;
        private final long[] counts;

        private Arrivals(long[] epochMicros, long[] counts) {
            this.epochMicros = epochMicros;
            this.counts = counts;
        }

        static Arrivals of(Activity activity) {
            int at = activity.columns().indexOf(Activity.EPOCH_MICROS);
            int arrived = activity.columns().indexOf(Activity.PROGRESS);
            List<long[]> samples = at < 0 || arrived < 0 ? List.of() : activity.samples();
            return new Arrivals(
                    samples.stream().mapToLong(sample -> sample[at]).toArray(),
                    samples.stream().mapToLong(sample -> sample[arrived]).toArray());
        }

        boolean isEmpty() {
            return counts.length == 0;
        }

        /** Between two samples as if they had arrived evenly; before the first and after the last as at that one. */
        double until(long micros) {
            int next = 0;
            while (next < epochMicros.length && epochMicros[next] < micros) {
                next++;
            }
            if (next == 0 || next == epochMicros.length) {
                return counts[Math.min(next, counts.length - 1)];
            }
            double part = (micros - epochMicros[next - 1]) / (double) (epochMicros[next] - epochMicros[next - 1]);
            return counts[next - 1] + part * (counts[next] - counts[next - 1]);
        }
    }
}
