package io.jgbench.coordination.result;

import static io.jgbench.coordination.result.Wording.grouped;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.SharedKernel.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether the members' interfaces carried much that was not the run's: what came from, or went to, nobody of it. It is
 * what the interface counted without the messages that members exchanged, generously taken: with their headers, with
 * what was lost behind the interface or sent again, and a quarter more.
 *
 * <p>Not judged where members share a network namespace, as its counters are of all of them.
 */
final class OtherTraffic {
    /** Of the line rate: what others take of a link is lost to the run when the link is full. */
    static final double WARNS = 0.10;

    /** Of what the interface carried, where its line rate is not known. */
    static final double TOLD = 0.25;

    /** Less a second takes no part of a link that one measures. */
    static final long LEAST_BYTES_PER_SECOND = 1_000_000;

    /** Acknowledgements, credits and heartbeats come on top of messages. */
    private static final double GENEROUS = 1.25;

    /** Ethernet, IP, TCP with its options, and the transport's own. */
    private static final int FRAME_HEADER_BYTES = 128;

    /** What is sent again may be sent more than once, and a member's own messages are among those that it received. */
    private static final int TIMES_SENT_AGAIN = 4;

    private static final double BITS_PER_BYTE = 8;
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<MemberResult> members;
    private final Optional<Long> lineRateBitsPerSecond;

    /**
     * Of a run's members.
     *
     * @param lineRateBitsPerSecond of links whose hosts do not tell, where it is known otherwise
     */
    OtherTraffic(List<MemberResult> members, Optional<Long> lineRateBitsPerSecond) {
        this.members = members;
        this.lineRateBitsPerSecond = lineRateBitsPerSecond;
    }

    /** What one direction of a member's link carried for others. */
    private record Foreign(
            String member, String way, double bytesPerSecond, double ofCarried, Optional<Double> ofLine) {
        boolean warns() {
            return ofLine.filter(share -> share >= WARNS).isPresent();
        }

        boolean isTold() {
            return bytesPerSecond >= LEAST_BYTES_PER_SECOND
                    && ofLine.map(_ -> warns()).orElse(ofCarried >= TOLD);
        }

        String text() {
            String share = ofLine.map(line -> String.format(Locale.ROOT, "%.0f %% of its line rate", line * 100))
                    .orElseGet(() -> String.format(Locale.ROOT, "%.0f %% of what it carried", ofCarried * 100));
            return way + " " + member + " " + grouped(Math.round(bytesPerSecond)) + " bytes/s (" + share + ")";
        }
    }

    Optional<Finding> finding() {
        if (!members.stream().allMatch(MemberResult::complete) || !areApart()) {
            return Optional.empty();
        }
        List<Foreign> told = members.stream()
                .map(member -> member.report().orElseThrow())
                .flatMap(report -> List.of(in(report), out(report)).stream().flatMap(Optional::stream))
                .filter(Foreign::isTold)
                .toList();
        return told.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.OTHER_TRAFFIC.found(
                        told.stream().anyMatch(Foreign::warns) ? Severity.WARNING : Severity.INFO,
                        "Links of the run carried what no member sent to another one: "
                                + told.stream().map(Foreign::text).collect(Collectors.joining(", "))
                                + ". Look for other programs and hosts that use them."));
    }

    private boolean areApart() {
        var reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        return SharedKernel.by(Scope.NETWORK_NAMESPACE, reports).size() == members.size();
    }

    /** What was dropped behind the interface, or asked for again, crossed it as well. */
    private Optional<Foreign> in(MemberReport report) {
        long received = report.workload().receivedMessages();
        long requested = report.counters().getOrDefault(Counters.RETRANSMISSION_REQUESTS, 0L);
        double crossed = report.workload().lostMessages() + (double) TIMES_SENT_AGAIN * requested;
        return foreign(
                report,
                "to",
                Counters.INTERFACE_RECEIVED_BYTES,
                Counters.INTERFACE_RECEIVED_FRAMES,
                report.workload().bytesFromOthers(report.index()),
                received,
                received <= 0 ? 0 : crossed / received);
    }

    private Optional<Foreign> out(MemberReport report) {
        long sent = report.workload().sentMessages();
        long repeated = report.counters().getOrDefault(Counters.RETRANSMISSIONS, 0L);
        return foreign(
                report,
                "from",
                Counters.INTERFACE_SENT_BYTES,
                Counters.INTERFACE_SENT_FRAMES,
                report.workload()
                        .bytesToOthers(members.size() - 1, report.framing().multicast()),
                sent,
                sent <= 0 ? 0 : (double) TIMES_SENT_AGAIN * repeated / sent);
    }

    /** Where messages went and it is not known of how many bytes, nothing can be said. */
    private Optional<Foreign> foreign(
            MemberReport report,
            String way,
            String bytes,
            String frames,
            long exchanged,
            long messages,
            double crossedInVain) {
        Long carried = report.counters().get(bytes);
        double seconds = report.countedNanos() / NANOS_PER_SECOND;
        boolean isUnknown = messages > 0 && exchanged == 0;
        if (carried == null || carried == 0 || seconds < 1 || isUnknown) {
            return Optional.empty();
        }
        double own = exchanged * (GENEROUS + crossedInVain)
                + (double) report.counters().getOrDefault(frames, 0L) * FRAME_HEADER_BYTES
                + (double) messages * report.framing().perMessageBytes();
        double foreign = Math.max(0, carried - own);
        return Optional.of(new Foreign(
                report.member(),
                way,
                foreign / seconds,
                foreign / carried,
                lineRate(report).map(rate -> foreign * BITS_PER_BYTE / seconds / rate)));
    }

    private Optional<Long> lineRate(MemberReport report) {
        Predicate<String> isNumber = text -> text.matches("[1-9][0-9]{0,17}");
        return report.fact(HostFact.LINE_RATE_BITS_PER_SECOND)
                .filter(isNumber)
                .map(Long::valueOf)
                .or(() -> lineRateBitsPerSecond);
    }
}
