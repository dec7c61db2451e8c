package io.jgbench.cli.run;

import io.jgbench.cli.output.Notice;
import io.jgbench.cli.output.ReportFile;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.html.run.RunPage;
import io.jgbench.report.stored.RunDeclaration;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run leaves behind beside what it prints.
 *
 * @param files the folder of full results, if one is wanted
 * @param page the report, if one is wanted
 * @param declaration how to do the run again
 * @param err where it is said what was written
 */
record RunOutputs(Optional<ResultFiles> files, Optional<ReportFile> page, RunDeclaration declaration, PrintStream err) {

    /** Writes all that is wanted; the results first, of which the report can be made again. */
    void write(RepetitionsResult result) throws ResultFilesException, IOException {
        if (files.isPresent()) {
            Notice.print(err, "results are in " + files.get().write(result, Instant.now(), Optional.of(declaration)));
        }
        if (page.isPresent()) {
            page.get().write(RunPage.html(result, Optional.of(declaration)));
            Notice.print(err, "the report is " + page.get().path());
        }
    }
}
