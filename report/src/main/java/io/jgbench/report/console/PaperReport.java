package io.jgbench.report.console;

import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusAnswer.Question;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.SuiteAnswers;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PaperShares.CellShare;
import io.jgbench.report.papers.PaperShares.Missing;
import io.jgbench.report.papers.PublishedPoint.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** A suite beside a paper, for the eye. */
public final class PaperReport {
    private static final String NONE = "-";

    private PaperReport() {}

    /** The text, ending with a line break. */
    public static String text(PaperShares shares) {
        List<String> lines = new ArrayList<>(Paragraph.wrap(
                "",
                "Beside " + shares.paper() + ", OTHER HARDWARE: throughput of a member as share of the line rate. The"
                        + " difference is not judged.",
                ConsoleReport.WIDTH));
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of("CELL", "HERE", "95 % INTERVAL", "PAPER"));
        shares.cells()
                .forEach(cell -> table.row(List.of(
                        cell.cell(),
                        cell.measured()
                                .map(Numbers::percent)
                                .or(() -> cell.missing().map(PaperReport::word))
                                .orElse(NONE),
                        cell.interval()
                                .map(interval ->
                                        Numbers.percent(interval.low()) + " to " + Numbers.percent(interval.high()))
                                .orElse(NONE),
                        range(cell.published()))));
        lines.addAll(table.lines());
        for (Missing missing : Missing.values()) {
            if (shares.cells().stream().anyMatch(cell -> cell.missing().equals(Optional.of(missing)))) {
                lines.addAll(Paragraph.wrap("  ", note(missing), ConsoleReport.WIDTH));
            }
        }
        var sources = new TreeSet<String>();
        shares.cells().forEach(cell -> sources.add(source(cell)));
        sources.forEach(source -> lines.addAll(Paragraph.wrap("  ", source, ConsoleReport.WIDTH)));
        return String.join("\n", lines) + "\n";
    }

    /** The same as answers of a status, one for each figure that stands beside a cell. */
    public static List<StatusAnswer> answers(PaperShares shares) {
        return shares.cells().stream()
                .map(cell -> SuiteAnswers.answer(
                        Question.PAPER,
                        cell.cell(),
                        VisitDigest.BYTES_PER_SECOND,
                        Outcome.BESIDE,
                        sentence(shares.paper(), cell)))
                .toList();
    }

    /** A cell beside a figure of a paper, in one sentence. */
    public static String sentence(String paper, CellShare cell) {
        return "Cell " + cell.cell() + ": "
                + cell.measured()
                        .map(share -> Numbers.percent(share) + " of the line rate"
                                + cell.interval()
                                        .map(bounds -> " (95 % interval " + Numbers.percent(bounds.low()) + " to "
                                                + Numbers.percent(bounds.high()) + ")")
                                        .orElse(""))
                        .orElseGet(() -> cell.missing().map(PaperReport::why).orElse("no share of the line rate"))
                + ", and " + range(cell.published()) + " in " + paper + " on other hardware.";
    }

    private static String word(Missing missing) {
        return switch (missing) {
            case FIGURE -> "no figure";
            case LINE_RATE -> "no line rate";
        };
    }

    private static String why(Missing missing) {
        return switch (missing) {
            case FIGURE -> "no visit has a valid figure";
            case LINE_RATE -> "the line rate is not known of each member's link, or differs between the members";
        };
    }

    private static String note(Missing missing) {
        return switch (missing) {
            case FIGURE -> "No figure: " + why(missing) + ".";
            case LINE_RATE ->
                "No line rate: " + why(missing) + "; placement.lineRate declares one that the hosts do not tell.";
        };
    }

    private static String source(CellShare cell) {
        return cell.label() + ": " + cell.hardware();
    }

    private static String range(Range permille) {
        return permille.low() == permille.high()
                ? Numbers.percent(permille.low())
                : Numbers.percent(permille.low()) + " to " + Numbers.percent(permille.high());
    }
}
