package io.jgbench.member;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.transport.Transport;
import io.jgbench.workload.Workload;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Puts what a member measured into its report.
 *
 * @param runId the run
 * @param member the member's name
 * @param role its place in the run and whether it sends
 * @param messageSizeBytes size of one message
 * @param transport what carried the messages; open
 * @param workload what was measured
 * @param probe the host
 */
public record ReportWriter(
        String runId,
        String member,
        Role role,
        int messageSizeBytes,
        Transport transport,
        Workload workload,
        HostProbe probe) {

    /** All counters as they stand now. */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>(probe.counters());
        counters.putAll(transport.counters());
        return counters;
    }

    /**
     * The report as of now.
     *
     * @param begin the counters before the workload began
     * @param viewChanges how often the view has changed since all members were there
     * @param failure why the member failed; with a failure the report is a partial one
     */
    public MemberReport write(Map<String, Long> begin, long viewChanges, Optional<String> failure) {
        WorkloadResult result = workload.result();
        Map<String, Long> counters = differences(begin, counters());
        counters.put(Counters.VIEW_CHANGES, viewChanges);
        Map<String, String> facts = new HashMap<>(probe.facts());
        facts.putAll(transport.facts());
        return new MemberReport(
                runId,
                member,
                role.index(),
                failure.isPresent(),
                failure,
                role.sender(),
                result.beganAtEpochNanos(),
                result.sentMessages(),
                result.receivedMessages(),
                result.expectedMessages(),
                messageSizeBytes,
                result.firstReceivedEpochNanos(),
                result.lastReceivedEpochNanos(),
                result.streams(),
                encoded(result.latencyNanos()),
                result.samples(),
                counters,
                transport.framing(messageSizeBytes),
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
