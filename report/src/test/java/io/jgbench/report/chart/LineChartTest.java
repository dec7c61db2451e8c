package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.report.chart.LineChart.Line;
import io.jgbench.report.chart.LineChart.Point;
import io.jgbench.report.markup.Element;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class LineChartTest {

    @Test
    void namesOfLinesThatAllEndNearZeroStandApartWithinTheDrawing() {
        Document drawn = draw(IntStream.range(0, LineChart.MOST_LINES)
                .mapToObj(i -> new Line("line " + i, List.of(new Point(1, 100), new Point(2, 0.1 * i))))
                .toList());

        double height = Double.parseDouble(drawn.selectFirst("svg").attr("height"));
        List<Double> names = drawn.select(".series-name").eachAttr("y").stream()
                .map(Double::valueOf)
                .sorted()
                .toList();
        assertThat(names).hasSize(LineChart.MOST_LINES).allMatch(y -> y <= height);
        assertThat(IntStream.range(1, names.size()).mapToObj(i -> names.get(i) - names.get(i - 1)))
                .allMatch(apart -> apart >= 14.9);
    }

    @Test
    void intervalsOfManyPointsAreDrawnAndTheirMarksAreNot() {
        assertThat(draw(List.of(line(40))).select(".interval")).hasSize(40);
        assertThat(draw(List.of(line(40))).select(".mark")).hasSize(40);
        assertThat(draw(List.of(line(41))).select(".interval")).hasSize(41);
        assertThat(draw(List.of(line(41))).select(".mark")).isEmpty();
    }

    @Test
    void sampleOfALineHasAMarkWhereTheLineHas() {
        assertThat(drawn(LineChart.sample(0, line(40))).select(".mark")).hasSize(1);
        assertThat(drawn(LineChart.sample(0, line(41))).select(".mark")).isEmpty();
    }

    private static Line line(int points) {
        return new Line(
                "line",
                IntStream.range(0, points)
                        .mapToObj(i -> new Point(1 + (double) i / points, 50, 40, 60))
                        .toList());
    }

    private static Document draw(List<Line> lines) {
        var magnitude = new Magnitude(1, "messages/s");
        var x = new ValueScale("members", List.of(new ValueScale.Mark(1, "1"), new ValueScale.Mark(2, "2")));
        return drawn(new LineChart(x, LinearScale.upTo(100, magnitude), lines, List.of(), List.of())
                .svg(new Drawing("lines", "Lines", "Six.")));
    }

    private static Document drawn(Element element) {
        var html = new StringBuilder();
        element.write(html);
        return Jsoup.parse(html.toString());
    }
}
