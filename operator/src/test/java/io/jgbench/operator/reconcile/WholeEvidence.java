package io.jgbench.operator.reconcile;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.operator.drive.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a repetition leaves behind in which each member has received a thousand messages of each in a second. */
public final class WholeEvidence {
    private static final long MESSAGES = 1000;
    private static final long BEGAN = 1_800_000_000_000_000_000L;
    private static final long ENDED = BEGAN + Duration.ofSeconds(1).toNanos();

    private WholeEvidence() {}

    /** Of this repetition, which ends a minute after its beginning. */
    public static RunEvidence of(RunRecord record) {
        List<String> names = record.plan().names();
        return RunEvidenceBuilder.builder()
                .runId(record.plan().id())
                .spec(record.spec())
                .reliable(record.spec().transport().reliable())
                .memberNames(names)
                .reports(IntStream.range(0, names.size())
                        .mapToObj(index -> report(record.plan().id(), names, index))
                        .toList())
                .clocks(names.stream().collect(Collectors.toMap(Function.identity(), _ -> new ClockOffset(0, 0))))
                .hostCounters(Map.of())
                .startTime(record.startTime())
                .completionTime(record.startTime().plusSeconds(60))
                .notApplied(List.of())
                .build();
    }

    private static MemberReport report(String runId, List<String> names, int index) {
        long received = MESSAGES * names.size();
        return MemberReportBuilder.builder()
                .runId(runId)
                .member(names.get(index))
                .index(index)
                .beganAtEpochNanos(BEGAN)
                .workload(MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(MESSAGES)
                        .receivedMessages(received)
                        .expectedMessages(received)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(BEGAN)
                        .lastReceivedEpochNanos(ENDED)
                        .timedMessages(received)
                        .timedUntilEpochNanos(ENDED)
                        .streams(IntStream.range(0, names.size())
                                .mapToObj(sender -> new StreamReport(sender, 0, MESSAGES, MESSAGES, 0, 0, 0))
                                .toList())
                        .latencyHistogram("")
                        .samples(List.of())
                        .build())
                .counters(Map.of())
                .framing(new Framing(0, 1472, 0, Framing.Layer.UDP, true))
                .host(Map.of())
                .build();
    }
}
