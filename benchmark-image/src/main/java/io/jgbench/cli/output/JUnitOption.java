package io.jgbench.cli.output;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.report.junit.JUnitCases;
import io.jgbench.report.junit.JUnitReport;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a CI server finds what was measured as tests. */
public final class JUnitOption {
    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Writes cells, thresholds, comparisons and figures of a paper as JUnit's XML, which CI"
                    + " servers show as tests.")
    private String given;

    /**
     * Checks that the file can be written, before anything is started; empty where none is asked for.
     *
     * @throws BadInputException if it cannot be
     */
    public Optional<ReportFile> file() throws BadInputException {
        return given == null ? Optional.empty() : Optional.of(ReportFile.at(given, "--junit", "junit.xml"));
    }

    /** Writes the file and says where it is. */
    public static void write(Optional<ReportFile> file, JUnitCases tests, PrintStream err) throws IOException {
        if (file.isPresent()) {
            file.get().write(JUnitReport.of(tests));
            Notice.print(err, "the tests are in " + file.get().path());
        }
    }
}
