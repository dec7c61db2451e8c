package io.jgbench.cli.stored;

import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.output.JUnitOption;
import io.jgbench.cli.output.Notice;
import io.jgbench.cli.output.ReportFile;
import io.jgbench.cli.remote.ClusterResult;
import io.jgbench.cli.remote.FetchedSuite;
import io.jgbench.cli.remote.Kubectl;
import io.jgbench.cli.suite.RequestedSuite;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteVerdict;
import io.jgbench.report.html.PageFile;
import io.jgbench.report.html.run.RunPage;
import io.jgbench.report.html.suite.SuitePage;
import io.jgbench.report.junit.JUnitCases;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the page of a run or a suite. */
@Command(
        name = "report",
        description = "Writes a run or a suite as one HTML file that needs nothing but itself: verdict, bottleneck,"
                + " charts, findings, environments, and how to do it again.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit status: 0 written, 1 it could not be written, 2 bad input. With --junit that of the suite, as",
            "./jgbench suite has it: 1 not over, or a cell has no valid figure; 4 a threshold is missed, or a",
            "cell is slower than the baseline; 3 some rounds have no valid figures, or nothing can be said of",
            "cells that are compared; 5 a threshold or a comparison is inconclusive; 0 all is well."
        })
public final class ReportCommand implements Callable<Integer> {
    private static final int WRITTEN = 0;

    @Parameters(
            paramLabel = "DIR",
            description = "A folder that --results made of a run or a suite, a result.json or suite.json, or brun/NAME"
                    + " or bsuite/NAME on the cluster that kubectl speaks with.")
    private String given;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The file to write; " + PageFile.NAME + " in that folder, or NAME-" + PageFile.NAME
                    + " here, without it.")
    private String output;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace of brun/NAME or bsuite/NAME; kubectl's own without it.")
    private String namespace;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Also writes the results of bsuite/NAME in the format of a local suite's suite.json: for"
                    + " --baseline, compare, history, and a baseline in a ConfigMap.")
    private String json;

    @Mixin
    private JUnitOption junit;

    private final PrintStream err = System.err;

    /**
     * What was read.
     *
     * @param page it as HTML
     * @param suite the suite of a cluster that it is of
     */
    private record Read(String page, Optional<FetchedSuite> suite) {}

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        Optional<String> run = ClusterResult.runOf(given);
        Optional<String> suite = FetchedSuite.suiteOf(given);
        Optional<ReportFile> tests = junit.file();
        if (json != null && suite.isEmpty()) {
            throw new BadInputException("--json is for bsuite/NAME, got: " + given
                    + "; a suite on this machine has its suite.json in its folder");
        }
        if (tests.isPresent() && suite.isEmpty()) {
            throw new BadInputException("--junit is for bsuite/NAME, got: " + given
                    + "; of a suite on this machine ./jgbench suite writes it, also when all visits are made");
        }
        try {
            Read read = read(run, suite);
            ReportFile file = ReportFile.at(output != null ? output : beside(run.or(() -> suite)));
            file.write(read.page());
            Notice.print(err, "the report is " + file.path());
            return tests.isPresent() ? judged(read.suite().orElseThrow(), tests) : WRITTEN;
        } catch (StoredResultException e) {
            throw new BadInputException(e);
        }
    }

    private int judged(FetchedSuite fetched, Optional<ReportFile> tests) throws IOException {
        SuiteResult result = fetched.suite().result();
        JUnitOption.write(tests, JUnitCases.of(result).beside(fetched.paper()).without(fetched.missing()), err);
        StatusJudgement.Verdict ofFigures = SuiteVerdict.of(result);
        return ExitStatus.of(
                fetched.missing().map(missing -> missing.verdict(ofFigures)).orElse(ofFigures));
    }

    private Read read(Optional<String> run, Optional<String> suite)
            throws BadInputException, IOException, InterruptedException, StoredResultException {
        var kubectl = new Kubectl(Optional.ofNullable(namespace));
        if (run.isPresent()) {
            return new Read(page(fetchedRun(run.get(), kubectl)), Optional.empty());
        }
        if (suite.isPresent()) {
            FetchedSuite fetched = fetchedSuite(suite.get(), kubectl);
            fetched.missing()
                    .ifPresent(missing ->
                            Notice.print(err, "the comparison with the baseline is left out: " + missing.why()));
            fetched.leftOut().forEach(sentence -> Notice.print(err, sentence));
            writeJson(fetched);
            return new Read(SuitePage.html(fetched.suite(), fetched.missing()), Optional.of(fetched));
        }
        return new Read(page(path()), Optional.empty());
    }

    private static StoredResult fetchedRun(String name, Kubectl kubectl)
            throws BadInputException, InterruptedException, StoredResultException {
        try {
            return new ClusterResult(kubectl).fetch(name);
        } catch (IOException e) {
            throw new BadInputException(e);
        }
    }

    private static FetchedSuite fetchedSuite(String name, Kubectl kubectl)
            throws BadInputException, InterruptedException, StoredResultException {
        try {
            return FetchedSuite.of(name, kubectl);
        } catch (IOException e) {
            throw new BadInputException(e);
        }
    }

    private void writeJson(FetchedSuite fetched) throws BadInputException, IOException {
        if (json != null) {
            ReportFile file = ReportFile.at(json, "what the visits came to", "suite.json");
            file.write(new String(SuiteJson.write(fetched.suite().result()), StandardCharsets.UTF_8));
            Notice.print(err, "what the visits came to is " + file.path());
        }
    }

    private static String page(StoredResult run) throws StoredResultException {
        return RunPage.html(run.results(), run.declaration());
    }

    private static String page(Path path) throws BadInputException, StoredResultException {
        if (StoredSuite.isOne(path)) {
            return SuitePage.html(StoredSuite.read(path, RequestedSuite.resolver()));
        }
        List<Path> suites = StoredSuite.below(path);
        if (!suites.isEmpty()) {
            throw new BadInputException(path + " holds suites; give one of them: "
                    + suites.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        return page(StoredResult.read(path));
    }

    private String beside(Optional<String> onCluster) throws BadInputException {
        if (onCluster.isPresent()) {
            return onCluster.get() + "-" + PageFile.NAME;
        }
        Path path = path();
        return (Files.isRegularFile(path) ? path.resolveSibling(PageFile.NAME) : path.resolve(PageFile.NAME))
                .toString();
    }

    private Path path() throws BadInputException {
        try {
            return Path.of(given);
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }
}
