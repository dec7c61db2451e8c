package io.jgbench.report.html.run;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.stalls.ActivitySeries;
import io.jgbench.coordination.stalls.Stall;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.MeasuredSeries;
import io.jgbench.report.SeriesBins;
import io.jgbench.report.chart.RateSteps;
import io.jgbench.report.chart.Timeline.Span;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What one member did and met, in intervals that are as long for all members, but for the last one.
 *
 * @param name its name
 * @param rates units of work a second
 * @param stalls when it stood still
 * @param counted how much was counted in each interval
 */
record MemberActivity(String name, RateSteps rates, List<Span> stalls, Map<Count, List<Double>> counted) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_BINS = 280;

    /** What can happen to a member, as it is drawn. */
    enum Strip {
        /** The JVM stood still for its collector. */
        PAUSES("collector pauses"),
        /** Messages did not arrive at first, or its host dropped packets. */
        LOSSES("missed and asked for again, or dropped by its host"),
        /** It sent something again. */
        RESENT("sent again");

        private final String title;

        Strip(String title) {
            this.title = title;
        }

        /** What of it is counted. A message that is asked for again may be in a packet that was dropped. */
        List<Count> counts() {
            return switch (this) {
                case PAUSES -> List.of(Count.PAUSED);
                case LOSSES -> List.of(Count.ASKED_AGAIN, Count.DROPPED);
                case RESENT -> List.of(Count.RESENT);
            };
        }

        String title() {
            return title;
        }
    }

    /** What is counted of a member, each in a column of its own. */
    enum Count {
        /** Nanoseconds for which the JVM stood still for its collector. */
        PAUSED("PAUSED s"),
        /** Messages that did not arrive at first. */
        ASKED_AGAIN("ASKED AGAIN"),
        /** Packets that its host dropped. */
        DROPPED("DROPPED"),
        /** Messages and segments that it sent again. */
        RESENT("RESENT");

        private final String column;

        Count(String column) {
            this.column = column;
        }

        private List<String> counters() {
            return switch (this) {
                case PAUSED -> List.of(Counters.GC_NANOS);
                case ASKED_AGAIN -> List.of(Counters.RETRANSMISSION_REQUESTS);
                case DROPPED ->
                    List.of(
                            Counters.UDP_RECEIVE_BUFFER_DROPS,
                            Counters.UDP_SEND_BUFFER_DROPS,
                            Counters.INTERFACE_RECEIVE_DROPS,
                            Counters.INTERFACE_SEND_DROPS);
                case RESENT -> List.of(Counters.RETRANSMISSIONS, Counters.TCP_RETRANSMITTED_SEGMENTS);
            };
        }

        String column() {
            return column;
        }

        String text(double total) {
            return this == PAUSED
                    ? String.format(Locale.ROOT, "%.2f", total / NANOS_PER_SECOND)
                    : Numbers.rounded(total);
        }
    }

    /** Those of a run's members that were sampled, in intervals that are the same for all. */
    static List<MemberActivity> of(RunResult run) {
        List<MemberResult> sampled =
                run.members().stream().filter(member -> endNanos(member) > 0).toList();
        long end = sampled.stream().mapToLong(MemberActivity::endNanos).max().orElse(0);
        long interval = Activity.INTERVAL.toNanos();
        long bin = interval * Math.max(1, Math.ceilDiv(end, interval * MOST_BINS));
        return sampled.stream().map(member -> of(member, run.stalls(), bin)).toList();
    }

    private static long endNanos(MemberResult member) {
        return MeasuredSeries.of(member).map(MeasuredSeries::endNanos).orElse(0L);
    }

    private static MemberActivity of(MemberResult member, List<Stall> stalls, long binNanos) {
        MeasuredSeries measured = MeasuredSeries.of(member).orElseThrow();
        ActivitySeries series = measured.samples();
        var bins = new SeriesBins(binNanos, measured.endNanos());
        return new MemberActivity(
                member.name(),
                new RateSteps(
                        binNanos / NANOS_PER_SECOND,
                        bins.endNanos() / NANOS_PER_SECOND,
                        bins.perSecond(series, Activity.PROGRESS)),
                stalls.stream()
                        .filter(stall -> stall.member().equals(member.name()))
                        .map(MemberActivity::span)
                        .toList(),
                counted(member, series, bins));
    }

    private static Map<Count, List<Double>> counted(MemberResult member, ActivitySeries series, SeriesBins bins) {
        Map<Count, List<Double>> counted = new EnumMap<>(Count.class);
        for (Count count : Count.values()) {
            counted.put(count, counted(member, series, count, bins));
        }
        return counted;
    }

    /** Only what the result counts as this member's: a kernel that several share counts for all of them. */
    private static List<Double> counted(MemberResult member, ActivitySeries series, Count count, SeriesBins bins) {
        double[] sum = new double[bins.number()];
        for (String counter : count.counters()) {
            if (member.counters().containsKey(counter)) {
                double[] rises = bins.rises(series, counter);
                Arrays.setAll(sum, i -> sum[i] + rises[i]);
            }
        }
        return Arrays.stream(sum).boxed().toList();
    }

    private static Span span(Stall stall) {
        return new Span(
                stall.fromNanos() / NANOS_PER_SECOND,
                stall.toNanos() / NANOS_PER_SECOND,
                "From %s s on for %s s: %s arrived, %s are usual in as much time"
                        .formatted(
                                Numbers.seconds(stall.fromNanos()),
                                Numbers.seconds(stall.durationNanos()),
                                Numbers.grouped(stall.arrived()),
                                Numbers.grouped(stall.usual())));
    }

    /** In each interval the largest of what the strip counts, as a sum would hold one loss twice. */
    List<Double> events(Strip strip) {
        return strip.counts().stream()
                .map(counted::get)
                .reduce((one, other) -> IntStream.range(0, one.size())
                        .mapToObj(i -> Math.max(one.get(i), other.get(i)))
                        .toList())
                .orElseThrow();
    }

    /** The largest of the totals of what the strip counts. */
    double most(Strip strip) {
        return strip.counts().stream().mapToDouble(this::total).max().orElse(0);
    }

    double total(Count count) {
        return counted.get(count).stream().mapToDouble(Double::doubleValue).sum();
    }

    double meanRate() {
        return rates.mean(0, rates.endSeconds()).orElse(0);
    }

    double stalledSeconds() {
        return stalls.stream()
                .mapToDouble(stall -> stall.toSeconds() - stall.fromSeconds())
                .sum();
    }
}
