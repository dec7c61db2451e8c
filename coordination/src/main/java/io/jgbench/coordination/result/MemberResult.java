package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One member of a run, whether it reported or not.
 *
 * @param name its name
 * @param index its place in the run, from 0
 * @param report what it saw; empty if it left no report
 * @param figures what the report comes to
 * @param counters the report's counters and those that the launcher of the hosts or the switch added; without those
 *     that the kernel keeps for several members together, and without TCP's where the transport does not go over TCP:
 *     they are of other connections
 */
public record MemberResult(
        String name,
        int index,
        Optional<MemberReport> report,
        Optional<MemberFigures> figures,
        Map<String, Long> counters)
        implements Named {
    private static final Set<String> TCP = Set.of(
            Counters.TCP_SENT_SEGMENTS,
            Counters.TCP_RETRANSMITTED_SEGMENTS,
            Counters.TCP_RECEIVED_SEGMENTS,
            Counters.TCP_OUT_OF_ORDER_SEGMENTS,
            Counters.TCP_SEGMENTS_TO,
            Counters.TCP_RESENT_TO,
            Counters.TCP_NEEDLESSLY_RESENT_TO,
            Counters.TCP_WAITED_FOR_NANOS);

    /** Refuses nulls and copies the counters, in the order of their names. */
    public MemberResult {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(report, "report");
        Objects.requireNonNull(figures, "figures");
        counters = Collections.unmodifiableMap(new TreeMap<>(counters));
    }

    /**
     * Puts a member together.
     *
     * @param rules how its report is read
     * @param shared what it may share with others
     */
    public static MemberResult of(
            WorkloadRules rules,
            String name,
            int index,
            Optional<MemberReport> report,
            Map<String, Long> hostCounters,
            List<SharedKernel> shared) {
        var counters = new TreeMap<>(hostCounters);
        report.ifPresent(present -> present.counters().forEach((counter, value) -> {
            if (shared.stream().noneMatch(kernel -> kernel.keeps(name, counter)) && concerns(present, counter)) {
                counters.merge(counter, value, Long::sum);
            }
        }));
        return new MemberResult(name, index, report, report.map(rules::memberFigures), counters);
    }

    /** Whether what a counter counts can be of the messages that the member sends and receives. */
    public static boolean concerns(MemberReport report, String counter) {
        return report.framing().layer() == Layer.TCP || TCP.stream().noneMatch(counter::startsWith);
    }

    /** Whether the member reported and had done its workload; only then do its figures enter an average. */
    public boolean complete() {
        return report.isPresent() && !report.get().partial();
    }

    /** A counter's value, 0 where the member has none of that name. */
    public long counter(String counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /** The time in which its report's counters were counted, in nanoseconds; 0 if it left none. */
    public long countedNanos() {
        return report.map(MemberReport::countedNanos).orElse(0L);
    }

    /** Messages and segments that the member sent again. */
    public long retransmissions() {
        return counter(Counters.RETRANSMISSIONS) + counter(Counters.TCP_RETRANSMITTED_SEGMENTS);
    }

    /** Whether anything is known of that: a member that left no report took what it had counted with it. */
    public boolean knowsDrops() {
        return report().isPresent() || drops() > 0;
    }

    /** Datagrams, frames and fragments dropped on the member's host or on the switch's port towards it. */
    public long drops() {
        return counter(Counters.UDP_RECEIVE_BUFFER_DROPS)
                + counter(Counters.UDP_SEND_BUFFER_DROPS)
                + counter(Counters.IP_REASSEMBLY_FAILURES)
                // a card counts what it missed among its drops, or beside them
                + Math.max(counter(Counters.INTERFACE_RECEIVE_DROPS), counter(Counters.INTERFACE_RECEIVE_MISSED))
                + counter(Counters.INTERFACE_SEND_DROPS)
                + counter(Counters.QUEUE_DROPS)
                + counter(Counters.SWITCH_PORT_DROPS);
    }
}
