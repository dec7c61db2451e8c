package io.jgbench.coordination.workload.multicast;

import static io.jgbench.coordination.judge.Wording.grouped;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import io.jgbench.coordination.protocol.FlowControlTime;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.spec.FlowWindow;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether the flow-control window may be what bounds a run of the workload Multicast. It is said only where all of this
 * is known and so:
 *
 * <ul>
 *   <li>the threads of all senders together waited for credits for {@value #BLOCKED_PERMILLE} ‰ or more of their time,
 *   <li>the run reached less than {@value #FULL_PERMILLE} ‰ of what the links allow,
 *   <li>there is room for a window at least {@value #TIMES_LARGER} times as large,
 *   <li>each sender was measured for a second or longer,
 *   <li>no host whose CPU time is known had less than {@value #IDLE_PERMILLE} ‰ of it left; its CPUs may be the bound
 *   then.
 * </ul>
 *
 * <p>A receiver that takes its messages slowly with one thread looks the same from here, so it only may be.
 */
record WindowBound(RunEvidence evidence, MulticastSpec spec, MulticastFigures figures) {
    static final int BLOCKED_PERMILLE = 500;
    static final int FULL_PERMILLE = 800;
    static final int TIMES_LARGER = 2;
    static final int IDLE_PERMILLE = 200;
    private static final Duration LEAST = Duration.ofSeconds(1);

    Optional<Finding> finding() {
        Optional<FlowWindow> window = evidence.spec().transport().window().filter(WindowBound::isSmall);
        Optional<Long> reached = figures.efficiencyPermille().filter(permille -> permille < FULL_PERMILLE);
        if (window.isEmpty() || reached.isEmpty() || hasBusyHost() || !isLongEnough() || !isMostlyBlocked()) {
            return Optional.empty();
        }
        return Optional.of(Reason.WINDOW_BOUND.found(
                WorkloadSettings.Type.MULTICAST,
                ("Senders waited for flow control most of the time (%s) while %s of the wire limit was reached, with"
                                + " windows of %s bytes: %s. The window may be the bound, and there is room for %s"
                                + " bytes. Measure again with a larger stack.window.")
                        .formatted(
                                senders().stream()
                                        .map(sender -> sender.member() + " " + percent(blockedPermille(sender)))
                                        .collect(Collectors.joining(", ")),
                                percent(reached.get()),
                                grouped(window.get().bytes()),
                                window.get().reason(),
                                grouped(window.get().roomBytes().orElseThrow()))));
    }

    private static boolean isSmall(FlowWindow window) {
        return window.roomBytes().isPresent() && window.roomBytes().getAsLong() >= TIMES_LARGER * window.bytes();
    }

    /** In less, the start and the end are too large a part. */
    private boolean isLongEnough() {
        return senders().stream().allMatch(sender -> sender.measuredNanos() >= LEAST.toNanos());
    }

    private boolean isMostlyBlocked() {
        return senders().stream().mapToDouble(this::blockedPermille).average().orElse(0) >= BLOCKED_PERMILLE;
    }

    private List<MemberReport> senders() {
        return evidence.reports().stream()
                .filter(report -> report.index() < spec.senders())
                .toList();
    }

    private double blockedPermille(MemberReport sender) {
        return 1000 * new FlowControlTime(sender.counters(), sender.countedNanos(), spec.senderThreads()).share();
    }

    private boolean hasBusyHost() {
        return evidence.reports().stream()
                .flatMapToDouble(report -> new CpuTimeLeft(report.counters()).ofMember().stream())
                .anyMatch(left -> left * 1000 < IDLE_PERMILLE);
    }

    private static String percent(double permille) {
        return String.format(Locale.ROOT, "%.0f %%", permille / 10);
    }
}
