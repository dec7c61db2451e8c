package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.RunDifferences;
import io.jgbench.coordination.difference.RunOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DifferenceReportTest {

    /** The name comes from a file that somebody else may have written. */
    @Test
    void nameOfARunControlsNoTerminalAndBreaksAtTheWidth() {
        var run = run("clear\u001b[2J the screen " + "and go on ".repeat(20));

        String text = DifferenceReport.text("a", run, "b", run, RunDifferences.between(run, run), false);

        assertThat(text).startsWith("A: a: clear?[2J the screen and go on").doesNotContain("\u001b");
        assertThat(text.lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    private static ComparedRun run(String name) {
        return new ComparedRun(
                name,
                new RunOutcome("VALID", Optional.empty(), List.of(), 0),
                new TreeMap<>(),
                new TreeMap<>(),
                new LinkedHashMap<>(),
                Map.of());
    }
}
