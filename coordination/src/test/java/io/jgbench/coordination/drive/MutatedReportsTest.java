package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.mutation.JsonMutation;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.testing.mutation.Mutants;
import io.jgbench.testing.mutation.MutationTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever members report: it comes to a result, or it is refused with a sentence. */
@Tag("beside")
class MutatedReportsTest extends MutationTest<String> {
    private static final Duration LASTED = Duration.ofHours(2);

    private final Mutants mutants = new Mutants(Duration.ofSeconds(10), 128L << 20);

    MutatedReportsTest() {
        super(400, 3_000);
    }

    @Override
    protected Stream<String> originals() {
        return Stream.of("multicast", "rpc", "message-bus", "datagram");
    }

    @ParameterizedTest
    @MethodSource("originals")
    void reportWithANullIsRefusedWithTheNameOfTheField(String workload) throws Exception {
        RunEvidence evidence = evidence(workload);
        for (MemberReport report : evidence.reports()) {
            Map<String, String> spoilt =
                    JsonMutation.of(ProtocolJson.write(whole(report))).eachFieldNull();
            spoilt.keySet().remove("openLoop"); // the one field that may be absent
            spoilt.forEach((field, json) -> assertThatThrownBy(
                            () -> ProtocolJson.readAnswer(json.getBytes(StandardCharsets.UTF_8), MemberReport.class))
                    .as(json)
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessageContaining(field));
        }
    }

    @Override
    protected void tryMutants(String workload, int seeds) throws Exception {
        RunEvidence evidence = evidence(workload);
        List<JsonMutation> mutations = new ArrayList<>();
        for (MemberReport report : evidence.reports()) {
            mutations.add(JsonMutation.of(ProtocolJson.write(whole(report))));
        }
        List<Integer> taken = new ArrayList<>();

        mutants.each(
                seeds,
                random -> mutations.stream()
                        .map(mutation -> mutation.make(random))
                        .toList(),
                reports -> taken.add(conclude(evidence, reports)));

        int sum = taken.stream().mapToInt(Integer::intValue).sum();
        assertThat(sum).as("seeds that were taken").isBetween(seeds / 10, seeds * mutations.size() * 9 / 10);
    }

    /** All that is made of a run's reports; gives how many were taken. */
    private static int conclude(RunEvidence evidence, List<String> given) {
        List<MemberReport> reports = new ArrayList<>();
        for (int index = 0; index < given.size(); index++) {
            taken(evidence, index, given.get(index)).ifPresent(reports::add);
        }
        RunResult result = Workloads.result(RunEvidenceBuilder.builder(evidence)
                .reports(reports)
                .link(new HostLinks(reports, Optional.empty()).narrowest())
                .build());
        var repetitions = RepetitionsResult.of(List.of(result));
        StatusOf.status(repetitions, Instant.EPOCH);
        Workloads.section(result);
        SuiteJson.write(DigestOf.digest("suite", Map.of(), VisitId.first(0, 1), repetitions));
        return reports.size();
    }

    private static Optional<MemberReport> taken(RunEvidence evidence, int index, String json) {
        try {
            MemberReport report = ProtocolJson.readAnswer(json.getBytes(StandardCharsets.UTF_8), MemberReport.class);
            Optional<String> problem = new ReportCheck(
                            evidence.runId(),
                            evidence.memberNames().get(index),
                            index,
                            evidence.memberNames().size(),
                            evidence.spec().workload().workloadType(),
                            LASTED)
                    .problem(report);
            problem.ifPresent(MutatedReportsTest::isASentence);
            return problem.isPresent() ? Optional.empty() : Optional.of(report);
        } catch (MalformedJsonException e) {
            isASentence(e.getMessage());
            return Optional.empty();
        }
    }

    private static void isASentence(String why) {
        isOneLine(why);
        assertThat(why).doesNotContain("Exception");
    }

    private static MemberReport whole(MemberReport report) {
        return report.with(activity(report))
                .with(HostFact.BOOT, "boot-" + report.index())
                .with(HostFact.HOST_CPUS, "4")
                .with(HostFact.MTU, "1500")
                .with(HostFact.LINE_RATE_BITS_PER_SECOND, "1000000000");
    }

    /** A second of samples, all units of which arrived evenly. */
    private static Activity activity(MemberReport report) {
        var rows = new CountRows(3);
        for (int i = 0; i <= 20; i++) {
            long at = TimeUnit.NANOSECONDS.toMicros(report.beganAtEpochNanos())
                    + i * TimeUnit.NANOSECONDS.toMicros(Activity.INTERVAL.toNanos());
            rows.add(at, 1_000L * i, 500L * i);
        }
        return new Activity(List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT), rows.text());
    }

    private static RunEvidence evidence(String workload) throws IOException, MalformedJsonException {
        String name = "/io/jgbench/coordination/json/" + workload + "-evidence.json";
        try (var in = MutatedReportsTest.class.getResourceAsStream(name)) {
            return ProtocolJson.readAnswer(in.readAllBytes(), RunEvidence.class);
        }
    }
}
