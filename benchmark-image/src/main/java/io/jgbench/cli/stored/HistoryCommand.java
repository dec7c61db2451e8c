package io.jgbench.cli.stored;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.output.Notice;
import io.jgbench.cli.output.ReportFile;
import io.jgbench.cli.output.Terminal;
import io.jgbench.cli.remote.BucketSuites;
import io.jgbench.cli.suite.MetricOption;
import io.jgbench.coordination.statistics.EDivisive;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.console.HistoryReport;
import io.jgbench.report.console.Style;
import io.jgbench.report.console.SuiteReport;
import io.jgbench.report.html.history.HistoryPage;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuites;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists suites over time and says where the level of a cell changed. */
@Command(
        name = "history",
        description =
                "Lists the suites below a folder or in a bucket over time, a table for each cell, and says where a"
                        + " cell's level changed.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 listed, whether something changed or not; 2 bad input."})
public final class HistoryCommand implements Callable<Integer> {
    private static final int LISTED = 0;
    private static final double PERCENT = 100;

    @Parameters(
            paramLabel = "DIR | s3://BUCKET/PREFIX",
            description = "A folder with folders of suites, at any depth; or a bucket, which AWS_ENDPOINT_URL,"
                    + " AWS_ACCESS_KEY_ID and so on tell how to reach.")
    private String place;

    @Mixin
    private MetricOption metric;

    @Option(
            names = "--significance",
            paramLabel = "PERCENT",
            defaultValue = "1",
            description = "Significance level in percent, 0.2 to 20 (default 1): a change is listed only where chance"
                    + " explains it in at most this share of cases.")
    private double significancePercent;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "17", description = "Random orders follow from it.")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "json: prints the series and their changes as JSON, instead of tables.")
    private Format output;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Draws each cell's figures from suite to suite, with the changes, as one HTML file.")
    private String report;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Terminal terminal = Terminal.ofLauncher();

    /** How a history is printed. */
    enum Format {
        /** One document. */
        JSON
    }

    @Override
    public Integer call() throws BadInputException, IOException {
        String figure = metric.name();
        if (!(significancePercent >= 0.2 && significancePercent <= 20)) {
            throw new BadInputException("--significance must be between 0.2 and 20, got: " + significancePercent);
        }
        Optional<ReportFile> page = report == null ? Optional.empty() : Optional.of(ReportFile.at(report));
        SuiteHistory history = history(figure);
        out.print(
                output == Format.JSON
                        ? new String(SuiteJson.write(history), StandardCharsets.UTF_8) + "\n"
                        : HistoryReport.text(history, Style.of(terminal.out(), System.getenv())));
        out.flush();
        if (page.isPresent()) {
            page.get().write(HistoryPage.html(history, command(figure)));
            Notice.print(err, "the report is " + page.get().path());
        }
        return LISTED;
    }

    private String command(String figure) {
        return RunDeclaration.command(
                List.of("history", place),
                List.of(
                        "--metric",
                        figure,
                        "--significance",
                        SuiteReport.plain(significancePercent),
                        "--seed",
                        Long.toString(seed),
                        "--report",
                        report));
    }

    private SuiteHistory history(String figure) throws BadInputException {
        try {
            StoredSuites stored = BucketSuites.isOne(place)
                    ? BucketSuites.at(place, System.getenv()).read()
                    : StoredSuites.below(Path.of(place));
            stored.unread().forEach(sentence -> Notice.print(err, "left out: " + sentence));
            var rule = new EDivisive(significancePercent / PERCENT, EDivisive.USUAL.permutations(), seed);
            SuiteHistory history = SuiteHistory.of(stored.suites(), figure, rule);
            if (history.series().isEmpty()) {
                throw new BadInputException(place + " holds no suite that has the figure " + figure
                        + "; give a folder that --results made, or a bucket with such folders");
            }
            withoutFigure(stored.suites(), figure).ifPresent(cells -> Notice.print(err, "left out: " + cells));
            return history;
        } catch (StoredResultException | InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    /** A cell that has no point, since it has a figure only where all its valid visits have it. */
    private static Optional<String> withoutFigure(List<SuiteHistory.Entry> suites, String figure) {
        long cells = suites.stream()
                .flatMap(entry -> entry.result().cells().stream())
                .filter(cell -> !cell.figures().containsKey(figure))
                .count();
        return cells == 0
                ? Optional.empty()
                : Optional.of(Numbers.counted(cells, "cell") + " without " + figure + " of all valid visits");
    }
}
