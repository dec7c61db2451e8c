package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.LatencyFigure;
import io.jgbench.coordination.words.Numbers;
import java.util.Optional;

/** The times to other members on the console, with what the clocks allow to say of them. */
record DeliveryLines(FigureLines lines) {
    /**
     * Adds them.
     *
     * @param from from when they count, in a few words
     */
    void add(DeliveryLatency delivery, String from) {
        String of = "of %s sampled messages, %s to receipt at another member; %s"
                .formatted(Numbers.grouped(delivery.latency().count()), from, clocks(delivery));
        if (delivery.onlyBounds()) {
            lines.add(
                    "Delivery",
                    "not known: the members' clocks are known to %s only".formatted(error(delivery)),
                    "at most " + percentiles(delivery.latency(), delivery.errorMicros()),
                    of);
        } else {
            lines.add("Delivery", percentiles(delivery.latency(), 0), of);
        }
    }

    /** The same for the first figures of a page. */
    static LatencyFigure figure(DeliveryLatency delivery) {
        return delivery.onlyBounds()
                ? new LatencyFigure(
                        "Delivery",
                        Optional.empty(),
                        "as the members' clocks are known to %s only".formatted(error(delivery)))
                : new LatencyFigure("Delivery", Optional.of(delivery.latency()), "to another member");
    }

    private static String percentiles(Latency latency, long moreMicros) {
        return "p50 %s, p90 %s, p99 %s, p99.9 %s, max %s"
                .formatted(
                        millis(latency.p50Micros() + moreMicros),
                        millis(latency.p90Micros() + moreMicros),
                        millis(latency.p99Micros() + moreMicros),
                        millis(latency.p999Micros() + moreMicros),
                        millis(latency.maxMicros() + moreMicros));
    }

    private static String clocks(DeliveryLatency delivery) {
        if (delivery.errorMicros() == 0) {
            return "all on one clock";
        }
        return "clocks known to " + error(delivery)
                + (delivery.driftKnown() ? "" : " before the run, and not after it");
    }

    private static String error(DeliveryLatency delivery) {
        return "+/- " + millis(delivery.errorMicros());
    }

    private static String millis(long micros) {
        return Numbers.millis(micros * 1000);
    }
}
