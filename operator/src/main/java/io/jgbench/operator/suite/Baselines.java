package io.jgbench.operator.suite;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.BaselineCheck;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.operator.kubernetes.ConfigMapEntry;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuiteResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What suites are compared with: another suite or a ConfigMap of the same namespace, or a published paper. */
final class Baselines {
    private final KubernetesClient client;
    private final SuiteSpecs specs;
    private final DigestStore digests;
    private final PublishedFigures published;

    Baselines(KubernetesClient client, SuiteSpecs specs, DigestStore digests, PublishedFigures published) {
        this.client = client;
        this.specs = specs;
        this.digests = digests;
        this.published = published;
    }

    /** What there is to compare with. */
    sealed interface Found {

        /** Another suite, which is over. */
        record Suite(SuiteResult before) implements Found {}

        /** A paper. */
        record Paper(String name) implements Found {}

        /** It is not there, or nothing can be compared with it; the sentence says why. */
        record Unusable(String message) implements Found {}
    }

    /** Whether a suite may begin. */
    sealed interface Check {

        /** It may. */
        record Fits() implements Check {}

        /** What it is compared with is not there yet; the sentence names it. */
        record Missing(String message) implements Check {}

        /** It can never be compared with that. */
        record Refused(String message) implements Check {}
    }

    /** Looks whether a suite can be compared with its baseline, before anything of it is measured. */
    Check check(SuiteRef suite, SuiteSpec spec) {
        Optional<BaselineRequest> request = spec.baseline();
        if (request.flatMap(BaselineRequest::paper).isPresent()) {
            return PaperShares.obstacle(published, request.get().paper().get(), spec.cells())
                    .<Check>map(Check.Refused::new)
                    .orElse(new Check.Fits());
        }
        if (request.isEmpty()) {
            return new Check.Fits();
        }
        if (request.get().configMap().isPresent()) {
            return check(suite, spec, request.get().configMap().get());
        }
        String name = request.get().suite().orElseThrow();
        BenchmarkSuite other = find(suite, name);
        if (other == null) {
            return new Check.Missing(missing(suite, name));
        }
        return switch (specs.measured(other)) {
            case Resolution.Resolved(var before) ->
                BaselineCheck.workload(spec.cells(), result(before, SuitePhase.PENDING, List.of()))
                        .<Check>map(why ->
                                new Check.Refused("spec.baseline.suite: cannot be compared with " + name + ": " + why))
                        .orElse(new Check.Fits());
            case Resolution.StackMissing(var message) -> new Check.Missing(unresolved(name, message));
            case Resolution.Refused(var message) -> new Check.Missing(unresolved(name, message));
        };
    }

    private Check check(SuiteRef suite, SuiteSpec spec, ConfigMapKeyRef ref) {
        try {
            SuiteResult before = kept(suite, ref);
            return BaselineCheck.obstacle(
                            spec.cells(), before, spec.baseline().orElseThrow().metric())
                    .<Check>map(why -> new Check.Refused("spec.baseline.configMapKeyRef: cannot be compared with "
                            + ref.name() + "/" + ref.key() + ": " + why))
                    .orElse(new Check.Fits());
        } catch (StoredResultException e) {
            return new Check.Missing("The baseline cannot be read: " + e.getMessage() + ".");
        }
    }

    /** What somebody has put into a ConfigMap. One at a time: what is read may take a good part of the memory. */
    private synchronized SuiteResult kept(SuiteRef suite, ConfigMapKeyRef ref) throws StoredResultException {
        String place = "key " + ref.key() + " of ConfigMap " + ref.name() + " in namespace " + suite.namespace();
        byte[] stored = switch (ConfigMapEntry.read(client, suite.namespace(), ref)) {
            case ConfigMapEntry.Text(var content) -> content.getBytes(StandardCharsets.UTF_8);
            case ConfigMapEntry.Binary binary -> binary.bytes();
            case ConfigMapEntry.Absent _ -> throw new StoredResultException(place + " is not there");
        };
        return StoredSuiteResult.ofConfigMap(stored, place);
    }

    /** Reads what a suite that is over is compared with. */
    Found find(SuiteRef suite, SuiteSpec spec, BaselineRequest request) {
        if (request.paper().isPresent()) {
            String paper = request.paper().get();
            // a stack that is gone has no figure of a paper beside it, and the verdict does not depend on the paper
            return PaperShares.unknown(published, paper)
                    .<Found>map(why -> new Found.Unusable("Nothing stands beside a paper: " + why + "."))
                    .orElse(new Found.Paper(paper));
        }
        if (request.configMap().isPresent()) {
            return find(suite, spec, request, request.configMap().get());
        }
        String name = request.suite().orElseThrow();
        BenchmarkSuite other = find(suite, name);
        if (other == null) {
            return new Found.Unusable(missing(suite, name));
        }
        Optional<SuitePhase> over = over(other);
        if (over.isEmpty()) {
            return new Found.Unusable("The baseline's suite " + name + " is not over yet.");
        }
        return switch (specs.measured(other)) {
            case Resolution.Resolved(var before) -> read(other, over.get(), spec, before.comparedBy(request));
            case Resolution.StackMissing(var message) -> new Found.Unusable(unresolved(name, message));
            case Resolution.Refused(var message) -> new Found.Unusable(unresolved(name, message));
        };
    }

    private Found find(SuiteRef suite, SuiteSpec spec, BaselineRequest request, ConfigMapKeyRef ref) {
        try {
            SuiteResult before = kept(suite, ref);
            return BaselineCheck.obstacle(spec.cells(), before, request.metric())
                    .<Found>map(why -> new Found.Unusable(
                            "The baseline " + ref.name() + "/" + ref.key() + " cannot be compared with: " + why + "."))
                    .orElse(new Found.Suite(before));
        } catch (StoredResultException e) {
            return new Found.Unusable("The baseline cannot be read: " + e.getMessage() + ".");
        }
    }

    /** How a suite came to its end; empty where visits are left that its spec, as it stands, asks for. */
    private static Optional<SuitePhase> over(BenchmarkSuite other) {
        Optional<StatusCondition> finished = other.condition(SuiteConditionType.FINISHED)
                .filter(condition -> Objects.equals(
                        condition.observedGeneration(), other.getMetadata().getGeneration()));
        if (finished.isEmpty()) {
            return Optional.empty();
        }
        // a suite that is refused has Finished as well, however few of its visits were made
        return finished.get().isFor(SuiteConditionReason.COMPLETED)
                ? Optional.of(SuitePhase.COMPLETED)
                : finished.filter(condition -> condition.isFor(SuiteConditionReason.BUDGET_SPENT))
                        .map(_ -> SuitePhase.BUDGET_SPENT);
    }

    private Found read(BenchmarkSuite other, SuitePhase phase, SuiteSpec spec, SuiteSpec before) {
        try {
            SuiteResult result = result(before, phase, digests.figures(SuiteRef.of(other), before.figures()));
            // a figure that none of its visits has will never be there: each cell says so, and nobody waits for it
            return BaselineCheck.workload(spec.cells(), result)
                    .<Found>map(why -> new Found.Unusable(
                            "The baseline's suite " + before.name() + " cannot be compared with: " + why + "."))
                    .orElse(new Found.Suite(result));
        } catch (SuiteFormatException e) {
            return new Found.Unusable(
                    "The baseline's suite " + before.name() + " cannot be read: " + e.getMessage() + ".");
        }
    }

    private static SuiteResult result(SuiteSpec spec, SuitePhase phase, List<VisitDigest> digests) {
        return SuiteResult.of(
                spec, new SuiteStatus(SuiteStatus.SCHEMA_VERSION, phase, Optional.empty(), 0, List.of()), digests);
    }

    private BenchmarkSuite find(SuiteRef suite, String name) {
        return client.resources(BenchmarkSuite.class)
                .inNamespace(suite.namespace())
                .withName(name)
                .get();
    }

    private static String missing(SuiteRef suite, String name) {
        return "The baseline's suite " + name + " is expected in namespace " + suite.namespace()
                + ", and is not there.";
    }

    private static String unresolved(String name, String message) {
        return "The baseline's suite " + name + " cannot be made out: " + message;
    }
}
