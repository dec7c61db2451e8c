package io.jgbench.operator.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.coordination.suite.VisitId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which visit of which suite a run is, as its labels and an annotation say.
 *
 * @param suite the suite's name
 * @param visit which visit
 * @param coordinates the cell's value on each axis, in the order of the axes
 */
public record VisitMetadata(String suite, VisitId visit, Map<String, String> coordinates) {
    /** A JSON object with the cell's value on each axis: labels may not hold all that a value may. */
    public static final String COORDINATES = "jgbench.io/coordinates";

    private static final JsonMapper JSON = new JsonMapper();

    /** Refuses nulls and copies the coordinates. */
    public VisitMetadata {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(visit, "visit");
        coordinates = Collections.unmodifiableMap(new LinkedHashMap<>(coordinates));
    }

    /** What a run says of itself; empty where it belongs to no suite, or somebody changed what it says. */
    public static Optional<VisitMetadata> of(BenchmarkRun run) {
        Map<String, String> labels = orEmpty(run.getMetadata().getLabels());
        String suite = labels.get(ObjectLabels.SUITE);
        String coordinates = orEmpty(run.getMetadata().getAnnotations()).get(COORDINATES);
        if (suite == null || coordinates == null || SuiteRef.ownerUid(run).isEmpty()) {
            return Optional.empty();
        }
        try {
            VisitId visit = visit(labels);
            Map<String, String> values = JSON.readValue(coordinates, new TypeReference<>() {});
            return values == null ? Optional.empty() : Optional.of(new VisitMetadata(suite, visit, values));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The suite that looks after a run: its owner, whose name the label has, for a visit that has such a run's name.
     * Empty where they do not agree, as whoever makes a run can write each of them. A suite finds its runs by the label
     * and the owner, so that it ends what a visit has that is no other run's.
     */
    public static Optional<SuiteRef> suite(BenchmarkRun run) {
        Map<String, String> labels = orEmpty(run.getMetadata().getLabels());
        return SuiteRef.owner(run)
                .filter(suite -> suite.name().equals(labels.get(ObjectLabels.SUITE)))
                .filter(suite -> isNamedAsVisit(run, suite, labels));
    }

    /** The visit that a run has the name of, whether its suite has such a one or not; empty where it has no suite. */
    public static Optional<VisitId> namedVisit(BenchmarkRun run) {
        return suite(run).map(_ -> visit(orEmpty(run.getMetadata().getLabels())));
    }

    private static boolean isNamedAsVisit(BenchmarkRun run, SuiteRef suite, Map<String, String> labels) {
        try {
            return visit(labels).runName(suite.name()).equals(run.getMetadata().getName());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static VisitId visit(Map<String, String> labels) {
        return new VisitId(
                number(labels, ObjectLabels.CELL) - 1,
                number(labels, ObjectLabels.ROUND),
                number(labels, ObjectLabels.ATTEMPT));
    }

    private static int number(Map<String, String> labels, String label) {
        return Integer.parseInt(labels.getOrDefault(label, ""));
    }

    private static Map<String, String> orEmpty(Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    /** The labels of the run. */
    public Map<String, String> labels(SuiteRef ref) {
        Map<String, String> labels = new HashMap<>(ref.labels());
        labels.put(ObjectLabels.CELL, Integer.toString(visit.cell() + 1));
        labels.put(ObjectLabels.ROUND, Integer.toString(visit.round()));
        labels.put(ObjectLabels.ATTEMPT, Integer.toString(visit.attempt()));
        return labels;
    }

    /** The annotation of the run. */
    public Map<String, String> annotations() {
        try {
            return Map.of(COORDINATES, JSON.writeValueAsString(coordinates));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts cannot be written as JSON", e);
        }
    }
}
