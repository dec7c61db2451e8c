package io.jgbench.coordination.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.ShortHash;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.status.StatusOf;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Makes the digest of a visit. */
public final class DigestOf {
    /** Enough for percentiles to one in a hundred, at a tenth of the size. */
    private static final int SIGNIFICANT_DIGITS = 2;

    /** What a visit, which is one repetition, does not have. */
    static final List<String> ABOUT_REPETITIONS = List.of("repetitions", "repetitionSpreadPermille");

    private static final JsonMapper JSON = new JsonMapper();

    private DigestOf() {}

    /**
     * The digest of a visit that is over, whatever it came to.
     *
     * @param suite the suite's name
     * @param result its run, which has one repetition
     */
    public static VisitDigest digest(String suite, Cell cell, VisitId visit, RepetitionsResult result) {
        return digest(suite, cell.coordinates(), visit, result);
    }

    /**
     * The digest of a visit that came to no result.
     *
     * @param suite the suite's name
     * @param runId the identity of its run
     * @param startTime when the run was begun, or asked for where it never began
     * @param completionTime when it was over; not before its start
     * @param failure why there is no result
     */
    public static VisitDigest withoutResult(
            String suite,
            Cell cell,
            VisitId visit,
            String runId,
            Instant startTime,
            Instant completionTime,
            VisitDigest.Failure failure) {
        return VisitDigestBuilder.builder()
                .schemaVersion(VisitDigest.SCHEMA_VERSION)
                .suite(suite)
                .cell(cell.key())
                .coordinates(cell.coordinates())
                .visit(visit)
                .run(visit.runName(suite))
                .runId(runId)
                .workload(cell.spec().workload().workloadType())
                .unitOfWork(cell.spec().workload().unitOfWork())
                .startTime(startTime)
                .completionTime(completionTime)
                .outcome(VisitOutcome.FAILED)
                .failure(Optional.of(new VisitDigest.Failure(failure.reason(), bounded(failure.message()))))
                .figures(Map.of())
                .findings(List.of())
                .histograms(Map.of())
                .build();
    }

    /**
     * The digest of a visit that is over, whatever it came to.
     *
     * @param suite the suite's name
     * @param coordinates the cell's value on each axis, in the order of the axes
     * @param result its run, which has one repetition
     */
    public static VisitDigest digest(
            String suite, Map<String, String> coordinates, VisitId visit, RepetitionsResult result) {
        RunResult run = result.representative();
        List<MemberReport> reports = run.members().stream()
                .flatMap(member -> member.report().stream())
                .toList();
        return VisitDigestBuilder.builder()
                .schemaVersion(VisitDigest.SCHEMA_VERSION)
                .suite(suite)
                .cell(Cell.key(coordinates))
                .coordinates(coordinates)
                .visit(visit)
                .run(visit.runName(suite))
                .runId(run.runId())
                .workload(run.spec().workload().workloadType())
                .unitOfWork(run.spec().workload().unitOfWork())
                .startTime(run.startTime())
                .completionTime(run.completionTime())
                .outcome(VisitOutcome.of(run))
                .failure(run.failure()
                        .map(failure ->
                                new VisitDigest.Failure(failure.reason().toString(), bounded(failure.message()))))
                .figures(figures(result))
                .startSkewNanos(run.startSkew().map(skew -> skew.skewNanos()))
                .startSkewErrorNanos(run.startSkew().map(skew -> skew.errorNanos()))
                .warmupNanos(run.warmup().map(warmup -> warmup.durationNanos()))
                .findings(findings(run))
                .bottleneck(run.bottleneck()
                        .map(found ->
                                new VisitDigest.Bottleneck(found.type(), found.member(), bounded(found.message()))))
                .environmentHash(run.environmentHash())
                .environmentFacts(run.environmentHash()
                        .map(_ -> EnvironmentFacts.of(reports.stream()
                                .map(report -> HostSnapshot.of(report.host()))
                                .toList())))
                .stackHash(run.spec().transport().stack().map(stack -> ShortHash.of(stack.xml())))
                .histograms(histograms(run, reports))
                .series(DigestSeries.of(run.spec(), reports))
                .build();
    }

    private static Map<String, Double> figures(RepetitionsResult result) {
        Map<String, Double> all = new TreeMap<>();
        RunResult run = result.representative();
        run.figures().ifPresent(figures -> {
            StatusSummary summary =
                    StatusOf.status(result, run.completionTime()).summary();
            collect("", JSON.valueToTree(summary), all);
            ABOUT_REPETITIONS.forEach(all::remove);
            figures.unrounded().forEach((metric, exact) -> all.computeIfPresent(metric, (_, _) -> exact));
            if (StatusSummary.TO_SELF.equals(summary.latencyTo())) {
                // another time than that to others, which a round with known clocks would have under the same name
                all.keySet().removeIf(metric -> metric.startsWith("latency"));
            }
            all.put(VisitDigest.UNITS_PER_SECOND, figures.unitsPerSecond());
            all.put(VisitDigest.CLUSTER_UNITS_PER_SECOND, figures.clusterUnitsPerSecond());
            run.startSkew().ifPresent(skew -> all.put(VisitDigest.START_SKEW_MICROS, skew.skewNanos() / 1e3));
            run.warmup().ifPresent(warmup -> all.put(VisitDigest.WARMUP_MILLIS, warmup.durationNanos() / 1e6));
            HostLinks.ofAll(run)
                    .ifPresent(link -> all.put(VisitDigest.LINE_BYTES_PER_SECOND, (double) link.bytesPerSecond()));
        });
        return all;
    }

    private static void collect(String prefix, JsonNode block, Map<String, Double> all) {
        block.properties().forEach(field -> {
            if (field.getValue().isNumber()) {
                all.put(prefix + field.getKey(), field.getValue().doubleValue());
            } else if (field.getValue().isObject()) {
                collect(prefix + field.getKey() + ".", field.getValue(), all);
            }
        });
    }

    private static List<VisitDigest.Finding> findings(RunResult run) {
        return run.verdict().findings().stream()
                .limit(VisitDigest.MAX_FINDINGS)
                .map(finding ->
                        new VisitDigest.Finding(finding.reason(), finding.severity(), bounded(finding.evidence())))
                .toList();
    }

    /** What members timed on their own clocks, and what takes the clocks of two. */
    private static Map<String, String> histograms(RunResult run, List<MemberReport> reports) {
        Map<String, Histogram> merged = new TreeMap<>();
        reports.forEach(report -> report.workload().histograms().forEach((timed, text) -> {
            if (!text.isEmpty()) {
                add(merged, timed, HistogramText.decode(text));
            }
        }));
        run.figures()
                .ifPresent(
                        figures -> figures.oneWay().forEach((timed, latency) -> add(merged, timed, latency.merged())));
        Map<String, String> texts = new TreeMap<>();
        merged.forEach((timed, histogram) -> texts.put(timed, HistogramText.encode(histogram)));
        return texts;
    }

    private static void add(Map<String, Histogram> merged, String timed, Histogram histogram) {
        merged.computeIfAbsent(timed, _ -> new Histogram(SIGNIFICANT_DIGITS)).add(histogram);
    }

    private static String bounded(String sentence) {
        return BoundedText.of(sentence, VisitDigest.MAX_SENTENCE);
    }
}
