package io.jgbench.coordination.words;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.SendLateness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Figures of a name, a value with its unit, and what it means. */
public final class FigureLines {
    private static final String COLUMNS = "%-14s%s";

    private final List<Figure> figures = new ArrayList<>();

    /** All figures so far. */
    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    /** All figures so far, in lines of text, of which none is wider unless a single word is. */
    public List<String> lines(int widest) {
        List<String> lines = new ArrayList<>();
        for (Figure figure : figures) {
            int room = widest - COLUMNS.formatted(figure.name(), "").length();
            String name = figure.name();
            for (String line : figure.lines()) {
                for (String part : Paragraph.wrap("", line, room)) {
                    lines.add(COLUMNS.formatted(name, part));
                    name = "";
                }
            }
        }
        return lines;
    }

    /** All figures of others, behind these. */
    public void addAll(FigureLines others) {
        figures.addAll(others.figures);
    }

    /** A figure, and what else is to be said of it. */
    public void add(String name, String value, String... more) {
        List<String> lines = new ArrayList<>(List.of(value));
        lines.addAll(List.of(more));
        figures.add(new Figure(name, lines));
    }

    /**
     * The rates of a run.
     *
     * @param unit what is counted
     * @param of whose rates are averaged, in the singular
     */
    public void rates(String name, String unit, String of, RunFigures figures) {
        add(name, "%s %s/s a %s, mean over %ss".formatted(Numbers.rounded(figures.unitsPerSecond()), unit, of, of));
        add("Throughput", "%s MB/s a %s".formatted(Numbers.megabytes((double) figures.bytesPerSecond()), of));
        add(
                "Cluster",
                "%s %s/s, %s MB/s, sum over %ss"
                        .formatted(
                                Numbers.rounded(figures.clusterUnitsPerSecond()),
                                unit,
                                Numbers.megabytes((double) figures.clusterBytesPerSecond()),
                                of));
        var spread = figures.memberUnitsPerSecond();
        add(
                "Spread",
                "%s to %s %s/s over %ss, %s apart"
                        .formatted(
                                Numbers.rounded(spread.min()),
                                Numbers.rounded(spread.max()),
                                unit,
                                of,
                                Numbers.percent((double) spread.relativePermille())));
    }

    /**
     * Percentiles of a latency, if there is one.
     *
     * @param what what was timed, and from when to when
     * @param more what else is to be said of it, a line each
     */
    public void latency(String name, Optional<Latency> latency, String what, String... more) {
        latency.ifPresent(known -> {
            List<String> lines = new ArrayList<>();
            lines.add(percentiles(known, 0));
            lines.add("of " + Numbers.grouped(known.count()) + " " + what);
            lines.addAll(List.of(more));
            figures.add(new Figure(name, lines));
        });
    }

    /**
     * How late the units of an open loop were handed over, and what of that was the members' own doing.
     *
     * @param unit what is counted
     */
    public void lateness(String name, SendLateness lateness, String unit) {
        add(
                name,
                lateness(lateness.all()) + " after they were due",
                "of %s %s; by the members themselves %s"
                        .formatted(Numbers.grouped(lateness.all().count()), unit, lateness(lateness.generator())));
    }

    private static String lateness(Latency latency) {
        Latency.Exact times = latency.nanos();
        return "p50 %s, p99 %s, max %s"
                .formatted(time(times.p50Nanos()), time(times.p99Nanos()), time(times.maxNanos()));
    }

    /**
     * All percentiles of a latency that a result has.
     *
     * @param moreNanos what is added to each
     */
    public static String percentiles(Latency latency, long moreNanos) {
        Latency.Exact times = latency.nanos();
        return "p50 %s, p90 %s, p99 %s, p99.9 %s, max %s"
                .formatted(
                        time(times.p50Nanos() + moreNanos),
                        time(times.p90Nanos() + moreNanos),
                        time(times.p99Nanos() + moreNanos),
                        time(times.p999Nanos() + moreNanos),
                        time(times.maxNanos() + moreNanos));
    }

    /** How an open loop is spread over time, as the end of a part of a sentence. */
    public static String arrivals(Arrivals arrivals) {
        return switch (arrivals) {
            case EVEN -> "";
            case STAGGERED -> ", staggered";
            case POISSON -> ", Poisson";
        };
    }

    /** Rounded up as the result has it, unless a microsecond would be a good part of it. */
    private static String time(long nanos) {
        return Numbers.millis(nanos < Numbers.NANOS_OF_THREE_DIGITS ? nanos : Math.ceilDiv(nanos, 1000) * 1000);
    }

    /**
     * What the network allows, and how much of it was reached.
     *
     * @param run the run, whose links are known
     * @param counted what the limit counts, in a few words
     */
    public void limit(long bytesPerSecond, RunResult run, Optional<Long> efficiencyPermille, String counted) {
        Link link = run.link().orElseThrow();
        add(
                "Wire limit",
                Numbers.megabytes((double) bytesPerSecond) + " MB/s a member; "
                        + efficiencyPermille
                                .map(permille -> Numbers.percent((double) permille) + " of it reached")
                                .orElse("how much of it was reached is not defined where messages are lost"),
                "links of %s Mbit/s%s, MTU %d; %s"
                        .formatted(
                                rates(link, HostLinks.fastest(run, link)),
                                link.declared() ? " (declared)" : "",
                                link.mtuBytes(),
                                counted));
    }

    private static String rates(Link narrowest, Link fastest) {
        String least = megabits(narrowest);
        return fastest.bytesPerSecond() == narrowest.bytesPerSecond() ? least : least + " to " + megabits(fastest);
    }

    private static String megabits(Link link) {
        return Numbers.rounded(link.bytesPerSecond() * 8 / 1e6);
    }
}
