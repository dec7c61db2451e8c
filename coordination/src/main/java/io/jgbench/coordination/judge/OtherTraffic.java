package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.WorkloadReport.Crossing;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether the members' interfaces carried much that was not the run's: what came from, or went to, nobody of it. It is
 * what the interface counted without the most that members may have exchanged, generously taken: with their headers,
 * with what was sent again, and a quarter more.
 *
 * <p>Not judged where members share a network namespace, as its counters are of all of them, and where members send for
 * each other.
 */
final class OtherTraffic {
    /** Share of the line rate. On a full link the run loses what others use. */
    static final double WARNS = 0.10;

    /** Share of what the interface carried, used if its line rate is not known. */
    static final double TOLD = 0.25;

    /** Less a second takes no part of a link that one measures. */
    static final long LEAST_BYTES_PER_SECOND = 1_000_000;

    /** Acknowledgements, credits and heartbeats come on top of messages. */
    private static final double GENEROUS = 1.25;

    /** Ethernet, IP, TCP with its options, and the transport's own. */
    private static final int FRAME_HEADER_BYTES = 128;

    /**
     * Of a message that travels alone, or beside few: addresses and the cluster's name too. Calls and answers over
     * JGroups took 64 bytes each beside Ethernet, IP and UDP.
     */
    private static final int MESSAGE_HEADER_BYTES = 64;

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
                .filter(report -> !StackTraits.othersSendFor(report))
                .flatMap(report -> List.of(in(report), out(report)).stream().flatMap(Optional::stream))
                .filter(Foreign::isTold)
                .toList();
        return told.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.OTHER_TRAFFIC.found(
                        told.stream().anyMatch(Foreign::warns) ? Severity.WARNING : Severity.INFO,
                        "Links of the run carried traffic that no member sent to another one: "
                                + told.stream().map(Foreign::text).collect(Collectors.joining(", "))
                                + ". Look for other programs and hosts that use them."));
    }

    private boolean areApart() {
        var reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        return SharedKernel.by(Scope.NETWORK_NAMESPACE, reports).size() == members.size();
    }

    /** What it asked for again came once more, be it that it had crossed the interface before. */
    private Optional<Foreign> in(MemberReport report) {
        return report.workload()
                .mostFromOthers(report.index())
                .flatMap(own -> foreign(
                        report,
                        "to",
                        Counters.INTERFACE_RECEIVED_BYTES,
                        Counters.INTERFACE_RECEIVED_FRAMES,
                        own,
                        Counters.RETRANSMISSION_REQUESTS,
                        report.workload().receivedMessages()));
    }

    private Optional<Foreign> out(MemberReport report) {
        return report.workload()
                .mostToOthers(report.framing().copies(members.size() - 1))
                .flatMap(own -> foreign(
                        report,
                        "from",
                        Counters.INTERFACE_SENT_BYTES,
                        Counters.INTERFACE_SENT_FRAMES,
                        own,
                        Counters.RETRANSMISSIONS,
                        report.workload().sentMessages()));
    }

    /**
     * What the interface carried beside the run's own.
     *
     * @param again the counter of messages that went once more
     * @param messages of how many
     */
    private Optional<Foreign> foreign(
            MemberReport report, String way, String bytes, String frames, Crossing own, String again, long messages) {
        Long carried = report.counters().get(bytes);
        double seconds = report.countedNanos() / NANOS_PER_SECOND;
        if (carried == null || carried == 0 || seconds < 1) {
            return Optional.empty();
        }
        double repeated = TIMES_SENT_AGAIN * (double) report.counters().getOrDefault(again, 0L);
        int header = Math.max(report.framing().perMessageBytes(), MESSAGE_HEADER_BYTES);
        double most = own.bytes() * (GENEROUS + (messages <= 0 ? 0 : repeated / messages))
                + (double) report.counters().getOrDefault(frames, 0L) * FRAME_HEADER_BYTES
                + (double) own.messages() * header;
        double foreign = Math.max(0, carried - most);
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
