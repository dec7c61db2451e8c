package io.jgbench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.report.TestSuites;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PublishedFigures;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperReportTest {
    private static final String CELLS = "axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 1";

    @Test
    void cellWithoutAValidFigureIsNotSaidToLackALineRate() {
        PaperShares shares = shares(TestSuites.of(CELLS)
                .measured(digest -> digest.coordinates().containsValue("udp") ? failed(digest) : digest));

        assertThat(PaperReport.text(shares))
                .containsPattern("stack=udp +no figure +- +44.8 %\n")
                .containsPattern("stack=tcp +[0-9.]+ % +- +39.2 %\n")
                .contains("  No figure: no visit has a valid figure.\n")
                .doesNotContain("line rate:", "No line rate");
        assertThat(PaperReport.answers(shares))
                .extracting(StatusAnswer::message)
                .first()
                .isEqualTo("Cell stack=udp: no visit has a valid figure, and 44.8 % in perfTest2008 on other"
                        + " hardware.");
    }

    @Test
    void cellWhoseLinksHaveNoOneLineRateIsToldHowToDeclareIt() {
        PaperShares shares = shares(TestSuites.of(CELLS).measured(PaperReportTest::withoutLineRate));

        assertThat(PaperReport.text(shares))
                .containsPattern("stack=udp +no line rate +- +44.8 %\n")
                .contains("No line rate: the line rate is not known of each member's link", "placement.lineRate")
                .doesNotContain("No figure");
        assertThat(PaperReport.text(shares).lines()).allMatch(line -> line.length() <= ConsoleReport.WIDTH);
    }

    private static PaperShares shares(TestSuites suite) {
        return PaperShares.of(PublishedFigures.known(), "perfTest2008", suite.cells(), suite.result());
    }

    private static VisitDigest failed(VisitDigest digest) {
        return VisitDigestBuilder.builder(digest)
                .outcome(VisitOutcome.FAILED)
                .figures(Map.of())
                .histograms(Map.of())
                .build();
    }

    private static VisitDigest withoutLineRate(VisitDigest digest) {
        Map<String, Double> figures = new HashMap<>(digest.figures());
        figures.remove(VisitDigest.LINE_BYTES_PER_SECOND);
        return VisitDigestBuilder.builder(digest).figures(figures).build();
    }
}
