package io.jgbench.coordination.judge;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether what members exchanged went over the interfaces whose line rates, counters and settings stand in the result.
 * A packet holds its payload and headers, so an interface carries more bytes than members exchange over it. It may be
 * that traffic takes another way: a route over another interface, two interfaces in one network, or neighbours that are
 * reached within one host.
 *
 * <p>Not judged where members share a network namespace, as what they exchange crosses no wire; where the interface's
 * counters or the namespaces are not known; and where the stack compresses. What was sent is not judged where members
 * send for each other.
 */
public final class OtherWire {
    /** Headers only add to the payload; half of it leaves room for cards that tell their counters a second late. */
    static final double LEAST_SHARE = 0.5;

    /** Some cards' counters are a second old when they are read: half of a shorter time. */
    static final Duration LEAST_TIME = Duration.ofSeconds(2);

    /** Less tells nothing of a link. */
    static final long LEAST_BYTES = 1_000_000;

    /** A token bucket lets its burst pass at once, and members' times end within milliseconds of each other. */
    static final double MOST_EFFICIENCY = 1.02;

    private static final String LOOPBACK = "lo";

    private final List<MemberResult> members;
    private final boolean reliable;

    /**
     * Of a run's members.
     *
     * @param reliable whether all that was sent arrived; else what was sent may have been dropped before the wire
     */
    OtherWire(List<MemberResult> members, boolean reliable) {
        this.members = members;
        this.reliable = reliable;
    }

    Optional<Finding> finding() {
        if (!members.stream().allMatch(MemberResult::complete) || !areApart()) {
            return Optional.empty();
        }
        String where = members.stream()
                .flatMap(member -> missing(member.report().orElseThrow()))
                .collect(Collectors.joining("; "));
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.OTHER_WIRE.found(
                        "Messages between members did not cross the interfaces of the run: " + where + "."));
    }

    private boolean areApart() {
        var reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        // one alone exchanges nothing with anybody
        return members.size() > 1
                && SharedKernel.by(Scope.NETWORK_NAMESPACE, reports).size() == members.size();
    }

    private Stream<String> missing(MemberReport report) {
        if (report.measuredNanos() < LEAST_TIME.toNanos()
                || report.fact(HostFact.INTERFACE).equals(Optional.of(LOOPBACK))
                || StackTraits.compresses(report)) {
            return Stream.empty();
        }
        var in = missing(
                report,
                Counters.INTERFACE_RECEIVED_BYTES,
                report.workload().bytesFromOthers(report.index()),
                "%s received %s bytes, though %s bytes of messages came from other members");
        var out = missing(
                report,
                Counters.INTERFACE_SENT_BYTES,
                reliable && !StackTraits.othersSendFor(report)
                        ? report.workload().bytesToOthers(report.framing().copies(members.size() - 1))
                        : 0,
                "%s sent %s bytes, though %s bytes of messages went to other members");
        return Stream.concat(in, out);
    }

    private static Stream<String> missing(MemberReport report, String counter, long exchanged, String sentence) {
        Long carried = report.counters().get(counter);
        if (carried == null || exchanged < LEAST_BYTES || carried >= LEAST_SHARE * exchanged) {
            return Stream.empty();
        }
        String name = report.member()
                + report.fact(HostFact.INTERFACE).map(nic -> "'s " + nic).orElse("");
        return Stream.of(sentence.formatted(name, grouped(carried), grouped(exchanged)));
    }

    /**
     * What is said of a rate that the links cannot carry. A short run says nothing of it: what the stack sends before
     * it waits for anybody, a flow-control window and what switches hold, is most of that. Nor does a stack that
     * compresses, or one in which members send for each other.
     *
     * @param members those of the run
     * @param perSecond units of work a second, mean over the members
     * @param bytesPerSecond the payload that goes with it
     * @param limitPerSecond the most that the line rate allows
     * @param limitBytesPerSecond the payload that goes with that
     * @param unit of what, in the plural
     */
    public static Optional<Finding> above(
            List<MemberResult> members,
            double perSecond,
            long bytesPerSecond,
            double limitPerSecond,
            long limitBytesPerSecond,
            String unit) {
        boolean tellsNothing = members.stream()
                .flatMap(member -> member.report().stream())
                .anyMatch(report -> report.measuredNanos() < LEAST_TIME.toNanos()
                        || StackTraits.compresses(report)
                        || StackTraits.othersSendFor(report));
        return tellsNothing || perSecond <= MOST_EFFICIENCY * limitPerSecond
                ? Optional.empty()
                : Optional.of(Reason.OTHER_WIRE.found(String.format(
                        Locale.ROOT,
                        "Members did %,.0f %s/s each (%,d bytes/s), which is %.0f %% of the %,.0f (%,d bytes/s) that"
                                + " links of this rate can carry: the messages crossed another wire, or the line rate"
                                + " is wrong.",
                        perSecond,
                        unit,
                        bytesPerSecond,
                        perSecond * 100 / limitPerSecond,
                        limitPerSecond,
                        limitBytesPerSecond)));
    }
}
