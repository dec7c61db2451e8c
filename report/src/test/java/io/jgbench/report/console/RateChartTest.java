package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.report.TestResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateChartTest {

    @Test
    void barsAreAsHighAsTheirShareAndNothingIsABlank() {
        assertThat(Sparkline.of(8, List.of(0.0, 0.1, 1.0, 2.0, 7.5, 8.0, 9.0))).isEqualTo(" ▁▁▂███");
    }

    @Test
    void memberThatWasSampledHasALineOnATerminalAndNoneElsewhere() {
        var run = new TestResults()
                .sampled()
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result();
        var result = RepetitionsResult.of(List.of(run));

        assertThat(RateChart.of(run))
                .hasSize(3)
                .first()
                .asString()
                .startsWith("Over time, 1.0 s, 0 to ")
                .endsWith(" messages/s");
        assertThat(RateChart.of(run).getLast()).startsWith("  lab-1  ").contains("█");
        assertThat(ConsoleReport.text(result, Style.PLAIN, true)).contains("Over time");
        assertThat(ConsoleReport.text(result, Style.PLAIN)).doesNotContain("Over time");
    }

    @Test
    void memberThatEndedWithinABarHasThatBarToo() {
        var run = new TestResults()
                .sampledForTenths(60, 0)
                .member(6000, 0, Map.of())
                .member(5960, 0, Map.of())
                .result();

        assertThat(RateChart.of(run).getLast()).matches(" {2}lab-1 {2}█{60}");
    }

    @Test
    void membersThatFindingsNameHaveALineAmongMany() {
        var results = new TestResults().members(20).sampled();
        for (int member = 0; member < 20; member++) {
            results.member(1000, 0, member == 18 ? Map.of(Counters.UDP_RECEIVE_BUFFER_DROPS, 812L) : Map.of());
        }

        List<String> lines = RateChart.of(results.result());

        assertThat(lines).hasSize(18).last().isEqualTo("  and 4 more members");
        assertThat(lines.subList(1, 17))
                .extracting(line -> line.strip().replaceFirst(" .*", ""))
                .startsWith("lab-0", "lab-1", "lab-2")
                .containsSubsequence("lab-13", "lab-18")
                .doesNotContain("lab-15", "lab-16", "lab-17");
    }

    @Test
    void memberWhoseNameBeginsThatOfANamedOneIsNotMeant() {
        var results = new TestResults().members(180).sampled();
        for (int member = 0; member < 180; member++) {
            results.member(1000, 0, member == 170 ? Map.of(Counters.UDP_RECEIVE_BUFFER_DROPS, 812L) : Map.of());
        }

        assertThat(RateChart.of(results.result()))
                .anyMatch(line -> line.startsWith("  lab-170 "))
                .noneMatch(line -> line.startsWith("  lab-17 "));
    }

    @Test
    void runThatWasNotSampledHasNoChart() {
        var run = new TestResults()
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result();

        assertThat(RateChart.of(run)).isEmpty();
    }
}
