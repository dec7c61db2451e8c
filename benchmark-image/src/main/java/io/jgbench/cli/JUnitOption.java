package io.jgbench.cli;

import io.jgbench.coordination.suite.SuiteResult;
import io.jgbench.report.JUnitReport;
import io.jgbench.report.papers.PaperShares;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a CI server finds what was measured as tests. */
final class JUnitOption {
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
    Optional<ReportFile> file() throws BadInputException {
        return given == null ? Optional.empty() : Optional.of(ReportFile.at(given, "--junit", "junit.xml"));
    }

    /**
     * Writes the file and says where it is.
     *
     * @param paper the figures of a paper that the suite stands beside
     * @param slowerFails whether a cell fails that is slower than the one that it is compared with
     */
    static void write(
            Optional<ReportFile> file,
            SuiteResult result,
            Optional<PaperShares> paper,
            boolean slowerFails,
            PrintStream err)
            throws IOException {
        if (file.isPresent()) {
            file.get().write(JUnitReport.of(result, paper, slowerFails));
            err.println("jgbench: the tests are in " + file.get().path());
        }
    }
}
