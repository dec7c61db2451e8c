package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.local.HostOptions;
import io.jgbench.cli.local.Interruption;
import io.jgbench.cli.output.JUnitOption;
import io.jgbench.cli.output.Notice;
import io.jgbench.cli.output.ReportFile;
import io.jgbench.cli.output.Terminal;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.TooFewRounds;
import io.jgbench.local.Cancellation;
import io.jgbench.report.console.PaperReport;
import io.jgbench.report.console.Style;
import io.jgbench.report.console.SuiteReport;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import io.jgbench.report.html.suite.SuitePage;
import io.jgbench.report.junit.JUnitCases;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.stored.RunDeclaration;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs all visits of a suite on this machine, continues where it was stopped, and prints what all visits came to. */
@Command(
        name = "suite",
        description =
                "Runs all visits of the suite that FILE declares on this machine, one after the other, and prints a"
                        + " table of its cells. The same command continues where it was stopped before.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit status, the first that applies: 2 bad input; 130 stopped by Ctrl-C, 143 by SIGTERM; 1 its",
            "hosts are gone, or a cell has no valid figure; 4 a threshold is missed, or a cell is slower",
            "than the baseline; 3 some rounds have no valid figures, or nothing can be said of cells that",
            "are compared; 5 a threshold or a comparison is inconclusive; 0 all is well."
        })
public final class SuiteCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The suite's file, such as examples/suite.yaml.")
    private Path file;

    @Option(
            names = "--results",
            required = true,
            paramLabel = "DIR",
            description = "Where the suite's folder is: digests, full results, and how far it has come.")
    private Path results;

    @Option(
            names = "--baseline",
            paramLabel = "PLACE",
            description = "What the cells are compared with, in place of the file's: the folder of a suite that was"
                    + " measured before, its suite.json, or the name of a paper such as perfTest2008.")
    private String baseline;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes what all visits came to as one HTML file, see ./jgbench report.")
    private String report;

    @Mixin
    private JUnitOption junit;

    @Mixin
    private HostOptions hostOptions;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Terminal terminal = Terminal.ofLauncher();

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException, ResultFilesException {
        hostOptions.check();
        RequestedSuite suite = RequestedSuite.read(file);
        Optional<ReportFile> tests = junit.file();
        var before = RequestedBaseline.of(baseline, suite.spec(), results);
        Optional<ReportFile> page = report == null ? Optional.empty() : Optional.of(ReportFile.at(report));
        try (SuiteFolder folder = suite.folder(results, hostOptions)) {
            if (before.before().isPresent()) {
                before.checkIsAnother(SuiteResult.of(suite.spec(), folder.status(), folder.digests()));
            }
            suite.notApplied().forEach(sentence -> Notice.print(err, "not applied: " + sentence));
            warnOfTooFewRounds(suite, before);
            folder.store(declaration(suite));
            var cancellation = new Cancellation();
            try (var interruption = new Interruption(cancellation, err);
                    var session = LocalVisits.open(
                            hostOptions, suite.mostMembers(), err, terminal, cancellation, interruption)) {
                SuiteResult result = before.judged(suite.spec(), session.run(suite, folder));
                folder.write(result);
                out.print(SuiteReport.text(result, Style.of(terminal.out(), System.getenv()), terminal.draws(out)));
                Optional<PaperShares> paper = before.besidePaper(suite.spec(), result);
                paper.ifPresent(shares -> out.print("\n" + PaperReport.text(shares)));
                out.flush();
                JUnitOption.write(tests, JUnitCases.of(result).beside(paper), err);
                Notice.print(
                        err, "results are in " + results.resolve(suite.spec().name()));
                if (page.isPresent()) {
                    page.get().write(SuitePage.html(StoredSuite.read(folder.path(), RequestedSuite.resolver())));
                    Notice.print(err, "the report is " + page.get().path());
                }
                return ExitStatus.of(result);
            }
        } catch (SuiteFormatException | StoredResultException e) {
            throw new BadInputException(e);
        }
    }

    private RunDeclaration declaration(RequestedSuite suite) {
        Stream<String> given = baseline == null ? Stream.of() : Stream.of("--baseline", baseline);
        return RunDeclaration.ofSuite(
                suite.spec().name(),
                suite.declared(),
                Stream.concat(given, hostOptions.given().stream()).toList());
    }

    /** Hours of measuring that can answer nothing are not to be begun unnoticed. */
    private void warnOfTooFewRounds(RequestedSuite suite, RequestedBaseline before) {
        Stream.concat(TooFewRounds.of(suite.spec()).stream(), before.tooFewRounds(suite.spec()).stream())
                .forEach(sentence -> Notice.print(err, "WARNING: " + sentence));
    }
}
