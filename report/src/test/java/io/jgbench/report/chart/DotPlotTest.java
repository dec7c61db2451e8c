package io.jgbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.report.chart.DotPlot.Row;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class DotPlotTest {
    private static final String END = ",transport.properties.bundler=transfer-queue,stack=udp";

    @Test
    void longNamesThatEndAlikeAreToldApart() {
        Document drawn = draw("messageSize=1k" + END, "messageSize=2k" + END, "stack=tcp");

        assertThat(drawn.select("title").eachText()).contains("messageSize=1k" + END, "messageSize=2k" + END);
        assertThat(drawn.select(".row-name").eachText()).doesNotHaveDuplicates().hasSize(3);
        assertThat(drawn.select(".row-name").first().select("tspan").eachText())
                .first()
                .asString()
                .startsWith("messageSize=1k");
        assertThat(drawn.select(".row-name").eachText()).last().isEqualTo("stack=tcp");
    }

    @Test
    void shortNamesNeedNoTitleAndNoMoreRoom() {
        Document drawn = draw("stack=udp", "stack=tcp");

        assertThat(drawn.select("g.series > title")).isEmpty();
        assertThat(drawn.select("svg").attr("viewBox")).isEqualTo("0 0 760 120");
    }

    private static Document draw(String... names) {
        var html = new StringBuilder();
        List<Row> rows = Stream.of(names).map(name -> new Row(name, 1, 1, 1, 0)).toList();
        new DotPlot(LinearScale.upTo(1, new Magnitude(1, "messages/s")), rows, List.of())
                .svg(new Drawing("dots", "Dots", "All are 1."))
                .write(html);
        return Jsoup.parse(html.toString());
    }
}
