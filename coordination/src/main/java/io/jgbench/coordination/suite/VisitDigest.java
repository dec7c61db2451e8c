package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.result.Finding.Reason;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is kept of a visit when its full result is thrown away: a few KB. It is stored as JSON, see {@link SuiteJson}.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param suite the suite's name
 * @param cell the cell's key, such as {@code members=4,stack=udp}
 * @param coordinates the cell's value on each axis, by the axis' name, in the order of the axes
 * @param visit which visit it was
 * @param run the name of its run
 * @param runId the identity of its run
 * @param workload what it ran
 * @param unitOfWork what the workload counts, in the plural
 * @param startTime when the run was begun
 * @param completionTime when it was over
 * @param outcome what it came to
 * @param failure why the run did not come to its end
 * @param figures numbers of {@code status.summary} by their names there, those of a workload's own block with its name
 *     before them ({@code rpc.readP99Micros}), {@link #UNITS_PER_SECOND} and {@link #CLUSTER_UNITS_PER_SECOND} in full
 *     precision, {@link #LINE_BYTES_PER_SECOND}, {@link #START_SKEW_MICROS} and {@link #WARMUP_MILLIS}, the last two
 *     not in what an earlier version stored; none unless each member did its whole workload
 * @param startSkewNanos how far apart the members began, where that is known
 * @param startSkewErrorNanos by how much the skew may be wrong
 * @param warmupNanos how long the warm-up of the slowest member lasted
 * @param findings the gravest first, at most {@link #MAX_FINDINGS}
 * @param bottleneck what held the rate
 * @param environmentHash the same for visits whose hosts and JVMs were equal; empty unless each member reported
 * @param environmentFacts what that hash is made of; empty where it is, and in what an earlier version stored
 * @param stackHash the same for visits whose stacks were equal, whatever file or ConfigMap they were in; empty of
 *     transports without one, and in what an earlier version stored
 * @param histograms latencies of all members together in nanoseconds by what was timed, such as {@code read} or
 *     {@code delivery}, with two significant digits; see {@link io.jgbench.coordination.protocol.HistogramText}. Those
 *     from one member to another are right within {@link #LATENCY_ERROR_MICROS}; an earlier version stored none of them
 * @param series the cluster's rate in the course of the measured part
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record VisitDigest(
        int schemaVersion,
        String suite,
        String cell,
        Map<String, String> coordinates,
        VisitId visit,
        String run,
        String runId,
        WorkloadSettings.Type workload,
        String unitOfWork,
        Instant startTime,
        Instant completionTime,
        VisitOutcome outcome,
        Optional<Failure> failure,
        Map<String, Double> figures,
        Optional<Long> startSkewNanos,
        Optional<Long> startSkewErrorNanos,
        Optional<Long> warmupNanos,
        List<Finding> findings,
        Optional<Bottleneck> bottleneck,
        Optional<String> environmentHash,
        Optional<EnvironmentFacts> environmentFacts,
        Optional<String> stackHash,
        Map<String, String> histograms,
        Optional<DigestSeries> series) {
    /** The version of this record as JSON; another one is not read. */
    public static final int SCHEMA_VERSION = 1;

    /** The most findings that are kept. */
    public static final int MAX_FINDINGS = 16;

    /** The most characters of a sentence that are kept. */
    public static final int MAX_SENTENCE = 512;

    /** The mean of the members' rates, in the workload's unit of work a second. */
    public static final String UNITS_PER_SECOND = "unitsPerSecond";

    /** The sum of the members' rates. */
    public static final String CLUSTER_UNITS_PER_SECOND = "clusterUnitsPerSecond";

    /** The payload that goes with the mean rate, bytes a second. */
    public static final String BYTES_PER_SECOND = "bytesPerSecond";

    /** The payload that goes with the sum of the rates. */
    public static final String CLUSTER_BYTES_PER_SECOND = "clusterBytesPerSecond";

    /** The line rate of a member's link in each direction, where it is known and all members have the same. */
    public static final String LINE_BYTES_PER_SECOND = "lineBytesPerSecond";

    /** {@link #startSkewNanos} in microseconds, as a run's status has it. */
    public static final String START_SKEW_MICROS = "startSkewMicros";

    /** {@link #warmupNanos} in milliseconds, as {@code warmup.millis} of a run's status has it. */
    public static final String WARMUP_MILLIS = "warmupMillis";

    /** By how much a latency from one member to another may be wrong, as it takes the clocks of both. */
    public static final String LATENCY_ERROR_MICROS = "latencyErrorMicros";

    /** Refuses nulls and copies the collections. */
    public VisitDigest {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(cell, "cell");
        coordinates = Collections.unmodifiableMap(new LinkedHashMap<>(coordinates));
        Objects.requireNonNull(visit, "visit");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(workload, "workload");
        Objects.requireNonNull(unitOfWork, "unitOfWork");
        Objects.requireNonNull(startTime, "startTime");
        Objects.requireNonNull(completionTime, "completionTime");
        Objects.requireNonNull(outcome, "outcome");
        failure = present(failure);
        figures = Collections.unmodifiableMap(new TreeMap<>(figures));
        startSkewNanos = present(startSkewNanos);
        startSkewErrorNanos = present(startSkewErrorNanos);
        warmupNanos = present(warmupNanos);
        findings = List.copyOf(findings);
        bottleneck = present(bottleneck);
        environmentHash = present(environmentHash);
        environmentFacts = present(environmentFacts);
        stackHash = present(stackHash);
        histograms = Collections.unmodifiableMap(new TreeMap<>(histograms));
        series = present(series);
    }

    /** What is absent in JSON is empty. */
    private static <T> Optional<T> present(Optional<T> value) {
        return value == null ? Optional.empty() : value;
    }

    /**
     * A copy with only the data by which suites are judged, so that ten thousand digests fit into memory.
     *
     * @param names the figures that stay
     */
    public VisitDigest withOnlyFigures(Set<String> names) {
        Map<String, Double> left = new TreeMap<>(figures);
        left.keySet().retainAll(names);
        return VisitDigestBuilder.builder(this)
                .figures(left)
                .findings(List.of())
                .bottleneck(Optional.empty())
                .histograms(Map.of())
                .series(Optional.empty())
                .build();
    }

    /** How long the run took in all. */
    public Duration duration() {
        return Duration.between(startTime, completionTime);
    }

    /**
     * Why a run did not come to its end.
     *
     * @param reason one word
     * @param message what was waited for or went wrong
     */
    public record Failure(String reason, String message) {}

    /**
     * Something that every user of the figures must know.
     *
     * @param reason a {@link Reason}, or the word of a version that finds what this one does not
     * @param severity what follows from it
     * @param evidence one sentence with numbers
     */
    public record Finding(ReasonWord reason, Severity severity, String evidence) {

        /** Refuses nulls. */
        public Finding {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(severity, "severity");
            Objects.requireNonNull(evidence, "evidence");
        }

        /** As it was stored. */
        @JsonCreator
        public static Finding of(
                @JsonProperty("reason") String reason,
                @JsonProperty("severity") Severity severity,
                @JsonProperty("evidence") String evidence) {
            ReasonWord word =
                    Reason.of(reason).<ReasonWord>map(known -> known).orElseGet(() -> new ReasonWord.Foreign(reason));
            return new Finding(word, severity, evidence);
        }
    }

    /**
     * What held the rate.
     *
     * @param type what it was
     * @param member the member that it is at, where it is at one
     * @param message the evidence
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Bottleneck(BottleneckType type, Optional<String> member, String message) {

        /** Refuses nulls; what is absent in JSON is empty. */
        public Bottleneck {
            Objects.requireNonNull(type, "type");
            member = present(member);
        }
    }
}
