package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.report.chart.DotPlot;
import io.jgbench.report.chart.DotPlot.Row;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LinearScale;
import io.jgbench.report.chart.Magnitude;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.stored.StoredSuite;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/** How far apart the members of a visit began: the largest of each cell. */
record SuiteStartSection(StoredSuite suite) {
    private static final int MOST_ROWS = 32;

    Optional<PageSection> section() {
        Map<String, VisitDigest> largest = suite.digests().stream()
                .filter(digest ->
                        digest.startSkewNanos().filter(skew -> skew >= 0).isPresent())
                .collect(Collectors.toMap(
                        VisitDigest::cell,
                        digest -> digest,
                        BinaryOperator.maxBy(Comparator.comparingLong(SuiteStartSection::skew)),
                        LinkedHashMap::new));
        List<VisitDigest> visits = largest.values().stream()
                .sorted(Comparator.comparingLong(SuiteStartSection::skew).reversed())
                .limit(MOST_ROWS)
                .toList();
        return visits.isEmpty()
                ? Optional.empty()
                : Optional.of(new PageSection(
                        "start", "Start", List.of(figure(visits, largest.size()).element())));
    }

    private static long skew(VisitDigest digest) {
        return digest.startSkewNanos().orElseThrow();
    }

    private static long error(VisitDigest digest) {
        return Math.max(0, digest.startSkewErrorNanos().orElse(0L));
    }

    private static ChartFigure figure(List<VisitDigest> visits, int cells) {
        double end = visits.stream()
                .mapToDouble(visit -> (double) skew(visit) + error(visit))
                .max()
                .orElse(0);
        var magnitude = Magnitude.ofNanos(end);
        var named = new Magnitude(magnitude.factor(), magnitude.unit() + " from the first member's start to the last");
        return new ChartFigure(
                "start skew of each cell",
                "How far apart the members of a visit began: the largest of all visits of a cell. A bar is its error."
                        + (visits.size() < cells ? " The largest " + visits.size() + " of " + cells + " cells." : ""),
                List.of(),
                new DotPlot(
                                LinearScale.upTo(end, named),
                                visits.stream().map(SuiteStartSection::row).toList(),
                                List.of())
                        .svg(new Drawing(
                                "start-chart",
                                "Start skew of each cell",
                                "The largest is " + magnitude.text((double) skew(visits.getFirst())) + " "
                                        + magnitude.unit() + ".")),
                new DataTable(
                        "The largest start skew of each cell, " + magnitude.unit(),
                        List.of("CELL", "RUN", "SKEW", "ERROR ±"),
                        visits.stream()
                                .map(visit -> List.of(
                                        visit.cell(),
                                        visit.run(),
                                        magnitude.text((double) skew(visit)),
                                        visit.startSkewErrorNanos().isPresent()
                                                ? magnitude.text((double) error(visit))
                                                : "–"))
                                .toList(),
                        Kind.NUMBERS));
    }

    private static Row row(VisitDigest visit) {
        double skew = skew(visit);
        return new Row(visit.cell(), skew, skew - error(visit), skew + error(visit), 0);
    }
}
