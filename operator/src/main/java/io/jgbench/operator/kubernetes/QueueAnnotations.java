package io.jgbench.operator.kubernetes;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * What annotations say of the place of a run in the queue for nodes. A visit of a suite has that of its round, and
 * keeps it when it is over until the next visit of the round is made, so that no other run comes between the two.
 * Whoever makes a run can write such annotations: how far they are heeded is for the queue to say.
 */
public final class QueueAnnotations {
    private static final String SINCE = "jgbench.io/queued-since";
    private static final String HELD = "jgbench.io/holds-place";

    private QueueAnnotations() {}

    /** The annotations of a visit whose round began then. */
    public static Map<String, String> annotations(Instant since) {
        // as the API server writes the time of an object's creation, with which it is compared
        return Map.of(SINCE, since.truncatedTo(ChronoUnit.SECONDS).toString(), HELD, Boolean.toString(true));
    }

    /** A merge patch for a visit that is not to keep its place any longer. */
    public static String leavingPatch() {
        return "{\"metadata\":{\"annotations\":{\"" + HELD + "\":\"false\"}}}";
    }

    /** Since when a run says that it is in the queue; empty where it says nothing, or no time. */
    public static Optional<Instant> saidSince(BenchmarkRun run) {
        try {
            return annotation(run, SINCE).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Whether a run says that it keeps its place when it is over. */
    public static boolean saysHeld(BenchmarkRun run) {
        return annotation(run, HELD).filter(Boolean::parseBoolean).isPresent()
                && run.getMetadata().getDeletionTimestamp() == null;
    }

    private static Optional<String> annotation(BenchmarkRun run, String name) {
        return Optional.ofNullable(run.getMetadata().getAnnotations()).map(annotations -> annotations.get(name));
    }
}
