package io.jgbench.cli.suite;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.SuiteJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes digests of a suite's visits as if these had been made, so that {@code jgbench suite} measures nothing and
 * judges all.
 *
 * @param results where the suite's folder is
 * @param suite the suite's name
 * @param began when the first visit began
 */
record StoredDigests(Path results, String suite, Instant began) {
    private static final Duration EACH = Duration.ofSeconds(10);

    /** What is known of a visit. */
    record Visit(VisitId id, Map<String, String> coordinates, VisitOutcome outcome, String environment) {}

    void write(Visit made, Map<String, Double> figures) throws IOException {
        Path digests = Files.createDirectories(results.resolve(suite).resolve("digests"));
        Instant start = began.plus(EACH.multipliedBy(made.id().round() - 1L));
        String run = made.id().runName(suite);
        Files.write(
                digests.resolve(run + ".json"),
                SuiteJson.write(VisitDigestBuilder.builder()
                        .schemaVersion(VisitDigest.SCHEMA_VERSION)
                        .suite(suite)
                        .cell("cell " + made.id().cell())
                        .coordinates(made.coordinates())
                        .visit(made.id())
                        .run(run)
                        .runId(run + "-x")
                        .workload(WorkloadSettings.Type.MULTICAST)
                        .unitOfWork("messages")
                        .startTime(start)
                        .completionTime(start.plusSeconds(5))
                        .outcome(made.outcome())
                        .figures(figures)
                        .findings(List.of())
                        .environmentHash(Optional.of(made.environment()))
                        .histograms(Map.of())
                        .build()));
    }
}
