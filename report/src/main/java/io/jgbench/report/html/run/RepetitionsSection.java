package io.jgbench.report.html.run;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** All repetitions of a run; the rest of the page is of the one that stands for them. */
record RepetitionsSection(RepetitionsResult result) {
    private static final String NONE = "–";

    Optional<PageSection> section() {
        List<RunResult> runs = result.runs();
        if (runs.size() < 2) {
            return Optional.empty();
        }
        String unit = runs.getFirst().spec().workload().unitOfWork().toUpperCase(Locale.ROOT) + "/S";
        int shown = runs.indexOf(result.representative()) + 1;
        return Optional.of(new PageSection(
                "repetitions",
                "Repetitions",
                List.of(
                        Element.of(
                                "p",
                                "The rest of this page is of repetition " + shown
                                        + (result.validRuns() > 0 ? ", the median of the valid ones." : ".")),
                        new DataTable(
                                        "The repetitions, each with fresh JVMs",
                                        List.of("REPETITION", unit, "MB/S", "SKEW ms", "OUTCOME"),
                                        IntStream.range(0, runs.size())
                                                .mapToObj(i -> row(i + 1, runs.get(i)))
                                                .toList(),
                                        Kind.NUMBERS)
                                .element())));
    }

    private static List<String> row(int number, RunResult run) {
        return List.of(
                String.valueOf(number),
                run.figures()
                        .map(figures -> Numbers.rounded(figures.unitsPerSecond()))
                        .orElse(NONE),
                run.figures()
                        .map(figures -> Numbers.megabytes((double) figures.bytesPerSecond()))
                        .orElse(NONE),
                run.startSkew()
                        .map(skew -> Numbers.milliseconds(skew.skewNanos()))
                        .orElse(NONE),
                VisitOutcome.of(run).inWords());
    }
}
