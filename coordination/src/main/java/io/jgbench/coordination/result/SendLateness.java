package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.OpenLoopReport;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How much later than they were due the units of an open loop were handed over, of all members that were asked for a
 * rate.
 *
 * @param all from when a unit was due until it was handed over
 * @param generator what of that was the member's own doing; see {@link OpenLoopReport}
 */
public record SendLateness(Latency all, Latency generator) {

    /** That of several members; empty where none was asked for a rate, or none handed anything over. */
    public static Optional<SendLateness> of(List<OpenLoopReport> reports) {
        return merged(reports, OpenLoopReport::lateHistogram)
                .flatMap(all -> merged(reports, OpenLoopReport::generatorHistogram)
                        .map(generator -> new SendLateness(all, generator)));
    }

    private static Optional<Latency> merged(List<OpenLoopReport> reports, Function<OpenLoopReport, String> histogram) {
        return Latency.of(Latency.mergedOf(reports.stream().map(histogram)));
    }
}
