package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What was found, and so whether the figures may be used.
 *
 * @param findings in the order of {@link #of}
 */
public record Verdict(List<Finding> findings) {
    /** Of a run that did not finish: why it did not stays what one reads first. */
    private static final Set<Reason> DID_NOT_FINISH =
            Set.of(Reason.MEMBER_LOST, Reason.PARTIAL_REPORT, Reason.RUN_FAILED);

    /** Copies the list. */
    public Verdict {
        findings = List.copyOf(findings);
    }

    /**
     * In the order in which they are to be read: what invalidates, then what fits that which held the rate, then the
     * gravest first, and of those that weigh the same causes before effects, as reasons are declared. Of what
     * invalidates a run that did not finish none stands before another because it fits.
     */
    public static Verdict of(List<Finding> findings, Optional<Bottleneck> bottleneck) {
        boolean finished = findings.stream().noneMatch(finding -> DID_NOT_FINISH.contains(finding.reason()));
        return new Verdict(findings.stream()
                .sorted(Comparator.comparing((Finding finding) -> finding.severity() != Severity.INVALID)
                        .thenComparing(finding -> bottleneck
                                .filter(_ -> finished || finding.severity() != Severity.INVALID)
                                .filter(found -> fits(found.type(), finding.reason()))
                                .isEmpty())
                        .thenComparing(Finding::severity)
                        .thenComparing(Finding::reason))
                .toList());
    }

    private static boolean fits(BottleneckType type, Reason reason) {
        return reason == Reason.HELD_BACK
                || switch (type) {
                    case WIRE ->
                        Set.of(Reason.OTHER_TRAFFIC, Reason.LINKS_DIFFER, Reason.SWITCH_DROPS, Reason.PAUSE_FRAMES)
                                .contains(reason);
                    case HOST_CPU ->
                        Set.of(Reason.HOST_BUSY, Reason.CPU_THROTTLED, Reason.SOFT_INTERRUPTS)
                                .contains(reason);
                    case FLOW_CONTROL_WINDOW ->
                        Set.of(Reason.WINDOW_BOUND, Reason.FLOW_CONTROL_BLOCKED).contains(reason);
                    case LOSS ->
                        Set.of(
                                        Reason.MESSAGES_MISSING,
                                        Reason.LINK_ERRORS,
                                        Reason.LINK_LOST,
                                        Reason.RECEIVE_DROPS,
                                        Reason.SEND_DROPS,
                                        Reason.STACK_DROPS,
                                        Reason.SOFT_INTERRUPTS,
                                        Reason.SWITCH_DROPS,
                                        Reason.RETRANSMISSIONS)
                                .contains(reason);
                    case COLLECTOR -> reason == Reason.GC_PAUSES;
                    case RECEIVER, SENDER, REQUESTED_RATE, UNKNOWN -> false;
                };
    }

    /** Whether no finding invalidates the run. */
    public boolean valid() {
        return firstInvalidating().isEmpty();
    }

    /** The finding that gives the run's condition its reason. */
    public Optional<Finding> firstInvalidating() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.INVALID)
                .findFirst();
    }
}
