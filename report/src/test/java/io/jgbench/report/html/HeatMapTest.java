package io.jgbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.PairGrid.Cell;
import io.jgbench.coordination.words.PairGrid.HighIs;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

class HeatMapTest {
    private static final List<String> MEMBERS = List.of("a", "b", "c");

    @Test
    void wayWithASmallerLargestPacketHasAnotherShadeThanFullOnes() {
        assertThat(shades(HighIs.GOOD, 1500, 1450, 1300))
                .containsExactlyInAnyOrderEntriesOf(Map.of("1500", "g5", "1450", "g4", "1300", "g1"));
        assertThat(shades(HighIs.GOOD, 1500, 1450)).isEqualTo(Map.of("1500", "g5", "1450", "g1"));
    }

    @Test
    void whatIsBadBeginsAtNothing() {
        assertThat(shades(HighIs.BAD, 100, 90, 1, 0))
                .containsExactlyInAnyOrderEntriesOf(Map.of("100", "b5", "90", "b5", "1", "b1", "0", ""));
    }

    @Test
    void listOfPairsOfWhichSomeAreNotStoredSaysSo() {
        assertThat(captionOfAList(true)).isEqualTo("Packets, the largest of 2 ways");
        assertThat(captionOfAList(false)).isEqualTo("Packets, the largest of 2 stored ways");
    }

    private static String captionOfAList(boolean isWhole) {
        List<String> members =
                IntStream.range(0, 33).mapToObj(member -> "m" + member).toList();
        List<Cell> cells = List.of(new Cell("m0", "m1", 3, "3"), new Cell("m1", "m0", 2, "2"));
        var html = new StringBuilder();
        new HeatMap(new PairGrid("Packets", "Counted.", members, cells, HighIs.BAD), isWhole)
                .elements()
                .forEach(element -> element.write(html));
        return Jsoup.parse(html.toString()).select("caption").text();
    }

    private static Map<String, String> shades(HighIs highIs, int... values) {
        List<List<String>> ways = List.of(List.of("a", "b"), List.of("a", "c"), List.of("b", "a"), List.of("b", "c"));
        List<Cell> cells = IntStream.range(0, values.length)
                .mapToObj(i ->
                        new Cell(ways.get(i).getFirst(), ways.get(i).getLast(), values[i], String.valueOf(values[i])))
                .toList();
        var html = new StringBuilder();
        new HeatMap(new PairGrid("Packets", "Counted.", MEMBERS, cells, highIs), true)
                .elements()
                .forEach(element -> element.write(html));
        return Jsoup.parse(html.toString()).select("td").stream()
                .filter(td -> !td.text().isEmpty() && !td.text().equals("–"))
                .collect(Collectors.toMap(td -> td.text(), td -> td.className()));
    }
}
