package io.jgbench.operator.drive;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.ReportBudget;
import io.jgbench.coordination.drive.ReportShelf;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.operator.cluster.LongReport;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.Spool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What an operator does with the reports of a large run, in a process of its own: takes them one after the other,
 * stores them, reads them again, makes the result and stores it. It says how much of the full result there is, and ends
 * with another status than 0 where it cannot.
 */
final class LongRun {
    static final int MEMBERS = 256;

    private static final RunRef REF = new RunRef("lab", "long", "uid");
    private static final long BEGAN = 1_700_000_000_000_000_000L;
    private static final long MESSAGES = 1000;

    private LongRun() {}

    /** Is given the address of the API server. */
    public static void main(String[] arguments) throws Exception {
        var config = new ConfigBuilder().withMasterUrl(arguments[0]).build();
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            Spool spool = Spool.temporary();
            var results = new ResultStore(client, spool);
            results.keep(REF, evidence(reports(new SpooledReports(spool), ReportBudget.ofMemory(1))), Long.MAX_VALUE);
            try (var texts = results.texts()) {
                var result = Workloads.result(results.kept(REF, REF.runId() + "-1", texts));
                var stored = results.publish(REF, RepetitionsResult.of(List.of(result)), _ -> {});
                System.out.printf(
                        "%d reports, %d bytes compressed, completed: %s%n",
                        result.members().size(), stored.sizeBytes(), result.completed());
            }
        }
    }

    private static List<MemberReport> reports(ReportShelf shelf, ReportBudget budget) throws Exception {
        List<ReportShelf.Kept> kept = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            byte[] json = ProtocolJson.write(LongReport.of(report(i)));
            MemberReport given = ProtocolJson.readAnswer(json, MemberReport.class);
            if (!budget.take(json.length - shelf.elsewhere(given))) {
                throw new IllegalStateException("report " + i + " of " + json.length + " bytes does not fit into "
                        + budget.mostBytes() + " bytes any more");
            }
            kept.add(shelf.keep(given));
        }
        return kept.stream().map(ReportShelf.Kept::read).toList();
    }

    private static RunEvidence evidence(List<MemberReport> reports) throws InvalidSpecException {
        return RunEvidenceBuilder.builder()
                .runId(REF.runId() + "-1")
                .spec(spec())
                .reliable(true)
                .memberNames(
                        IntStream.range(0, MEMBERS).mapToObj(i -> "member-" + i).toList())
                .reports(reports)
                .clocks(Map.of())
                .clockCourses(Optional.empty())
                .preflight(Optional.empty())
                .warmup(Optional.empty())
                .link(Optional.empty())
                .hostCounters(Map.of())
                .failure(Optional.empty())
                .startTime(Instant.EPOCH)
                .completionTime(Instant.EPOCH.plusSeconds(600))
                .notApplied(List.of())
                .build();
    }

    private static RunSpec spec() throws InvalidSpecException {
        var run = RunYaml.parsed("long", "members: " + MEMBERS + ", messages: " + MESSAGES + ", messageSize: 1k");
        return new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())).resolve("long", run.getSpec());
    }

    private static MemberReport report(int index) {
        return MemberReportBuilder.builder()
                .runId(REF.runId() + "-1")
                .member("member-" + index)
                .index(index)
                .beganAtEpochNanos(BEGAN)
                .workload(MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(MESSAGES)
                        .receivedMessages(MESSAGES * MEMBERS)
                        .expectedMessages(MESSAGES * MEMBERS)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(BEGAN)
                        .lastReceivedEpochNanos(BEGAN)
                        .timedMessages(MESSAGES * MEMBERS)
                        .timedUntilEpochNanos(BEGAN)
                        .streams(IntStream.range(0, MEMBERS)
                                .mapToObj(sender -> new StreamReport(sender, 0, MESSAGES, MESSAGES, 0, 0, 0))
                                .toList())
                        .latencyHistogram("")
                        .samples(List.of())
                        .build())
                .counters(Map.of("gcNanos", 1L))
                .framing(new Framing(0, 1472, 0, Framing.Layer.UDP, true))
                .host(Map.of())
                .build();
    }
}
