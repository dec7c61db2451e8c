package io.jgbench.report.stored;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitObservation.Kept;
import io.jgbench.coordination.suite.VisitRecord;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A suite as the operator keeps it on a cluster: its object, and the digests of its visits in ConfigMaps; {@code
 * docs/SUITES.md} says how they are stored.
 */
public final class ClusterSuite {
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    private final String place;
    private final String name;
    private final String namespace;
    private final JsonNode definition;
    private final SuiteSpec spec;
    private final BenchmarkSuiteStatus status;
    private final long generation;

    private ClusterSuite(
            String place,
            String name,
            String namespace,
            JsonNode definition,
            SuiteSpec spec,
            BenchmarkSuiteStatus status,
            long generation) {
        this.place = place;
        this.name = name;
        this.namespace = namespace;
        this.definition = definition;
        this.spec = spec;
        this.status = status;
        this.generation = generation;
    }

    /**
     * Reads the object.
     *
     * @param place where it is from, for messages
     * @param object as JSON, as {@code kubectl get -o json} gives it
     * @param resolver resolves its cells
     * @throws StoredResultException if it is no suite, or one of which there can be no figure: one that was refused
     *     before anything of it was measured, or that cannot be made out
     */
    public static ClusterSuite of(String place, byte[] object, SuiteResolver resolver) throws StoredResultException {
        try {
            JsonNode tree = RunDocument.json().readTree(object);
            String name = tree.path("metadata").path("name").asText();
            BenchmarkSuiteSpec declared = lenient(tree.path("spec"), BenchmarkSuiteSpec.class);
            if (declared == null || declared.template() == null) {
                throw new StoredResultException(place + " is no BenchmarkSuite: it has no spec.template");
            }
            BenchmarkSuiteStatus status = lenient(tree.path("status"), BenchmarkSuiteStatus.class);
            checkStatus(place, status);
            return new ClusterSuite(
                    place,
                    name,
                    tree.path("metadata").path("namespace").asText(),
                    tree.path("spec"),
                    resolver.resolve(name, declared),
                    status,
                    tree.path("metadata").path("generation").asLong());
        } catch (IOException e) {
            throw new StoredResultException(place + " is no BenchmarkSuite of this version: " + firstLine(e), e);
        } catch (InvalidSpecException | IllegalArgumentException e) {
            throw new StoredResultException(place + " cannot be resolved on this machine: " + firstLine(e), e);
        }
    }

    private static <T> T lenient(JsonNode tree, Class<T> type) throws JsonProcessingException {
        return tree.isObject()
                ? RunDocument.json()
                        .rebuild()
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build()
                        .treeToValue(tree, type)
                : null;
    }

    private static void checkStatus(String place, BenchmarkSuiteStatus status) throws StoredResultException {
        if (status == null
                || status.suiteId() == null
                || !ID.matcher(status.suiteId()).matches()) {
            throw new StoredResultException(place + " has no status yet; does an operator look after its namespace?");
        }
        if (isRefused(status) && digests(status) == 0) {
            throw new StoredResultException(place + " was refused: " + whyRefused(status));
        }
    }

    private static boolean isRefused(BenchmarkSuiteStatus status) {
        return status.phase() == BenchmarkSuiteStatus.Phase.REFUSED;
    }

    private static String whyRefused(BenchmarkSuiteStatus status) {
        return status.condition(SuiteConditionType.RESOLVED)
                .map(StatusCondition::message)
                .flatMap(message -> message.lines().findFirst())
                .orElse("no reason is given");
    }

    private static int digests(BenchmarkSuiteStatus status) {
        return Optional.ofNullable(status.digests())
                .map(stored -> stored.count())
                .orElse(0);
    }

    /** Why its operator begins no other visit, and what there is for all that; empty where it was not refused. */
    public Optional<String> refusal() {
        return isRefused(status)
                ? Optional.of(place + " was refused before its end, and has what was measured until then: "
                        + whyRefused(status))
                : Optional.empty();
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason is given");
    }

    /** What it does. */
    public SuiteSpec spec() {
        return spec;
    }

    /** What its operator said of it; empty where that is of another spec, or nothing is said yet. */
    public Optional<OperatorJudgement> judgement() {
        return Objects.equals(status.observedGeneration(), generation)
                ? OperatorJudgement.of(status)
                : Optional.empty();
    }

    /** The label selector of the ConfigMaps that hold its digests. */
    public String selector() {
        return ObjectLabels.SUITE_ID + "=" + status.suiteId() + "," + StoredContent.DIGESTS.selector();
    }

    /**
     * Reads the digests.
     *
     * @param list the ConfigMaps as a list in JSON, in any order
     * @throws StoredResultException if there is none, or one that is not whole, of another version, or not of this
     *     suite
     */
    public List<VisitDigest> digests(byte[] list) throws StoredResultException {
        List<VisitDigest> digests = new ArrayList<>();
        try {
            for (JsonNode map : RunDocument.json().readTree(list).path("items")) {
                String configMap = map.path("metadata").path("name").asText();
                for (var entry : map.path("binaryData").properties()) {
                    String of = "the digest " + entry.getKey() + " in ConfigMap " + configMap;
                    digests.add(digest(entry.getValue().asText(), of));
                }
            }
        } catch (SuiteFormatException e) {
            throw new StoredResultException(e.getMessage(), e);
        } catch (IOException e) {
            throw new StoredResultException(
                    place + ": what kubectl gives of its digests is no JSON: " + firstLine(e), e);
        }
        if (digests.isEmpty()) {
            throw new StoredResultException(
                    place + " has no digest yet: no visit is over. See kubectl get bsuite " + name + ".");
        }
        Set<VisitId> visits = new HashSet<>();
        for (VisitDigest digest : digests) {
            check(digest);
            if (!visits.add(digest.visit())) {
                throw new StoredResultException(
                        place + " has two digests of run " + digest.run() + "; remove the one that is not its own");
            }
        }
        digests.sort(Comparator.comparing(VisitDigest::startTime).thenComparing(VisitDigest::run));
        return List.copyOf(digests);
    }

    private static VisitDigest digest(String base64, String of) throws SuiteFormatException {
        try {
            return CompressedDigest.read(Base64.getDecoder().decode(base64), of);
        } catch (IllegalArgumentException e) {
            throw SuiteFormatException.notWhole(of, e);
        }
    }

    private void check(VisitDigest digest) throws StoredResultException {
        Optional<String> whyNot = spec.whyNotOf(digest);
        if (whyNot.isPresent()) {
            throw new StoredResultException(whyNot.get());
        }
        for (var timed : digest.histograms().entrySet()) {
            StoredSuite.checkHistogram(timed.getValue(), place, timed.getKey() + " of run " + digest.run());
        }
    }

    /** How many digests the status counts that are not there; empty where none is missing. */
    public Optional<String> missing(List<VisitDigest> digests) {
        int counted = digests(status);
        return counted > digests.size()
                ? Optional.of(place + " had " + counted + " digests, and " + digests.size()
                        + " are there; visits without one are left out")
                : Optional.empty();
    }

    /**
     * What its visits came to.
     *
     * @param asked what is asked of the figures: its own spec, or that of a suite which is compared with it
     */
    public SuiteResult result(SuiteSpec asked, List<VisitDigest> digests) throws StoredResultException {
        List<VisitRecord> visits = digests.stream()
                .map(digest -> new VisitRecord(
                        digest.visit(),
                        Kept.of(digest).outcome(),
                        Kept.of(digest).durationNanos()))
                .toList();
        SuiteResult result = SuiteResult.of(
                asked, new SuiteStatus(SuiteStatus.SCHEMA_VERSION, phase(), Optional.empty(), 0, visits), digests);
        StoredSuite.check(result, place);
        return result;
    }

    private SuitePhase phase() {
        SuitePhase told = toldPhase();
        // an older version of the spec was over; this one may have more rounds, which its operator has not seen yet
        boolean isOfAnother = status.observedGeneration() != null && status.observedGeneration() != generation;
        return told.isOver() && isOfAnother ? SuitePhase.RUNNING : told;
    }

    private SuitePhase toldPhase() {
        return switch (status.phase()) {
            case null -> SuitePhase.PENDING;
            case PENDING, REFUSED -> SuitePhase.PENDING;
            case RUNNING -> SuitePhase.RUNNING;
            case SUSPENDED -> SuitePhase.SUSPENDED;
            case COMPLETED -> SuitePhase.COMPLETED;
            case BUDGET_SPENT -> SuitePhase.BUDGET_SPENT;
        };
    }

    /**
     * All that a page is made of.
     *
     * @param details of those runs whose full results are still there
     */
    public StoredSuite stored(SuiteResult result, List<VisitDigest> digests, SuiteDetails details) {
        Map<String, RunSpec> specs = new LinkedHashMap<>();
        for (Cell cell : spec.cells()) {
            specs.put(cell.key(), cell.spec());
        }
        return new StoredSuite(
                result,
                digests,
                specs,
                Optional.empty(),
                Optional.of(RunDeclaration.ofClusterSuite(name, definition, namespace)),
                List.of(),
                details);
    }
}
