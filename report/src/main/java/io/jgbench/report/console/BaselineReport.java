package io.jgbench.report.console;

import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import io.jgbench.report.UtcTime;
import java.util.ArrayList;
import java.util.List;

/** What may be said of a suite, or a run, against one that was measured before, for the eye. */
public final class BaselineReport {
    private static final String NONE = "-";

    private BaselineReport() {}

    /** What was measured before. */
    public enum Measured {
        /** A suite. */
        SUITE("suite", "round"),
        /** A run, whose repetitions are its rounds. */
        RUN("run", "repetition");

        private final String word;
        private final String round;

        Measured(String word, String round) {
            this.word = word;
            this.round = round;
        }

        /** The word for one. */
        public String word() {
            return word;
        }

        /** A number of its rounds for a sentence, such as "3 more rounds". */
        public String more(int rounds) {
            return ClaimRule.inWords(rounds, round);
        }
    }

    /** The text, ending with a line break. */
    public static String text(BaselineComparison comparison, Measured what) {
        return String.join("\n", lines(comparison, what)) + "\n";
    }

    static List<String> lines(BaselineComparison comparison, Measured what) {
        List<String> lines = new ArrayList<>(Paragraph.wrap(
                "",
                "Against " + what.word() + " " + comparison.suite()
                        + comparison
                                .completionTime()
                                .map(time -> " of " + UtcTime.minute(time) + " UTC")
                                .orElse("")
                        + ", UNPAIRED: what changed about the machine between the " + what.word()
                        + "s is part of the difference.",
                ConsoleReport.WIDTH));
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of(
                comparison.metric(),
                "BEFORE",
                "NOW",
                "CHANGE",
                ComparisonReport.confidence(comparison.rule()) + " INTERVAL",
                "p",
                "SAYS"));
        comparison.cells().forEach(cell -> table.row(row(comparison.rule(), cell, what)));
        lines.addAll(table.lines());
        comparison
                .cells()
                .forEach(cell -> cell.refusal()
                        .ifPresent(why -> sentence(lines, cell.cell() + ": nothing can be said: " + why)));
        comparison.others().forEach(cell -> sentence(lines, cell + " is not in the baseline."));
        return lines;
    }

    private static List<String> row(ClaimRule rule, CellChange cell, Measured what) {
        List<String> row = new ArrayList<>(List.of(cell.cell(), median(cell.before()), median(cell.now())));
        row.addAll(VerdictCells.unpaired(rule, cell.verdict(), NONE, what).all());
        return row;
    }

    private static String median(List<Double> figures) {
        return figures.isEmpty()
                ? NONE
                : SuiteReport.number(Spread.of(figures.stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())
                        .median());
    }

    private static void sentence(List<String> lines, String text) {
        lines.addAll(Paragraph.wrap("  ", text, ConsoleReport.WIDTH));
    }
}
