package io.jgbench.report.html.run;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.RateSteps;
import io.jgbench.report.chart.Timeline;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.run.MemberActivity.Count;
import io.jgbench.report.html.run.MemberActivity.Strip;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What each member did from one moment to the next, and what happened to it. */
record TimeSection(RunResult run) {
    private static final String ID = "time";
    private static final int MOST_MEMBERS = 24;
    private static final int PARTS = 8;

    Optional<PageSection> section() {
        List<MemberActivity> members = MemberActivity.of(run);
        if (members.isEmpty()) {
            return Optional.empty();
        }
        List<Node> content = new ArrayList<>();
        List<MemberActivity> shown = shown(members);
        content.add(figure(shown, members).element());
        if (shown.size() < members.size()) {
            content.add(Element.of(
                    "p",
                    shown.size() + " of " + members.size()
                            + " members: those first that stood still, then those that missed most, then those that"
                            + " got least."));
        }
        return Optional.of(new PageSection(ID, "Over time", content));
    }

    /** In the order of the members. */
    private static List<MemberActivity> shown(List<MemberActivity> members) {
        Set<MemberActivity> kept = members.stream()
                .sorted(Comparator.comparingDouble(MemberActivity::stalledSeconds)
                        .thenComparingDouble(member -> member.most(Strip.LOSSES))
                        .reversed()
                        .thenComparingDouble(MemberActivity::meanRate))
                .limit(MOST_MEMBERS)
                .collect(Collectors.toSet());
        return members.stream().filter(kept::contains).toList();
    }

    private ChartFigure figure(List<MemberActivity> members, List<MemberActivity> all) {
        List<Strip> strips = List.of(Strip.values()).stream()
                .filter(strip -> members.stream().anyMatch(member -> member.most(strip) > 0))
                .toList();
        String unit = run.spec().workload().unitOfWork() + "/s";
        var timeline = new Timeline(
                unit,
                strips.stream().map(Strip::title).toList(),
                members.stream().map(member -> row(member, strips, members)).toList());
        long stalls = all.stream().mapToLong(member -> member.stalls().size()).sum();
        var drawing = new Drawing(
                "time-chart",
                "Rate of each member over time",
                "%s of %s members over %s s. %s."
                        .formatted(
                                unit,
                                members.size() < all.size() ? members.size() + " of " + all.size() : members.size(),
                                Numbers.tenths(longest(members).endSeconds()),
                                stalls == 0
                                        ? "None stood still"
                                        : Numbers.counted(stalls, "time") + " a member stood still"));
        return new ChartFigure(
                "rate of each member over time",
                "What had reached each member, or of a member that gets nothing what it had sent. All rows have the"
                        + " same axes.",
                keys(strips, stalls > 0),
                timeline.svg(drawing),
                numbers(members, unit));
    }

    private static Timeline.Row row(MemberActivity member, List<Strip> strips, List<MemberActivity> all) {
        return new Timeline.Row(
                member.name(),
                member.rates(),
                member.stalls(),
                strips.stream()
                        .map(strip -> shares(
                                member.events(strip),
                                all.stream()
                                        .flatMap(each -> each.events(strip).stream())
                                        .mapToDouble(Double::doubleValue)
                                        .max()
                                        .orElse(1)))
                        .toList());
    }

    private static List<Double> shares(List<Double> events, double largest) {
        return events.stream().map(event -> event / largest).toList();
    }

    private static List<Element> keys(List<Strip> strips, boolean hasStalls) {
        List<Element> keys = new ArrayList<>();
        keys.add(ChartFigure.key(box("area"), "rate"));
        if (hasStalls) {
            keys.add(ChartFigure.key(box("stall").attribute("fill", "url(#time-chart-hatch)"), "stood still"));
        }
        IntStream.range(0, strips.size())
                .mapToObj(i -> ChartFigure.key(box("strip" + i), strips.get(i).title()))
                .forEach(keys::add);
        return keys;
    }

    private static Element box(String classes) {
        return new SvgPath()
                .move(2, 2)
                .horizontal(22)
                .vertical(12)
                .horizontal(2)
                .close()
                .element(classes);
    }

    private static DataTable numbers(List<MemberActivity> members, String unit) {
        List<Count> counts = Arrays.stream(Count.values())
                .filter(count -> members.stream().anyMatch(member -> member.total(count) > 0))
                .toList();
        List<Double> ends = ends(longest(members));
        List<String> columns = new ArrayList<>(List.of("MEMBER"));
        ends.forEach(end -> columns.add("TO " + Numbers.tenths(end) + " s"));
        columns.addAll(List.of("STALLS", "STALLED s"));
        counts.forEach(count -> columns.add(count.column()));
        var rows = members.stream().map(member -> numbers(member, counts, ends)).toList();
        return new DataTable(
                "Mean " + unit + " in each part of the time, and what happened in all of it",
                columns,
                rows,
                Kind.NUMBERS);
    }

    /** Of the member that was measured for the longest time; those of others end before. */
    private static RateSteps longest(List<MemberActivity> members) {
        return members.stream()
                .map(MemberActivity::rates)
                .max(Comparator.comparingDouble(RateSteps::endSeconds))
                .orElseThrow();
    }

    /** Where the columns end: at intervals' ends, as the rates within one are not known. */
    private static List<Double> ends(RateSteps rates) {
        int steps = rates.perSecond().size();
        int parts = Math.min(PARTS, steps);
        return IntStream.rangeClosed(1, parts)
                .mapToObj(part -> rates.to(part * steps / parts - 1))
                .toList();
    }

    private static List<String> numbers(MemberActivity member, List<Count> counts, List<Double> ends) {
        List<String> row = new ArrayList<>(List.of(member.name()));
        for (int part = 0; part < ends.size(); part++) {
            var mean = member.rates().mean(part == 0 ? 0 : ends.get(part - 1), ends.get(part));
            row.add(mean.isPresent() ? Numbers.rounded(mean.getAsDouble()) : "–");
        }
        row.add(String.valueOf(member.stalls().size()));
        row.add(Numbers.tenths(member.stalledSeconds()));
        counts.forEach(count -> row.add(count.text(member.total(count))));
        return row;
    }
}
