package io.jgbench.member;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.counters.Busiest;
import io.jgbench.counters.HostProbe;
import io.jgbench.counters.Sums;
import io.jgbench.counters.ThreadTimes;
import io.jgbench.transport.Transport;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Puts what a member measured into its report.
 *
 * @param runId the run
 * @param member the member's name
 * @param index its place in the run, from 0
 * @param messageSizeBytes size of its largest message
 * @param transport what carried the messages; open
 * @param workload what was measured
 * @param probe the host
 * @param host what the probe has said that the host is like
 */
public record ReportWriter(
        String runId,
        String member,
        int index,
        int messageSizeBytes,
        Transport transport,
        Workload workload,
        HostProbe probe,
        Map<String, String> host) {

    /** All counters as they stand now. */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>(probe.counters());
        counters.putAll(transport.counters());
        counters.put(Counters.COUNTED_NANOS, System.nanoTime());
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
        WorkloadResult<?> result = workload.result();
        Map<String, Long> each =
                Busiest.of(ThreadTimes.busiest(differences(begin, counters())), Counters.SOFT_INTERRUPT_NANOS, 1);
        Map<String, Long> counters = Sums.of(each, Counters.USABLE_IDLE_NANOS, Counters.USABLE_CPU_NANOS);
        counters.put(Counters.VIEW_CHANGES, viewChanges);
        Map<String, String> facts = new HashMap<>(host);
        facts.putAll(transport.facts());
        return MemberReportBuilder.builder()
                .runId(runId)
                .member(member)
                .index(index)
                .partial(failure.isPresent())
                .failure(failure)
                .beganAtEpochNanos(result.beganAtEpochNanos())
                .workload(result.report())
                .counters(counters)
                .framing(transport.framing(messageSizeBytes))
                .host(facts)
                .build();
    }

    /**
     * A counter that only stands at one end cannot be told from one that was reset, and is left out, as is one that is
     * less at the end; so is one of many, one for each other member, that counted nothing, but for the TCP segments of
     * a way: where these are missing, the kernel does not tell of its connections. A thread that is not there at the
     * begin has used no CPU time by then.
     */
    static Map<String, Long> differences(Map<String, Long> begin, Map<String, Long> end) {
        Map<String, Long> differences = new HashMap<>();
        end.forEach((name, value) -> {
            Long before = name.startsWith(Counters.THREAD_CPU_NANOS) ? begin.getOrDefault(name, 0L) : begin.get(name);
            if (before != null && (value > before || (value.equals(before) && !isLeftOutAsNothing(name)))) {
                differences.put(name, value - before);
            }
        });
        return differences;
    }

    private static boolean isLeftOutAsNothing(String counter) {
        return !counter.startsWith(Counters.TCP_SEGMENTS_TO)
                && Counters.BY_MEMBER.stream().anyMatch(counter::startsWith);
    }
}
