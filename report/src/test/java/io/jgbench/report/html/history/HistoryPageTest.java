package io.jgbench.report.html.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteHistory.Change;
import io.jgbench.coordination.suite.result.SuiteHistory.Point;
import io.jgbench.coordination.suite.result.SuiteHistory.Series;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** The page of suites over time as a browser reads it. */
public class HistoryPageTest {
    private static final int MOST_BYTES = 5_000_000;
    private static final Instant BEGAN = Instant.parse("2026-11-01T10:00:00Z");
    private static final String COMMAND = "./jgbench history results --report history.html";

    /** Two cells in 14 suites; the first one gets slower with the ninth suite, whose hosts are others. */
    public static SuiteHistory changed() {
        return new SuiteHistory(
                SuiteHistory.SCHEMA_VERSION,
                "unitsPerSecond",
                0.01,
                List.of(
                        series(
                                "stack=udp",
                                14,
                                List.of(new Change(8, 1000, 900, OptionalDouble.of(-100), 0.002, true))),
                        series("stack=tcp", 14, List.of())));
    }

    private static Series series(String cell, int suites, List<Change> changes) {
        return series(cell, suites, changes, List.of("same"));
    }

    private static Series series(String cell, int suites, List<Change> changes, List<String> environments) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < suites; i++) {
            double level = !changes.isEmpty() && i >= changes.getFirst().index() ? 900 : 1000;
            double median = level + i * 5 % 7;
            points.add(new Point(
                    BEGAN.plusSeconds(86_400L * i),
                    "lab",
                    "day-" + i,
                    median,
                    i % 2 == 0 ? Optional.of(new Interval(median - 10, median + 12, 0.95)) : Optional.empty(),
                    environments));
        }
        return new Series(cell, points, changes);
    }

    /** A cell for each number of suites. */
    private static SuiteHistory unchanged(int... suites) {
        return new SuiteHistory(
                SuiteHistory.SCHEMA_VERSION,
                "unitsPerSecond",
                0.01,
                IntStream.of(suites)
                        .mapToObj(number -> series("cell of " + number, number, List.of()))
                        .toList());
    }

    private static Document page(SuiteHistory history) {
        return Jsoup.parse(HistoryPage.html(history, COMMAND));
    }

    @Test
    void changeIsMarkedBetweenTheSuitesAndTold() {
        Document page = page(changed());

        assertThat(page.select("#verdict").text()).startsWith("CHANGED 1 change of level in 1 of 2 cells.");
        assertThat(page.select("#changes tbody tr").eachText())
                .containsExactly("stack=udp 2026-11-09 10:00 lab 1,000 900.0 -10.0 % 0.0020 changed as well");
        assertThat(page.select("#levels svg.chart .row-name").eachText()).containsExactly("stack=udp", "stack=tcp");
        assertThat(page.select("#levels svg.chart .level title").eachText()).containsExactly("-10.0 %");
        assertThat(page.select("#levels svg.chart .step")).hasSize(3);
        assertThat(page.select("#levels svg.chart .mark")).hasSize(28);
        assertThat(page.select("#suites tbody tr"))
                .hasSize(14)
                .first()
                .satisfies(row -> assertThat(row.text()).isEqualTo("day-13 lab 2026-11-14 10:00"));
        assertThat(page.select("#repeat pre").text()).isEqualTo(COMMAND);
    }

    @Test
    void hostsThatAreNotKnownAreNotSaidToBeTheSame() {
        var change = new Change(8, 1000, 900, OptionalDouble.of(-100), 0.002, false);
        Document known =
                page(new SuiteHistory(1, "unitsPerSecond", 0.01, List.of(series("stack=udp", 14, List.of(change)))));
        Document notKnown = page(new SuiteHistory(
                1, "unitsPerSecond", 0.01, List.of(series("stack=udp", 14, List.of(change), List.of()))));

        assertThat(known.select("#changes tbody td").last().text()).isEqualTo("the same");
        assertThat(notKnown.select("#changes tbody td").last().text()).isEqualTo("not known");
    }

    @Test
    void historyWithoutAChangeSaysSo() {
        Document page = page(unchanged(10));

        assertThat(page.select("#verdict h2").text()).isEqualTo("NO CHANGE");
        assertThat(page.select("#verdict").hasClass("valid")).isTrue();
        assertThat(page.select("#verdict").text()).doesNotContain("no change can be found");
        assertThat(page.select("#changes")).isEmpty();
        assertThat(page.select("#levels svg.chart .mark")).hasSize(10);
    }

    @Test
    void historyOfSoFewSuitesThatNoChangeCanBeFoundIsNotSaidToHaveNone() {
        Document page = page(unchanged(9, 1));

        assertThat(page.select("#verdict h2").text()).isEqualTo("TOO FEW SUITES (9; at least 10)");
        assertThat(page.select("#verdict").hasClass("valid")).isFalse();
        assertThat(page.select("#verdict").text())
                .endsWith("No change of a cell's level can be found yet. A permutation test finds a change with"
                        + " p = 0.0100 or less only in a cell with figures of at least 10 suites. No cell has more than"
                        + " 9.");
        assertThat(page.select("#levels svg.chart .mark")).hasSize(10);
    }

    @Test
    void cellsOfTooFewSuitesAreCounted() {
        Document page = page(unchanged(10, 9));

        assertThat(page.select("#verdict h2").text()).isEqualTo("NO CHANGE");
        assertThat(page.select("#verdict").text())
                .endsWith("In 1 of 2 cells no change can be found: it takes figures of at least 10 suites.");
    }

    @Test
    void fiveHundredCellsInTwoHundredSuitesStayBelowFiveMegabytes() {
        List<Series> all = IntStream.range(0, 500)
                .mapToObj(i -> series("members=" + i + ",size=1k", 200, List.of()))
                .toList();

        String html = HistoryPage.html(new SuiteHistory(1, "unitsPerSecond", 0.01, all), COMMAND);

        assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
        assertThat(Jsoup.parse(html).select("#levels figcaption").text()).contains("48 of 500 cells");
    }

    @Test
    void changesBeforeTheFirstSuiteThatIsDrawnAreInTheTableAlone() {
        var series = series("all", 300, List.of(new Change(8, 1000, 900, OptionalDouble.of(-100), 0.002, false)));

        Document page = page(new SuiteHistory(1, "unitsPerSecond", 0.01, List.of(series)));

        assertThat(page.select("#levels figcaption").text()).contains("At most the last 200 suites.");
        assertThat(page.select("#levels svg.chart .step")).hasSize(1);
        assertThat(page.select("#levels svg.chart .level")).isEmpty();
        assertThat(page.select("#changes tbody tr")).hasSize(1);
    }

    @Test
    void intervalsOfManySuitesAreDrawnAndTheKeyShowsNoMark() {
        Document page = page(unchanged(41));

        assertThat(page.select("#levels svg.chart .interval > title").eachText())
                .hasSize(21)
                .startsWith("2026-11-01 10:00, lab: 1,000");
        assertThat(page.select("#levels .mark")).isEmpty();
        assertThat(page.select("#levels .keys li").eachText())
                .startsWith("median, with its interval of 95 % where there are at least 6 rounds");
        assertThat(page.select("#levels figcaption").text())
                .endsWith("Medians of cells with more than 40 suites have no marks.");
    }

    @Test
    void whatComesFromNamesAndPlacesIsText() {
        String hostile = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'</title></style><!--";
        var point = new Point(BEGAN, hostile, hostile, 1e17, Optional.empty(), List.of(hostile));
        var zero = new Point(BEGAN.plusSeconds(1), hostile, hostile, 0, Optional.empty(), List.of());
        var change = new Change(1, 1e17, 0, OptionalDouble.empty(), 0.01, true);

        String html = HistoryPage.html(
                new SuiteHistory(1, hostile, 0.01, List.of(new Series(hostile, List.of(point, zero), List.of(change)))),
                hostile);

        assertThat(html).doesNotContain("<script", "<img", "<!--").contains("default-src &#39;none&#39;");
        assertThat(Jsoup.parse(html).select("#repeat pre").text()).isEqualTo(hostile);
    }
}
