package io.jgbench.report.console;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.MeasuredSeries;
import io.jgbench.report.SeriesBins;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rate of each member over time, for a terminal. */
final class RateChart {
    private static final int BARS = 60;
    private static final int MOST_MEMBERS = 16;
    private static final double NANOS_PER_SECOND = 1e9;

    private RateChart() {}

    private record Rates(String name, List<Double> perSecond) {}

    /** A line for each member that was sampled; none where none was. */
    static List<String> of(RunResult run) {
        List<MemberResult> all = run.members().stream()
                .filter(member -> endNanos(member) >= BARS)
                .toList();
        List<MemberResult> sampled = shown(run, all);
        long barNanos = sampled.stream().mapToLong(RateChart::endNanos).max().orElse(BARS) / BARS;
        List<Rates> rates =
                sampled.stream().map(member -> rates(member, barNanos)).toList();
        double largest = rates.stream()
                .flatMap(member -> member.perSecond().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        if (largest <= 0) {
            return List.of();
        }
        int widest =
                rates.stream().mapToInt(member -> member.name().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add("Over time, %s s, 0 to %s %s/s"
                .formatted(
                        Numbers.tenths(barNanos * BARS / NANOS_PER_SECOND),
                        Numbers.rounded(largest),
                        run.spec().workload().unitOfWork()));
        for (var member : rates) {
            lines.add("  " + member.name() + " ".repeat(widest - member.name().length()) + "  "
                    + Sparkline.of(largest, member.perSecond()));
        }
        if (all.size() > sampled.size()) {
            lines.add("  and " + Numbers.counted(all.size() - sampled.size(), "more member"));
        }
        return lines;
    }

    /**
     * The members that are shown. Members that a finding names have precedence, so that a slow one is visible. They
     * stay in the run's order.
     */
    private static List<MemberResult> shown(RunResult run, List<MemberResult> all) {
        if (all.size() <= MOST_MEMBERS) {
            return all;
        }
        Stream<String> texts = Stream.concat(
                run.bottleneck().stream()
                        .flatMap(found -> Stream.of(found.member().orElse(""), found.message())),
                run.verdict().findings().stream().map(Finding::evidence));
        Stream<String> named = texts.flatMap(text -> names(all).filter(name -> isNamed(name, text)));
        Set<String> chosen =
                Stream.concat(named, names(all)).distinct().limit(MOST_MEMBERS).collect(Collectors.toSet());
        return all.stream().filter(member -> chosen.contains(member.name())).toList();
    }

    private static Stream<String> names(List<MemberResult> members) {
        return members.stream().map(MemberResult::name);
    }

    /** Whether it is named itself, and not one whose name it begins, as {@code lab-1} does of {@code lab-17}. */
    private static boolean isNamed(String member, String text) {
        return Pattern.compile("(?<![\\w-])" + Pattern.quote(member) + "(?![\\w-])")
                .matcher(text)
                .find();
    }

    private static Rates rates(MemberResult member, long barNanos) {
        MeasuredSeries series = MeasuredSeries.of(member).orElseThrow();
        var bars = new SeriesBins(barNanos, series.endNanos());
        return new Rates(member.name(), bars.perSecond(series.samples(), Activity.PROGRESS));
    }

    private static long endNanos(MemberResult member) {
        return MeasuredSeries.of(member).map(MeasuredSeries::endNanos).orElse(0L);
    }
}
