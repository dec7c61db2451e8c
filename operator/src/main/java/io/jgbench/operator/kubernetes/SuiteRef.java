package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.ObjectLabels;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which suite is meant.
 *
 * @param namespace its namespace
 * @param name its name
 * @param uid tells it from another suite of the same name
 */
public record SuiteRef(String namespace, String name, String uid) {

    /** Refuses nulls. */
    public SuiteRef {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(uid, "uid");
    }

    /** The reference to a suite. */
    public static SuiteRef of(HasMetadata suite) {
        var metadata = suite.getMetadata();
        return new SuiteRef(metadata.getNamespace(), metadata.getName(), metadata.getUid());
    }

    /** The suite that an object names as its owner; empty where it names none. */
    public static Optional<SuiteRef> owner(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return ownerReference(object).map(owner -> new SuiteRef(namespace, owner.getName(), owner.getUid()));
    }

    /** The uid of the suite that an object belongs to; empty where it belongs to none. */
    public static Optional<String> ownerUid(HasMetadata object) {
        return ownerReference(object).map(OwnerReference::getUid);
    }

    private static Optional<OwnerReference> ownerReference(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getOwnerReferences()).orElse(List.of()).stream()
                .filter(owner -> BenchmarkSuite.KIND.equals(owner.getKind()))
                .filter(owner -> owner.getApiVersion().startsWith(BenchmarkRun.GROUP + "/"))
                .findFirst();
    }

    /** Whether an object belongs to this suite, and not to another one of its name. */
    public boolean owns(HasMetadata object) {
        return ownerUid(object).filter(uid::equals).isPresent();
    }

    /** The suite's identity, which follows from its name and uid as that of a run does. */
    public String id() {
        return new RunRef(namespace, name, uid).runId();
    }

    /**
     * The status of a suite; empty where there is none, or it is that of another suite of the name: a status is written
     * by name.
     */
    public static Optional<BenchmarkSuiteStatus> statusOf(BenchmarkSuite suite) {
        return Optional.ofNullable(suite.getStatus())
                .filter(status -> status.suiteId() == null
                        || status.suiteId().equals(of(suite).id()));
    }

    /** Its key in the operator's caches. */
    public ResourceID resourceId() {
        return new ResourceID(name, namespace);
    }

    /** The labels of all that belongs to it. */
    public Map<String, String> labels() {
        return Map.of(Labels.MANAGED_BY, Labels.OPERATOR, ObjectLabels.SUITE, name, ObjectLabels.SUITE_ID, id());
    }

    /** Sets the suite as owner of one of its objects, which is deleted with it. */
    public OwnerReference ownerReference() {
        return new OwnerReferenceBuilder()
                .withApiVersion(BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION)
                .withKind(BenchmarkSuite.KIND)
                .withName(name)
                .withUid(uid)
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build();
    }
}
