package io.jgbench.report;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result as text of at most {@value #WIDTH} columns: what was done, what each member saw, whether it can be used. */
public final class ConsoleReport {
    /** The longest line, unless a single word is longer. */
    public static final int WIDTH = 100;

    private final RepetitionsResult result;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    private ConsoleReport(RepetitionsResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** The whole report, ending with a line break. */
    public static String text(RepetitionsResult result, Style style) {
        return new ConsoleReport(result, style).text();
    }

    private String text() {
        var run = result.representative();
        var section = Workloads.section(run);
        lines.addAll(Paragraph.wrap("", headline(run, section), WIDTH));
        if (result.runs().size() > 1) {
            repetitions();
        }
        section(section.memberTable(WIDTH));
        section(SummaryLines.of(run));
        if (result.runs().size() > 1) {
            section(SummaryLines.ofRepetitions(result));
        }
        section(LossTable.of(run));
        section(PreflightTable.of(run, WIDTH));
        findings();
        notApplied(run);
        lines.add("");
        verdict();
        return String.join("\n", lines) + "\n";
    }

    private static String headline(RunResult run, WorkloadSection section) {
        var transport = run.spec().transport();
        var carrier = transport
                .stack()
                .map(stack -> transport.name() + " with stack " + stack.name())
                .orElse("raw " + transport.name());
        return run.spec().name() + ": " + section.headline() + ", over " + carrier;
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
                    outcome(run)));
        }
        section(table.lines());
        int shown = result.runs().indexOf(result.representative()) + 1;
        section(List.of("Repetition " + shown + (result.validRuns() > 0 ? ", the median of the valid ones:" : ":")));
    }

    private static String outcome(RunResult run) {
        if (run.valid()) {
            return "valid";
        }
        return run.completed() ? "not valid" : "failed";
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
        var failed = result.runs().stream().filter(run -> !run.completed()).findFirst();
        if (failed.isPresent()) {
            var failure = failed.get().failure();
            var when = failure.map(why -> " while " + why.phase()).orElse("");
            var why = failure.map(known -> known.message()).orElseGet(() -> firstInvalidating(failed.get()));
            bad("FAILED" + when + which(failed.get()) + ": " + why);
            if (failed.get().members().stream()
                    .anyMatch(member -> member.report().isPresent())) {
                lines.add("What the members had measured is shown, but is partial and not averaged.");
            }
        } else if (!result.valid()) {
            var invalid = result.runs().stream()
                    .filter(run -> !run.valid())
                    .findFirst()
                    .orElseThrow();
            bad("NOT VALID" + which(invalid) + ": " + firstInvalidating(invalid));
            lines.add("The run completed, but its figures must not be used.");
        } else {
            lines.add(style.good(
                    "VALID: " + Workloads.section(result.representative()).validity() + warnings()));
        }
    }

    private String which(RunResult run) {
        return result.runs().size() == 1 ? "" : ", repetition " + (result.runs().indexOf(run) + 1);
    }

    private String warnings() {
        long warnings = result.runs().stream()
                .flatMap(run -> run.verdict().findings().stream())
                .filter(finding -> finding.severity() == Severity.WARNING)
                .count();
        return warnings == 0 ? "" : " Mind the " + (warnings == 1 ? "warning" : warnings + " warnings") + " above.";
    }

    private static String firstInvalidating(RunResult run) {
        return run.verdict()
                .firstInvalidating()
                .map(finding -> finding.reason().label() + ". " + finding.evidence())
                .orElse("the run did not complete.");
    }

    private void bad(String text) {
        Paragraph.wrap("", text, WIDTH).forEach(line -> lines.add(style.bad(line)));
    }

    private void section(List<String> more) {
        if (!more.isEmpty()) {
            lines.add("");
            lines.addAll(more);
        }
    }
}
