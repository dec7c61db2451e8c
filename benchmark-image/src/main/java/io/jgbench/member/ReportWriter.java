package io.jgbench.member;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.workload.WorkloadResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Puts what a member measured into the report that the controller fetches. */
final class ReportWriter {
    private final String runId;
    private final Station station;

    ReportWriter(String runId, Station station) {
        this.runId = runId;
        this.station = station;
    }

    /**
     * The report as of now.
     *
     * @param begin the counters before the workload began
     * @param standing how the member stands; with a failure the report is a partial one
     */
    MemberReport write(Map<String, Long> begin, MemberLedger.Snapshot standing) {
        WorkloadResult result = station.workload().result();
        Map<String, Long> counters = differences(begin, station.counters());
        counters.put(Counters.VIEW_CHANGES, standing.viewChanges());
        Map<String, String> facts = new HashMap<>(station.probe().facts());
        facts.putAll(station.transport().facts());
        var request = station.request();
        int sizeBytes = request.workload().messageSizeBytes();
        return new MemberReport(
                runId,
                request.peers().get(request.self()).name(),
                request.self(),
                standing.failure().isPresent(),
                standing.failure(),
                station.role().sender(),
                result.beganAtEpochNanos(),
                result.sentMessages(),
                result.receivedMessages(),
                result.expectedMessages(),
                sizeBytes,
                result.firstReceivedEpochNanos(),
                result.lastReceivedEpochNanos(),
                result.streams(),
                encoded(result.latencyNanos()),
                result.samples(),
                counters,
                station.transport().framing(sizeBytes),
                facts);
    }

    /** A counter that only stands at one end cannot be told from one that was reset, and is left out. */
    private static Map<String, Long> differences(Map<String, Long> begin, Map<String, Long> end) {
        Map<String, Long> differences = new HashMap<>();
        end.forEach((name, value) -> {
            Long before = begin.get(name);
            if (before != null) {
                differences.put(name, value - before);
            }
        });
        return differences;
    }

    private static String encoded(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return "";
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
