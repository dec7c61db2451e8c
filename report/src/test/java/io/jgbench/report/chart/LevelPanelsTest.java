package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.report.chart.LevelPanels.Level;
import io.jgbench.report.chart.LevelPanels.Panel;
import io.jgbench.report.chart.LevelPanels.Point;
import java.util.List;
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
