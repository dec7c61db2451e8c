package io.jgbench.report.html;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.Timeline;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.MemberActivity.Strip;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.markup.SvgPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        content.add(figure(members.subList(0, Math.min(MOST_MEMBERS, members.size())))
                .element());
        if (members.size() > MOST_MEMBERS) {
            content.add(Element.of("p", "The first " + MOST_MEMBERS + " of " + members.size() + " members."));
        }
        return Optional.of(new PageSection(ID, "Over time", content));
    }

    private ChartFigure figure(List<MemberActivity> members) {
        List<Strip> strips = List.of(Strip.values()).stream()
                .filter(strip -> members.stream().anyMatch(member -> member.total(strip) > 0))
                .toList();
        double binSeconds = members.getFirst().binSeconds();
        String unit = run.spec().workload().unitOfWork() + "/s";
        var timeline = new Timeline(
                unit,
                binSeconds,
                strips.stream().map(Strip::title).toList(),
                members.stream().map(member -> row(member, strips, members)).toList());
        long stalls =
                members.stream().mapToLong(member -> member.stalls().size()).sum();
        var drawing = new Drawing(
                "time-chart",
                "Rate of each member over time",
                "%s of %d members over %s s. %s."
                        .formatted(
                                unit,
                                members.size(),
                                Numbers.tenths(binSeconds * longest(members)),
                                stalls == 0 ? "None stood still" : stalls + " times a member stood still"));
        return new ChartFigure(
                "rate of each member over time",
                "What had reached each member, or of a member that gets nothing what it had sent. All rows have the"
                        + " same axes.",
                keys(strips, stalls > 0),
                timeline.svg(drawing),
                numbers(members, strips, unit));
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

    private static DataTable numbers(List<MemberActivity> members, List<Strip> strips, String unit) {
        int bins = longest(members);
        double seconds = members.getFirst().binSeconds() * bins;
        int parts = Math.min(PARTS, bins);
        List<String> columns = new ArrayList<>(List.of("MEMBER"));
        IntStream.range(0, parts)
                .mapToObj(part -> "TO " + Numbers.tenths(seconds * (part + 1) / parts) + " s")
                .forEach(columns::add);
        columns.addAll(List.of("STALLS", "STALLED s"));
        strips.forEach(strip -> columns.add(strip.column()));
        var rows = members.stream()
                .map(member -> numbers(member, strips, parts, bins))
                .toList();
        return new DataTable(
                "Mean " + unit + " in each part of the time, and what happened in all of it",
                columns,
                rows,
                Kind.NUMBERS);
    }

    /** Of the member that was measured for the longest time; those of others end before. */
    private static int longest(List<MemberActivity> members) {
        return members.stream().mapToInt(member -> member.rates().size()).max().orElse(0);
    }

    private static List<String> numbers(MemberActivity member, List<Strip> strips, int parts, int bins) {
        List<String> row = new ArrayList<>(List.of(member.name()));
        Timeline.parts(member.rates(), parts, bins).stream()
                .map(mean -> mean.isPresent() ? Numbers.rounded(mean.getAsDouble()) : "–")
                .forEach(row::add);
        row.add(String.valueOf(member.stalls().size()));
        row.add(Numbers.tenths(member.stalls().stream()
                .mapToDouble(stall -> stall.toSeconds() - stall.fromSeconds())
                .sum()));
        strips.forEach(strip -> row.add(strip.text(member.total(strip))));
        return row;
    }
}
