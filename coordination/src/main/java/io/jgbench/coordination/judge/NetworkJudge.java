package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.grouped;
import static io.jgbench.coordination.judge.Wording.where;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.GrantedBuffer;
import io.jgbench.coordination.environment.GrantedBuffer.Way;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.ForeignFrames;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What was lost between the members, where, and what else their network says. Each bound is by what a loss costs the
 * figure; {@code docs/METHOD.md}, "Thresholds", says how.
 */
final class NetworkJudge {
    /** Per thousand messages or segments sent. Each retransmission takes the place of another one. */
    static final int RETRANSMISSIONS_WARN_PERMILLE = 10;

    /** One packet that another program lost is sent again a few times. */
    static final int LEAST_RETRANSMISSIONS = 5;

    /** A datagram of 64 KB holds some sixty messages of 1,000 bytes: fewer cost less than 1 % of them a repair. */
    static final int DROPS_WARN_ONE_IN = 10_000;

    /** A datagram holds fewer of larger messages, and only a part of the largest. */
    static final int DROPS_COUNT_MESSAGES_OF_BYTES = 1_000;

    /** A datagram of 64 KB has 44 frames of 1,500 bytes. Fewer errors lose less than 0.5 % of the datagrams. */
    static final int LINK_ERRORS_WARN_ONE_IN = 10_000;

    /** A frame or two are damaged on any cable at some time. */
    static final int LEAST_LINK_ERRORS = 5;

    /** Retransmissions can be lost too. More than two per missed message have another cause. */
    private static final int TIMES_LOST = 2;

    private final WorkloadSpec workload;
    private final RunCounts counts;
    private final PairMatrix pairs;

    NetworkJudge(WorkloadSpec workload, RunCounts counts, PairMatrix pairs) {
        this.workload = workload;
        this.counts = counts;
        this.pairs = pairs;
    }

    List<Finding> findings() {
        return Stream.of(
                        groupNotJoined(),
                        linkErrors(),
                        counts.finding(Reason.LINK_LOST, "The interface lost its carrier", Counters.CARRIER_LOSSES),
                        receiveDrops(),
                        sendDrops(),
                        stackDrops(),
                        counts.finding(
                                Reason.SWITCH_DROPS,
                                "The switch dropped frames as the port's queue was full",
                                Counters.SWITCH_PORT_DROPS),
                        retransmissions(),
                        counts.finding(
                                Reason.PAUSE_FRAMES,
                                "Cards and switch told each other to pause",
                                Counters.PAUSE_FRAMES_RECEIVED,
                                Counters.PAUSE_FRAMES_SENT))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Only complete members are judged: one that failed may have left the group already. */
    private Optional<Finding> groupNotJoined() {
        return where(
                        counts.members(),
                        member ->
                                member.complete() && member.report().stream().anyMatch(NetworkJudge::isOutsideItsGroup),
                        member -> fact(member, HostFact.INTERFACE) + " (in it: "
                                + fact(member, HostFact.MULTICAST_INTERFACES) + ")")
                .map(where -> Reason.GROUP_NOT_JOINED.found(
                        "The interface was not in the run's multicast group: " + where + "."));
    }

    private static boolean isOutsideItsGroup(MemberReport report) {
        Optional<String> joined = report.fact(HostFact.MULTICAST_INTERFACES);
        Optional<String> own = report.fact(HostFact.INTERFACE);
        return report.framing().multicast()
                && joined.isPresent()
                && own.isPresent()
                && !List.of(joined.get().split(",", -1)).contains(own.get());
    }

    private static String fact(MemberResult member, HostFact fact) {
        return member.report().flatMap(report -> report.fact(fact)).orElse("");
    }

    /** Judged by interface: one bad cable is one of many, and all wait for the member behind it. */
    private Optional<Finding> linkErrors() {
        return counts.finding(
                counts.anyOwner(NetworkJudge::hasManyErrors) ? Severity.WARNING : Severity.INFO,
                Reason.LINK_ERRORS,
                "The interface could not receive or send some frames",
                Counters.INTERFACE_RECEIVE_ERRORS,
                Counters.INTERFACE_SEND_ERRORS);
    }

    private static boolean hasManyErrors(ToLongFunction<String> count) {
        long errors = count.applyAsLong(Counters.INTERFACE_RECEIVE_ERRORS)
                + count.applyAsLong(Counters.INTERFACE_SEND_ERRORS);
        long frames = count.applyAsLong(Counters.INTERFACE_RECEIVED_FRAMES)
                + count.applyAsLong(Counters.INTERFACE_SENT_FRAMES);
        return errors >= LEAST_LINK_ERRORS && errors * LINK_ERRORS_WARN_ONE_IN >= frames;
    }

    private Optional<Finding> receiveDrops() {
        long ofRun = counts.total(Counters.UDP_RECEIVE_BUFFER_DROPS) + counts.total(Counters.IP_REASSEMBLY_FAILURES);
        long ofInterface =
                Math.max(counts.total(Counters.INTERFACE_RECEIVE_MISSED), notForeign(Counters.INTERFACE_RECEIVE_DROPS));
        return counts.finding(
                        severityOf(ofRun + ofInterface),
                        Reason.RECEIVE_DROPS,
                        "Kernel or interface dropped what had arrived",
                        Counters.UDP_RECEIVE_BUFFER_DROPS,
                        Counters.IP_REASSEMBLY_FAILURES,
                        Counters.INTERFACE_RECEIVE_DROPS,
                        Counters.INTERFACE_RECEIVE_MISSED)
                .map(found -> with(ofAllTrials(), found))
                .map(found -> with(
                        smallBuffers(Way.RECEIVE, member -> member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS) > 0),
                        found));
    }

    private static Finding with(Optional<String> more, Finding found) {
        return more.map(text -> found.reason().found(found.severity(), found.evidence() + " " + text))
                .orElse(found);
    }

    /** Which of them had not got the buffer that it asked for. */
    private Optional<String> smallBuffers(Way way, Predicate<MemberResult> dropped) {
        return where(
                        counts.members(),
                        member -> dropped.test(member)
                                && smallestBuffer(way, member).isPresent(),
                        member -> smallestBuffer(way, member).orElse(""))
                .map(where -> "Less " + way.word() + " buffer was granted than asked for: " + where + ".");
    }

    private static Optional<String> smallestBuffer(Way way, MemberResult member) {
        return member.report().stream()
                .flatMap(report -> GrantedBuffer.of(way, report.host()).stream())
                .filter(GrantedBuffer::isLessThanAsked)
                .min(Comparator.comparingLong(GrantedBuffer::granted))
                .map(buffer -> grouped(buffer.granted()) + " of " + grouped(buffer.asked()) + " bytes");
    }

    private Optional<Finding> sendDrops() {
        long ofRun = counts.total(Counters.UDP_SEND_BUFFER_DROPS) + counts.total(Counters.QUEUE_DROPS);
        return counts.finding(
                        severityOf(ofRun + notForeign(Counters.INTERFACE_SEND_DROPS)),
                        Reason.SEND_DROPS,
                        "Kernel or interface dropped what was to be sent",
                        Counters.UDP_SEND_BUFFER_DROPS,
                        Counters.QUEUE_DROPS,
                        Counters.INTERFACE_SEND_DROPS)
                .map(found -> with(ofAllTrials(), found))
                .map(found -> with(smallBuffers(Way.SEND, this::mayHaveDroppedToSend), found));
    }

    /** The kernel counts for all sockets of a network namespace together. */
    private boolean mayHaveDroppedToSend(MemberResult member) {
        return member.counter(Counters.UDP_SEND_BUFFER_DROPS) > 0
                || counts.shared().stream()
                        .anyMatch(kernel -> kernel.keeps(member.name(), Counters.UDP_SEND_BUFFER_DROPS)
                                && kernel.counter(Counters.UDP_SEND_BUFFER_DROPS) > 0);
    }

    /** Batches weigh as dropped packets do, single messages as those that are sent again. */
    private Optional<Finding> stackDrops() {
        long batches = counts.total(Counters.REJECTED_BATCHES);
        boolean many = isMany(counts.total(Counters.STACK_DROPS) - batches, messagesOfTheStack());
        return counts.finding(
                many ? Severity.WARNING : severityOf(batches),
                Reason.STACK_DROPS,
                "The stack itself dropped messages or batches of them",
                Counters.STACK_DROPS);
    }

    private Optional<String> ofAllTrials() {
        return workload.hasEvenRate()
                ? Optional.empty()
                : Optional.of("These are the drops of all trials of the search, which sends more than arrives on"
                        + " purpose.");
    }

    /** A search overloads on purpose, and its report has the messages of the last trial only. */
    private Severity severityOf(long drops) {
        if (!workload.hasEvenRate()) {
            return Severity.INFO;
        }
        double messages =
                sentMessages() * Math.max(1, (double) workload.largestCountedBytes() / DROPS_COUNT_MESSAGES_OF_BYTES);
        return drops > 0 && (double) drops * DROPS_WARN_ONE_IN >= messages ? Severity.WARNING : Severity.INFO;
    }

    /** What interfaces dropped, without as much as may not have been the run's. */
    private long notForeign(String counter) {
        long countedNanos = counts.members().stream()
                .mapToLong(MemberResult::countedNanos)
                .max()
                .orElse(0);
        long foreign = ForeignFrames.mostIn(countedNanos);
        return counts.each(counter).map(drops -> Math.max(0, drops - foreign)).sum();
    }

    /** The receivers that missed messages show where these were lost. The members that sent them again do not. */
    private Optional<Finding> retransmissions() {
        Severity severity = manyWereSentAgain() ? Severity.WARNING : Severity.INFO;
        return pairs.losses()
                .map(lost -> Reason.RETRANSMISSIONS.found(
                        severity,
                        lost.amount() + " were lost " + lost.where() + " and sent again"
                                + lost.otherEnds().map(ends -> ": " + ends).orElse("") + "."
                                + sentAgainWithoutLoss(lost)))
                .or(() -> counts.finding(
                        severity,
                        Reason.RETRANSMISSIONS,
                        pairs.knowsLosses()
                                ? "Messages or segments were sent again, but no receiver missed any"
                                : "Messages or segments were sent again",
                        sentAgainCounters()));
    }

    private boolean manyWereSentAgain() {
        boolean manyMessages = isMany(counts.total(Counters.RETRANSMISSIONS), messagesOfTheStack());
        boolean manySegments =
                isMany(counts.total(Counters.TCP_RETRANSMITTED_SEGMENTS), counts.total(Counters.TCP_SENT_SEGMENTS));
        boolean manyOnOneWay = pairs.losses()
                .filter(lost -> lost.isEnoughToTell() && isMany(lost.lost(), lost.sent()))
                .isPresent();
        return manyMessages || (manySegments && !isKnownOfAllConnections()) || manyOnOneWay;
    }

    /** A kernel counts the segments of other programs as well, so that those of the members' connections go before. */
    private String[] sentAgainCounters() {
        return isKnownOfAllConnections()
                ? new String[] {Counters.RETRANSMISSIONS}
                : new String[] {Counters.RETRANSMISSIONS, Counters.TCP_RETRANSMITTED_SEGMENTS};
    }

    private boolean isKnownOfAllConnections() {
        return pairs.knowsAllSegments(counts.members().size());
    }

    /** A receiver may ask for messages as lost while they still wait unread in its own sockets. */
    private String sentAgainWithoutLoss(LossPlace lost) {
        long again = counts.total(Counters.RETRANSMISSIONS);
        return again <= TIMES_LOST * lost.lost()
                ? ""
                : String.format(
                        Locale.ROOT,
                        " In all %,d messages were sent again: most of them were late, or were asked for several"
                                + " times.",
                        again);
    }

    /** Counts each fragment of a large message, because each is sent again separately. */
    private long messagesOfTheStack() {
        return counts.members().stream()
                .flatMap(member -> member.report().stream())
                .mapToLong(report ->
                        report.workload().sentMessages() * report.framing().packets(workload.largestMessageBytes()))
                .sum();
    }

    private long sentMessages() {
        return counts.members().stream()
                .flatMap(member -> member.report().stream())
                .mapToLong(report -> report.workload().sentMessages())
                .sum();
    }

    private static boolean isMany(long again, long sent) {
        return again >= LEAST_RETRANSMISSIONS && again * 1000 >= sent * RETRANSMISSIONS_WARN_PERMILLE;
    }
}
