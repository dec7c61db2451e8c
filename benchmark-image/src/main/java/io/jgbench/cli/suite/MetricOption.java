package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.coordination.suite.Metrics;
import io.jgbench.coordination.suite.VisitDigest;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which figure of a suite is meant. */
public final class MetricOption {
    @Option(
            names = "--metric",
            paramLabel = "FIGURE",
            defaultValue = VisitDigest.UNITS_PER_SECOND,
            description = "The figure that is looked at, such as unitsPerSecond (default), bytesPerSecond or"
                    + " latencyP99Micros; of times less is faster.")
    private String given;

    /** Its name among a digest's figures. */
    public String name() throws BadInputException {
        if (!Metrics.names().contains(given)) {
            throw new BadInputException("--metric must be a figure of a run, got: " + given
                    + "; a good value is bytesPerSecond; docs/SUITES.md has all under Figures");
        }
        return given;
    }

    /** The same, of a figure by which something can be faster. */
    String compared() throws BadInputException {
        Optional<String> why = Metrics.notCompared(name());
        if (why.isPresent()) {
            throw new BadInputException("--metric must be a rate or a time, got: " + given + "; " + why.get());
        }
        return given;
    }
}
