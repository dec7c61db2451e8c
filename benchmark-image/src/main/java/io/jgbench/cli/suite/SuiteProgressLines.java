package io.jgbench.cli.suite;

import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteProgress;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.local.suite.SuiteListener;
import io.jgbench.report.console.SuiteReport;
import java.io.PrintStream;

/** Says which cell and round begins and how long the rest probably takes, and what each visit came to. */
final class SuiteProgressLines implements SuiteListener {
    private final PrintStream out;
    private String label = "";

    SuiteProgressLines(PrintStream out) {
        this.out = out;
    }

    /** What stands before the lines of the visit that is under way, such as {@code [3/24]}. */
    String label() {
        return label;
    }

    @Override
    public void begins(Cell cell, VisitId visit, SuiteProgress progress) {
        label = "[" + (progress.done() + 1) + "/" + progress.planned() + "]";
        out.println(label + " " + cell.key() + ", round " + visit.round()
                + (visit.attempt() > 1 ? ", attempt " + visit.attempt() : "")
                + progress.timeLeft()
                        .map(left -> ": about " + SuiteReport.duration(left) + " left")
                        .orElse(""));
    }

    @Override
    public void kept(VisitDigest digest) {
        out.println(label + " " + digest.outcome().inWords() + figures(digest) + why(digest));
    }

    @Override
    public void stops(String why) {
        out.println("jgbench: the suite stops here: " + why);
    }

    private static String figures(VisitDigest digest) {
        Double rate = digest.figures().get(VisitDigest.UNITS_PER_SECOND);
        Double bytes = digest.figures().get(VisitDigest.BYTES_PER_SECOND);
        return rate == null || bytes == null
                ? ""
                : ", " + Numbers.rounded(rate) + " " + digest.unitOfWork() + "/s, " + Numbers.megabytes(bytes)
                        + " MB/s";
    }

    private static String why(VisitDigest digest) {
        if (digest.outcome() == VisitOutcome.VALID) {
            return "";
        }
        return digest.failure()
                .map(failure -> ": " + failure.reason() + ": " + failure.message())
                .or(() -> digest.findings().stream()
                        .findFirst()
                        .map(finding -> ": " + finding.reason().label() + ": " + finding.evidence()))
                .orElse("");
    }
}
