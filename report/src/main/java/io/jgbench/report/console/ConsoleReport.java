package io.jgbench.report.console;

import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.Headline;
import io.jgbench.report.RunEnding;
import io.jgbench.report.RunFigureLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result as text of at most {@value #WIDTH} columns: what was done, what each member saw, whether it can be used. */
public final class ConsoleReport {
    /** The longest line, unless a single word is longer. */
    public static final int WIDTH = 100;

    private final RepetitionsResult result;
    private final Style style;
    private final boolean draws;
    private final List<String> lines = new ArrayList<>();

    private ConsoleReport(RepetitionsResult result, Style style, boolean draws) {
        this.result = result;
        this.style = style;
        this.draws = draws;
    }

    /** The whole report, ending with a line break. */
    public static String text(RepetitionsResult result, Style style) {
        return text(result, style, false);
    }

    /**
     * The whole report, ending with a line break.
     *
     * @param draws whether it draws rates over time, which takes a terminal that shows Unicode's block elements
     */
    public static String text(RepetitionsResult result, Style style, boolean draws) {
        return new ConsoleReport(result, style, draws).text();
    }

    private String text() {
        var run = result.representative();
        var section = Workloads.section(run);
        lines.addAll(Paragraph.wrap("", run.spec().name() + ": " + Headline.of(run), WIDTH));
        if (result.runs().size() > 1) {
            repetitions();
        }
        section.tables().forEach(table -> section(table.lines(WIDTH)));
        section(RunFigureLines.of(run).lines(WIDTH));
        if (result.runs().size() > 1) {
            section(RepetitionLines.of(result).lines(WIDTH));
        }
        section(draws ? RateChart.of(run) : List.of());
        section(LossTable.of(run));
        section(PreflightTable.of(run, WIDTH));
        findings();
        notApplied(run);
        lines.add("");
        verdict();
        return String.join("\n", lines) + "\n";
    }

    private void repetitions() {
        var table = new TextTable(WIDTH);
        table.row(List.of(
                "REPETITION",
                result.representative().spec().workload().unitOfWork().toUpperCase(Locale.ROOT) + "/S",
                "MB/S",
                "SKEW",
                "OUTCOME"));
        for (int index = 0; index < result.runs().size(); index++) {
            var run = result.runs().get(index);
            table.row(List.of(
                    String.valueOf(index + 1),
                    run.figures()
                            .map(figures -> Numbers.rounded(figures.unitsPerSecond()))
                            .orElse("-"),
                    run.figures()
                            .map(figures -> Numbers.megabytes((double) figures.bytesPerSecond()))
                            .orElse("-"),
                    run.startSkew()
                            .map(skew -> Numbers.millis(skew.skewNanos()))
                            .orElse("-"),
                    VisitOutcome.of(run).inWords()));
        }
        section(table.lines());
        int shown = result.runs().indexOf(result.representative()) + 1;
        section(List.of("Repetition " + shown + (result.validRuns() > 0 ? ", the median of the valid ones:" : ":")));
    }

    private void findings() {
        var found = new ArrayList<String>();
        for (int index = 0; index < result.runs().size(); index++) {
            var where = result.runs().size() > 1 ? "repetition " + (index + 1) + ": " : "";
            for (var finding : result.runs().get(index).verdict().findings()) {
                found.addAll(
                        coloured(finding, Paragraph.wrap("  ", word(finding) + where + finding.evidence(), WIDTH)));
            }
        }
        if (!found.isEmpty()) {
            lines.add("");
            lines.add("Findings");
            lines.addAll(found);
        }
    }

    private static String word(Finding finding) {
        return finding.severity().label() + ", " + finding.reason().label() + ": ";
    }

    private List<String> coloured(Finding finding, List<String> wrapped) {
        return wrapped.stream()
                .map(line -> switch (finding.severity()) {
                    case INVALID -> style.bad(line);
                    case WARNING -> style.doubtful(line);
                    case INFO -> line;
                })
                .toList();
    }

    private void notApplied(RunResult run) {
        if (!run.notApplied().isEmpty()) {
            lines.add("");
            lines.add("Not applied");
            run.notApplied().forEach(what -> lines.addAll(Paragraph.wrap("  ", what, WIDTH)));
        }
    }

    private void verdict() {
        var outcome = RunEnding.of(result);
        List<String> told = Paragraph.wrap("", outcome.label() + ": " + outcome.sentence(), WIDTH);
        boolean isGood = outcome.kind() == RunEnding.Kind.VALID;
        told.forEach(line -> lines.add(isGood ? style.good(line) : style.bad(line)));
        outcome.consequence().ifPresent(lines::add);
    }

    private void section(List<String> more) {
        if (!more.isEmpty()) {
            lines.add("");
            lines.addAll(more);
        }
    }
}
