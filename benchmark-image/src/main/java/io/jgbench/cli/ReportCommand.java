package io.jgbench.cli;

import io.jgbench.report.StoredResult;
import io.jgbench.report.StoredResultException;
import io.jgbench.report.StoredSuite;
import io.jgbench.report.html.RunPage;
import io.jgbench.report.html.SuitePage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the page of a run or a suite. */
@Command(
        name = "report",
        description = "Writes a run or a suite as one HTML file that needs nothing but itself: verdict, bottleneck,"
                + " charts, findings, environments, and how to do it again.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 written, 1 it could not be written, 2 bad input."})
final class ReportCommand implements Callable<Integer> {
    private static final int WRITTEN = 0;
    private static final String NAME = "report.html";

    @Parameters(
            paramLabel = "DIR",
            description = "A folder that --results made of a run or a suite, a result.json or suite.json, or brun/NAME"
                    + " on the cluster that kubectl speaks with.")
    private String given;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The file to write; " + NAME + " in that folder, or NAME-" + NAME + " here, without it.")
    private String output;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace of brun/NAME; kubectl's own without it.")
    private String namespace;

    private final PrintStream err = System.err;

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        Optional<String> run = ClusterResult.runOf(given);
        try {
            String page = run.isPresent() ? page(fetched(run.get())) : page(path());
            ReportFile file = ReportFile.at(output != null ? output : beside(run));
            file.write(page);
            err.println("jgbench: the report is " + file.path());
            return WRITTEN;
        } catch (StoredResultException e) {
            throw new BadInputException(e);
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

    private String beside(Optional<String> run) throws BadInputException {
        if (run.isPresent()) {
            return run.get() + "-" + NAME;
        }
        Path path = path();
        return (Files.isRegularFile(path) ? path.resolveSibling(NAME) : path.resolve(NAME)).toString();
    }

    private Path path() throws BadInputException {
        try {
            return Path.of(given);
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    private StoredResult fetched(String run) throws BadInputException, InterruptedException, StoredResultException {
        try {
            return new ClusterResult(Optional.ofNullable(namespace)).fetch(run);
        } catch (IOException e) {
            throw new BadInputException(e);
        }
    }
}
