package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteHistory.Change;
import io.jgbench.coordination.suite.result.SuiteHistory.Point;
import io.jgbench.coordination.suite.result.SuiteHistory.Series;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryReportTest {

    @Test
    void changeStandsAtTheFirstSuiteAfterIt() {
        String text = text(List.of(new Change(1, 100_000, 90_000, OptionalDouble.of(-100), 0.002, true)));

        assertThat(text)
                .containsPattern("stack=udp: unitsPerSecond\nLAST VISIT OVER +SUITE +MEDIAN +95 % INTERVAL +CHANGE\n")
                .containsPattern("2026-11-01 10:00 +lab +100,000 +95,000 to 105,000\n")
                .containsPattern("2026-11-02 10:00 +lab +90,000 +- +-10.0 %, p = 0.0020\n")
                .contains("Hosts or JVMs changed as well at 2026-11-02 10:00 UTC.");
        assertThat(text.replaceAll("\\s+", " "))
                .contains("CHANGED: 1 change of level in 1 cells, by e-divisive with a permutation test. By chance"
                        + " alone, at most 1.0 % of unchanged cells are reported as changed: 0.01 of 1 on average.");
        assertThat(text.lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    @Test
    void hostsThatAreNotKnownAtAChangeAreSaidNotToBe() {
        var points = List.of(
                point("2026-11-01T10:00:00Z", 100_000, Optional.empty()),
                new Point(Instant.parse("2026-11-02T10:00:00Z"), "lab", "place", 90_000, Optional.empty(), List.of()));
        var change = new Change(1, 100_000, 90_000, OptionalDouble.of(-100), 0.002, false);

        assertThat(text(new Series("stack=udp", points, List.of(change))))
                .contains("Whether hosts or JVMs changed as well at 2026-11-02 10:00 UTC is not known.");
    }

    @Test
    void longCellsThatEndAlikeAreToldApart() {
        String end = ",transport.properties.bundler=transfer-queue,messageSize=1k,senders=all,protocol=udp";
        List<Point> points = List.of(point("2026-11-01T10:00:00Z", 100_000, Optional.empty()));

        String text = HistoryReport.text(
                new SuiteHistory(
                        1,
                        "unitsPerSecond",
                        0.01,
                        List.of(
                                new Series("members=2" + end, points, List.of()),
                                new Series("members=4" + end, points, List.of()))),
                Style.PLAIN);

        assertThat(text.lines())
                .contains("members=2" + end + ":", "members=4" + end + ":")
                .filteredOn(line -> line.startsWith("LAST VISIT OVER  "))
                .hasSize(2);
    }

    @Test
    void seriesWithoutAChangeSaysSo() {
        assertThat(text(series("stack=udp", 10)))
                .contains("NO CHANGE: 0 changes of level in 1 cells")
                .doesNotContain("no change can be found");
    }

    @Test
    void seriesTooShortForAChangeAreNotSaidToHaveNone() {
        assertThat(text(series("stack=udp", 3), series("stack=tcp", 1)).replaceAll("\\s+", " "))
                .doesNotContain("NO CHANGE")
                .endsWith("TOO FEW SUITES (3; at least 10): A permutation test finds a change with p = 0.0100 or less"
                        + " only in a cell with figures of at least 10 suites. No cell has more than 3. ");
    }

    @Test
    void seriesTooShortForAChangeAreCountedBesideOthers() {
        assertThat(text(series("stack=udp", 10), series("stack=tcp", 9)).replaceAll("\\s+", " "))
                .contains("NO CHANGE: 0 changes of level in 2 cells")
                .endsWith("In 1 of 2 cells no change can be found: it takes figures of at least 10 suites. ");
    }

    private static String text(Series... series) {
        return HistoryReport.text(new SuiteHistory(1, "unitsPerSecond", 0.01, List.of(series)), Style.PLAIN);
    }

    private static Series series(String cell, int suites) {
        return new Series(
                cell,
                IntStream.range(0, suites)
                        .mapToObj(day -> point("2026-11-1" + day + "T10:00:00Z", 100_000 + day, Optional.empty()))
                        .toList(),
                List.of());
    }

    private static String text(List<Change> changes) {
        var points = List.of(
                point("2026-11-01T10:00:00Z", 100_000, Optional.of(new Interval(95_000, 105_000, 0.95))),
                point("2026-11-02T10:00:00Z", 90_000, Optional.empty()));
        return HistoryReport.text(
                new SuiteHistory(1, "unitsPerSecond", 0.01, List.of(new Series("stack=udp", points, changes))),
                Style.PLAIN);
    }

    private static Point point(String time, double median, Optional<Interval> interval) {
        return new Point(Instant.parse(time), "lab", "place", median, interval, List.of("same"));
    }
}
