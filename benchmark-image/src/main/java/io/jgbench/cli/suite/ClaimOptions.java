package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.Metrics;
import io.jgbench.report.console.SuiteReport;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is to be said of two arms, or two suites: of which figure, from which difference on, and how surely. */
final class ClaimOptions {
    @Mixin
    private MetricOption metric;

    @Option(
            names = "--min-effect",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "The least difference that matters, 0.1 to 100 (default 5).")
    private double minEffectPercent;

    @Option(
            names = "--confidence",
            paramLabel = "PERCENT",
            defaultValue = "99",
            description = "Confidence of the interval and of the claims in percent, 90 to 99.9. Default 99: of a"
                    + " hundred comparisons between equal arms, at most one claims a difference.")
    private double confidencePercent;

    void check() throws BadInputException {
        check(minEffectPercent >= 0.1 && minEffectPercent <= 100, "--min-effect", "0.1 and 100", minEffectPercent);
        check(confidencePercent >= 90 && confidencePercent <= 99.9, "--confidence", "90 and 99.9", confidencePercent);
        metric.compared();
    }

    private static void check(boolean holds, String option, String range, double found) throws BadInputException {
        if (!holds) {
            throw new BadInputException(option + " must be between " + range + ", got: " + found);
        }
    }

    /** The figure that is compared. */
    String metric() throws BadInputException {
        return metric.compared();
    }

    String confidence() {
        return SuiteReport.plain(confidencePercent);
    }

    ClaimRule rule() throws BadInputException {
        return new ClaimRule(confidencePercent / 100, minEffectPercent / 100, Metrics.higherIsFaster(metric()));
    }

    /** The same as what is asked of a suite against another one. */
    BaselineRequest asked() throws BadInputException {
        return new BaselineRequest(Optional.empty(), Optional.empty(), Optional.empty(), metric(), rule());
    }

    /** The options as they were given, for a command line that does the same. */
    List<String> given() throws BadInputException {
        return List.of(
                "--metric",
                metric(),
                "--min-effect",
                SuiteReport.plain(minEffectPercent),
                "--confidence",
                confidence());
    }
}
