package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.report.chart.LevelPanels.Level;
import io.jgbench.report.chart.LevelPanels.Panel;
import io.jgbench.report.chart.LevelPanels.Point;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class LevelPanelsTest {
    /** Of a history whose first suites are not drawn, a level can lie below all that are. */
    @Test
    void axisHoldsALevelThatLiesOutsideOfTheValues() {
        var values = List.of(point(100), point(101));

        Document drawn = draw(new Panel("a", "", "", values, List.of(new Level(0, 2, 50, ""))));

        assertThat(drawn.select(".tick.end").eachText()).contains("50.00");
    }

    @Test
    void axisOfAFigureThatIsAlways0BeginsThere() {
        Document drawn = draw(new Panel("a", "", "", List.of(point(0), point(0)), List.of(new Level(0, 2, 0, ""))));

        assertThat(drawn.select(".tick.end").eachText()).startsWith("1.00", "0");
    }

    @Test
    void intervalsOfManyValuesAreDrawnAndSayWhatTheyAre() {
        assertThat(draw(panel(40)).select(".interval")).hasSize(40);
        assertThat(draw(panel(40)).select(".mark > title")).hasSize(40);
        assertThat(draw(panel(41)).select(".mark")).isEmpty();
        assertThat(draw(panel(41)).select(".interval > title").eachText())
                .hasSize(41)
                .startsWith("suite 0");
    }

    private static Panel panel(int values) {
        List<Point> points = IntStream.range(0, values)
                .mapToObj(i -> new Point("suite " + i, 100, 90, 110))
                .toList();
        return new Panel("a", "", "", points, List.of(new Level(0, values, 100, "")));
    }

    private static Point point(double value) {
        return new Point("", value, value, value);
    }

    private static Document draw(Panel panel) {
        var html = new StringBuilder();
        new LevelPanels(List.of(panel))
                .svg(new Drawing("levels", "Levels", "One."))
                .write(html);
        return Jsoup.parse(html.toString());
    }
}
