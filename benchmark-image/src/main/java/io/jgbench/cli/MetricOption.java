package io.jgbench.cli;

import io.jgbench.coordination.suite.Metrics;
import io.jgbench.coordination.suite.VisitDigest;
import picocli.CommandLine.Option;

/** Which figure of a suite is meant. */
final class MetricOption {
    @Option(
            names = "--metric",
            paramLabel = "FIGURE",
            defaultValue = VisitDigest.UNITS_PER_SECOND,
            description = "The figure that is looked at, such as unitsPerSecond (default), bytesPerSecond or"
                    + " latencyP99Micros; of those that end with Micros less is faster.")
    private String given;

    /** Its name among a digest's figures. */
    String name() throws BadInputException {
        if (!Metrics.names().contains(given)) {
            throw new BadInputException("--metric must be a figure of a run, got: " + given
                    + "; a good value is bytesPerSecond; docs/API.md has all under status.summary");
        }
        return given;
    }
}
