package io.jgbench.coordination.result;

import static io.jgbench.coordination.result.Wording.grouped;
import static io.jgbench.coordination.result.Wording.millis;
import static io.jgbench.coordination.result.Wording.where;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What hosts, network and stack say about a run, from the members' counters.
 *
 * <p>A view that changed invalidates: members had lost each other. All else a stack can repair, at a cost that the
 * figure holds; drops by a host on sending and these shares of a member's measured time warn:
 *
 * <ul>
 *   <li>garbage collection, {@value #GC_WARNS_PERMILLE} ‰,
 *   <li>CPU time taken by the hypervisor, {@value #STEAL_WARNS_PERMILLE} ‰ of one CPU,
 *   <li>waiting because of a limit on CPU time, {@value #THROTTLE_WARNS_PERMILLE} ‰ of one CPU; more than all of the
 *   time where several waited,
 *   <li>one drop on receipt in {@value #RECEIVE_DROPS_WARN_ONE_IN} messages sent; a datagram of 64 KB holds some sixty
 *       of 1,000 bytes, so fewer cost less than 1 % of the messages a repair,
 *   <li>messages or TCP segments sent again, {@value #RETRANSMISSIONS_WARN_PERMILLE} ‰ of those sent; fewer inform, as
 *       a healthy cluster shows a few that delayed acknowledgements cause.
 * </ul>
 *
 * <p>What a kernel counts for several members together counts once.
 */
final class EnvironmentJudge {
    static final int GC_WARNS_PERMILLE = 50;
    static final int STEAL_WARNS_PERMILLE = 50;
    static final int THROTTLE_WARNS_PERMILLE = 10;
    static final int RETRANSMISSIONS_WARN_PERMILLE = 10;
    static final int RECEIVE_DROPS_WARN_ONE_IN = 10_000;

    private final List<MemberResult> members;
    private final List<SharedKernel> shared;
    private final PairMatrix pairs;
    private final Optional<Long> declaredLineRate;

    /**
     * Of a run.
     *
     * @param declaredLineRate what its run file says of links whose hosts do not tell, in bits per second
     */
    EnvironmentJudge(
            List<MemberResult> members, List<SharedKernel> shared, PairMatrix pairs, Optional<Long> declaredLineRate) {
        this.members = members;
        this.shared = shared;
        this.pairs = pairs;
        this.declaredLineRate = declaredLineRate;
    }

    List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        Stream.of(
                        counted(Reason.VIEW_CHANGED, "The view changed", Counters.VIEW_CHANGES),
                        receiveDrops(),
                        sendDrops(),
                        retransmissions(),
                        gcPauses(),
                        steal(),
                        new HostLoad(members).finding(),
                        throttle(),
                        counted(
                                Reason.SWITCH_DROPS,
                                "The switch dropped frames as the port's queue was full",
                                Counters.SWITCH_PORT_DROPS),
                        flowControl())
                .forEach(finding -> finding.ifPresent(findings::add));
        var reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        new SharedHosts(members.size(), reports).finding().ifPresent(findings::add);
        findings.addAll(new HostLinks(reports, declaredLineRate).findings());
        return findings;
    }

    private Optional<Finding> receiveDrops() {
        long drops = total(Counters.UDP_RECEIVE_BUFFER_DROPS)
                + total(Counters.IP_REASSEMBLY_FAILURES)
                + total(Counters.INTERFACE_RECEIVE_DROPS);
        boolean many = drops * RECEIVE_DROPS_WARN_ONE_IN >= sentMessages();
        return counted(
                Reason.RECEIVE_DROPS,
                many ? Severity.WARNING : Severity.INFO,
                "Kernel or interface dropped what had arrived",
                Counters.UDP_RECEIVE_BUFFER_DROPS,
                Counters.IP_REASSEMBLY_FAILURES,
                Counters.INTERFACE_RECEIVE_DROPS);
    }

    private Optional<Finding> sendDrops() {
        return counted(
                Reason.SEND_DROPS,
                "Kernel or interface dropped what was to be sent",
                Counters.UDP_SEND_BUFFER_DROPS,
                Counters.INTERFACE_SEND_DROPS);
    }

    /** Who missed what says where it was lost, which who sent it again does not. */
    private Optional<Finding> retransmissions() {
        long sent = sentMessages();
        Optional<LossPlace> place = pairs.losses();
        boolean many = isMany(total(Counters.RETRANSMISSIONS), sent)
                || isMany(total(Counters.TCP_RETRANSMITTED_SEGMENTS), total(Counters.TCP_SENT_SEGMENTS))
                || place.filter(lost -> lost.isEnoughToTell() && isMany(lost.lost(), lost.sent()))
                        .isPresent();
        Severity severity = many ? Severity.WARNING : Severity.INFO;
        return place.map(lost -> Reason.RETRANSMISSIONS.found(
                        severity,
                        lost.amount() + " were lost " + lost.where() + " and sent again"
                                + lost.otherEnds().map(ends -> ": " + ends).orElse("") + "."))
                .or(() -> counted(
                        Reason.RETRANSMISSIONS,
                        severity,
                        pairs.knowsLosses()
                                ? "Messages or segments were sent again, none of which a receiver missed"
                                : "Messages or segments were sent again",
                        Counters.RETRANSMISSIONS,
                        Counters.TCP_RETRANSMITTED_SEGMENTS));
    }

    private long sentMessages() {
        return members.stream()
                .flatMap(member -> member.report().stream())
                .mapToLong(report -> report.workload().sentMessages())
                .sum();
    }

    private static boolean isMany(long again, long sent) {
        return again > 0 && again * 1000 >= sent * RETRANSMISSIONS_WARN_PERMILLE;
    }

    private long total(String counter) {
        return members.stream().mapToLong(member -> member.counter(counter)).sum()
                + shared.stream().mapToLong(kernel -> kernel.counter(counter)).sum();
    }

    private Optional<Finding> gcPauses() {
        return share(Reason.GC_PAUSES, "Garbage collection took", Counters.GC_NANOS, GC_WARNS_PERMILLE);
    }

    private Optional<Finding> steal() {
        return share(
                Reason.HOST_BUSY,
                "The hypervisor took CPU time for others, to one CPU",
                Counters.CPU_STEAL_NANOS,
                STEAL_WARNS_PERMILLE);
    }

    private Optional<Finding> throttle() {
        return share(
                Reason.CPU_THROTTLED,
                "A limit on CPU time, such as a container's, kept the member from running, summed over CPUs,",
                Counters.CPU_THROTTLED_NANOS,
                THROTTLE_WARNS_PERMILLE);
    }

    private Optional<Finding> flowControl() {
        return where(
                        members,
                        member -> member.counter(Counters.FLOW_CONTROL_BLOCKS) > 0,
                        member -> grouped(member.counter(Counters.FLOW_CONTROL_BLOCKS)) + " times ("
                                + millis(member.counter(Counters.FLOW_CONTROL_BLOCKED_NANOS)) + ")")
                .map(where -> Reason.FLOW_CONTROL_BLOCKED.found("Flow control held senders back: " + where + "."));
    }

    private Optional<Finding> counted(Reason reason, String what, String... counters) {
        return counted(counters).map(where -> reason.found(what + ": " + where + "."));
    }

    private Optional<Finding> counted(Reason reason, Severity severity, String what, String... counters) {
        return counted(counters).map(where -> reason.found(severity, what + ": " + where + "."));
    }

    private Optional<String> counted(String... counters) {
        var where = Stream.concat(
                        members.stream().flatMap(member -> said(member.name(), member::counter, counters)),
                        shared.stream().flatMap(kernel -> said(kernel.names(), kernel::counter, counters)))
                .collect(Collectors.joining(", "));
        return where.isEmpty() ? Optional.empty() : Optional.of(where);
    }

    private static Stream<String> said(String name, ToLongFunction<String> count, String... counters) {
        var said = Stream.of(counters)
                .filter(counter -> count.applyAsLong(counter) > 0)
                .map(counter -> grouped(count.applyAsLong(counter)) + " " + counter)
                .collect(Collectors.joining(" and "));
        return said.isEmpty() ? Stream.empty() : Stream.of(name + " " + said);
    }

    private Optional<Finding> share(Reason reason, String what, String counter, int permille) {
        return where(
                        members,
                        member -> permilleOfMeasuredTime(member, counter) >= permille,
                        member -> String.format(Locale.ROOT, "%.1f %%", permilleOfMeasuredTime(member, counter) / 10.0))
                .map(where -> reason.found(
                        "%s %.0f %% or more of the measured time: %s.".formatted(what, permille / 10.0, where)));
    }

    private static long permilleOfMeasuredTime(MemberResult member, String counter) {
        long nanos = member.report().map(MemberReport::countedNanos).orElse(0L);
        return nanos <= 0 ? 0 : Math.round(member.counter(counter) * 1000.0 / nanos);
    }
}
