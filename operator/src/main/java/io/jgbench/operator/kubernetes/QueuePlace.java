package io.jgbench.operator.kubernetes;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * The place of a run in the queue for nodes, as its annotations say. A run has that of the time at which it was
 * declared. A visit of a suite has that of its round, and keeps it when it is over until the next visit of the round is
 * made, so that no other run comes between the two. Only runs that belong to a suite have such annotations heeded.
 */
public final class QueuePlace {
    private static final String SINCE = "jgbench.io/queued-since";
    private static final String HELD = "jgbench.io/holds-place";

    private QueuePlace() {}

    /** The annotations of a visit whose round began then. */
    public static Map<String, String> annotations(Instant since) {
        // as the API server writes the time of an object's creation: the two are compared as texts
        return Map.of(SINCE, since.truncatedTo(ChronoUnit.SECONDS).toString(), HELD, Boolean.toString(true));
    }

    /** A merge patch for a visit that is not to keep its place any longer. */
    public static String leavingPatch() {
        return "{\"metadata\":{\"annotations\":{\"" + HELD + "\":\"false\"}}}";
    }

    /** Since when a run is in the queue, RFC 3339. */
    public static String since(BenchmarkRun run) {
        return annotation(run, SINCE).orElse(run.getMetadata().getCreationTimestamp());
    }

    /** Whether a run keeps its place when it is over. */
    public static boolean isHeld(BenchmarkRun run) {
        return annotation(run, HELD).filter(Boolean::parseBoolean).isPresent()
                && run.getMetadata().getDeletionTimestamp() == null;
    }

    private static Optional<String> annotation(BenchmarkRun run, String name) {
        return SuiteRef.ownerUid(run)
                .flatMap(_ -> Optional.ofNullable(run.getMetadata().getAnnotations()))
                .map(annotations -> annotations.get(name));
    }
}
