package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * Which run is meant.
 *
 * @param namespace its namespace
 * @param name its name
 * @param uid tells it from another run of the same name
 */
public record RunRef(String namespace, String name, String uid) {
    private static final int SUFFIX_LENGTH = 6;
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    /** Refuses nulls. */
    public RunRef {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(uid, "uid");
    }

    /** The reference to a run. */
    public static RunRef of(HasMetadata run) {
        var metadata = run.getMetadata();
        return new RunRef(metadata.getNamespace(), metadata.getName(), metadata.getUid());
    }

    /**
     * The run's identity, from which all that belongs to it is named: its name and letters that follow from its uid, so
     * that an operator that knows nothing yet comes to the same.
     */
    public String runId() {
        StringBuilder id = new StringBuilder(name).append('-');
        long hash = 1125899906842597L;
        for (int i = 0; i < uid.length(); i++) {
            hash = 31 * hash + uid.charAt(i);
        }
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            id.append(LETTERS.charAt(Math.floorMod(hash, LETTERS.length())));
            hash = Math.floorDiv(hash, LETTERS.length());
        }
        return id.toString();
    }

    /**
     * The status of a run; none where it is that of another run, which had the name before and whose last status was
     * written after it had been deleted.
     */
    public static Optional<BenchmarkRunStatus> statusOf(BenchmarkRun run) {
        return Optional.ofNullable(run.getStatus())
                .filter(status -> status.runId() == null || status.runId().equals(of(run).runId()));
    }

    /**
     * A run as it was read, or one like it without a status where that is another run's; see {@link #statusOf}. What
     * was read may be the cache's, and is not changed.
     */
    public static BenchmarkRun withOwnStatus(BenchmarkRun run) {
        if (run.getStatus() == null || statusOf(run).isPresent()) {
            return run;
        }
        var other = new BenchmarkRun();
        other.setMetadata(run.getMetadata());
        other.setSpec(run.getSpec());
        return other;
    }

    /** Its key in the operator's caches. */
    public ResourceID resourceId() {
        return new ResourceID(name, namespace);
    }

    /** {@code namespace/name}, as people write it. */
    public String path() {
        return namespace + "/" + name;
    }

    /** Sets the run as owner of one of its objects. */
    public OwnerReference ownerReference() {
        return new OwnerReferenceBuilder()
                .withApiVersion(BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION)
                .withKind(BenchmarkRun.KIND)
                .withName(name)
                .withUid(uid)
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build();
    }
}
