package io.jgbench.report.console;

import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.Difference;
import io.jgbench.coordination.difference.FigureRatio;
import io.jgbench.coordination.difference.RunDifferences;
import io.jgbench.coordination.difference.RunOutcome;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What two runs came to and in what they differ, for the eye. */
public final class DifferenceReport {
    private static final String NONE = "-";
    private static final double WHOLE_FROM = 1000;
    private static final String NO_COMPARISON =
            "One run of each does not say which is faster: two runs of the same file differ as well. ./jgbench compare"
                    + " FILE --a ... --b ... measures both in turns and says how sure the difference is.";

    private final List<String> lines = new ArrayList<>();

    private DifferenceReport() {}

    /**
     * The text.
     *
     * @param showsPassing whether it shows also what may differ between equal runs
     */
    public static String text(
            String firstPlace,
            ComparedRun first,
            String secondPlace,
            ComparedRun second,
            RunDifferences differences,
            boolean showsPassing) {
        var report = new DifferenceReport();
        report.run("A", firstPlace, first);
        report.run("B", secondPlace, second);
        report.mainFigures(differences.figures());
        report.section("Spec", differences.spec());
        report.section("Stack", differences.stack());
        report.section("Environment", differences.environment());
        if (showsPassing) {
            report.section("What may differ between equal runs", differences.passing());
        }
        differences
                .notCompared()
                .forEach(sentence -> report.lines.addAll(
                        Paragraph.wrap("", "Not compared: " + sentence + ".", ConsoleReport.WIDTH)));
        report.figures(differences.figures().stream()
                .filter(figure -> !figure.isMain())
                .toList());
        report.lines.add("");
        report.lines.add(
                differences.areEqual()
                        ? "EQUAL: nothing but figures differs."
                        : "DIFFERENT: the figures are not of the same run done twice.");
        return String.join("\n", report.lines) + "\n";
    }

    private void run(String name, String place, ComparedRun run) {
        lines.addAll(Paragraph.wrap(
                "",
                "%s: %s: %s, environment %s"
                        .formatted(
                                name, place, run.name(), run.environmentHash().orElse("not known of all members")),
                ConsoleReport.WIDTH));
        RunOutcome outcome = run.outcome();
        paragraph(outcome.verdict());
        outcome.bottleneck().ifPresent(bottleneck -> paragraph("Bottleneck " + bottleneck));
        outcome.findings().forEach(this::paragraph);
        if (outcome.informations() > 0) {
            paragraph(
                    outcome.informations() == 1
                            ? "1 finding that only informs"
                            : outcome.informations() + " findings that only inform");
        }
    }

    private void paragraph(String text) {
        lines.addAll(Paragraph.wrap("   ", text, ConsoleReport.WIDTH));
    }

    private void mainFigures(List<FigureRatio> figures) {
        figures(figures.stream().filter(FigureRatio::isMain).toList());
        lines.add("");
        lines.addAll(Paragraph.wrap("", NO_COMPARISON, ConsoleReport.WIDTH));
    }

    private void section(String title, List<Difference> differences) {
        if (differences.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(title);
        for (var difference : differences) {
            String where = difference.members().isEmpty() ? "" : " (" + String.join(", ", difference.members()) + ")";
            lines.addAll(Paragraph.wrap(
                    "  ",
                    difference.name() + where + ": " + shown(difference.first()) + " -> " + shown(difference.second()),
                    ConsoleReport.WIDTH));
        }
    }

    private static String shown(Optional<String> value) {
        return value.filter(text -> !text.isEmpty()).orElse(NONE);
    }

    private void figures(List<FigureRatio> figures) {
        if (figures.isEmpty()) {
            return;
        }
        lines.add("");
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of("FIGURE", "A", "B", "B/A"));
        figures.forEach(figure -> table.row(List.of(
                figure.name(),
                number(figure.first()),
                number(figure.second()),
                figure.ratio().isPresent()
                        ? String.format(Locale.ROOT, "%.3f", figure.ratio().getAsDouble())
                        : NONE)));
        lines.addAll(table.lines());
    }

    private static String number(OptionalDouble number) {
        if (number.isEmpty()) {
            return NONE;
        }
        double value = number.getAsDouble();
        boolean isWhole = value == Math.rint(value) || Math.abs(value) >= WHOLE_FROM;
        return String.format(Locale.ROOT, isWhole ? "%,.0f" : "%,.3f", value);
    }
}
