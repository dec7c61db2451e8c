package io.jgbench.coordination.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void longNameKeepsItsEndWhereEndsTellRowsApart() {
        assertThat(table("jgbench-runs-quickstart-0", "jgbench-runs-quickstart-1"))
                .containsExactly("NAME           RATE", "..ickstart-0  1,000", "..ickstart-1  1,000");
    }

    @Test
    void longNamesThatEndAlikeStandWholeOnLinesOfTheirOwn() {
        assertThat(table("members=4,stack=udp", "members=10,stack=udp", "short"))
                .containsExactly(
                        "NAME           RATE",
                        "members=4,stack=udp",
                        "              1,000",
                        "members=10,stack=udp",
                        "              1,000",
                        "short         1,000");
    }

    private static List<String> table(String... names) {
        var table = new TextTable(19);
        table.row(List.of("NAME", "RATE"));
        for (String name : names) {
            table.row(List.of(name, "1,000"));
        }
        return table.lines();
    }
}
