package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.LatencyFigure;
import io.jgbench.coordination.words.Numbers;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

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
                    "at most " + FigureLines.percentiles(delivery.latency(), errorNanos(delivery)),
                    of);
        } else {
            lines.add("Delivery", FigureLines.percentiles(delivery.latency(), 0), of);
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

    private static String clocks(DeliveryLatency delivery) {
        if (delivery.errorMicros() == 0) {
            return "all on one clock";
        }
        return "clocks known to " + error(delivery)
                + (delivery.driftKnown() ? "" : " before the run, and not after it");
    }

    private static String error(DeliveryLatency delivery) {
        return "+/- " + Numbers.millis(errorNanos(delivery));
    }

    private static long errorNanos(DeliveryLatency delivery) {
        return TimeUnit.MICROSECONDS.toNanos(delivery.errorMicros());
    }
}
