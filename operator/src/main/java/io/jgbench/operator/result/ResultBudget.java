package io.jgbench.operator.result;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import java.util.List;
import java.util.Optional;

/**
 * How many bytes full results may take in ConfigMaps, compressed: all that a cluster stores is in one small database.
 *
 * @param runBytes the result of a run at most; before that, what its repetitions leave behind, each an equal part
 * @param namespaceBytes the results of all runs of a namespace at most
 */
public record ResultBudget(long runBytes, long namespaceBytes) {
    /** The names of its parts have two digits, and are read in their order. */
    private static final long MOST_RUN_BYTES = 100L * ChunkedMaps.CHUNK_BYTES;

    /** A quarter of what etcd holds by default, for one namespace. */
    public static final ResultBudget DEFAULT = new ResultBudget(32L << 20, 512L << 20);

    /** Refuses a result of more parts than there are names for. */
    public ResultBudget {
        if (runBytes > MOST_RUN_BYTES) {
            throw new IllegalArgumentException("results.configMaps.perRun must be at most " + MOST_RUN_BYTES / 1024
                    + "Ki, got: " + runBytes + " bytes");
        }
    }

    /**
     * What the result of a run may take.
     *
     * @param all the runs that are there; what their results take stands in their status
     * @param booked what results of the run's namespace take beside those, in bytes
     */
    long left(BenchmarkRun run, List<BenchmarkRun> all, long booked) {
        long taken = all.stream()
                .filter(other -> other.getMetadata()
                        .getNamespace()
                        .equals(run.getMetadata().getNamespace()))
                .filter(other ->
                        !other.getMetadata().getUid().equals(run.getMetadata().getUid()))
                .mapToLong(ResultBudget::taken)
                .sum();
        return Math.max(0, Math.min(runBytes, namespaceBytes - taken - booked));
    }

    /** What the result of a run takes in ConfigMaps as its status says, in bytes; 0 where it says nothing. */
    public static long taken(BenchmarkRun run) {
        return Optional.ofNullable(run.getStatus())
                .map(BenchmarkRunStatus::resultsRef)
                .map(StatusResultsRef::inConfigMaps)
                .orElse(0L);
    }
}
