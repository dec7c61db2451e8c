package io.jgbench.coordination.judge;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunEvidence;
import java.util.List;

/** What the pre-flight found, as findings: where the run required it and so failed, they invalidate. */
record PreflightFindings(RunEvidence evidence) {

    List<Finding> findings() {
        return evidence.preflight().stream()
                .flatMap(preflight -> preflight.faults().stream())
                .map(this::finding)
                .toList();
    }

    private Finding finding(PreflightFault fault) {
        boolean invalidates = fault.kind().fails() && evidence.spec().preflight() == Policy.REQUIRE;
        return reason(fault.kind())
                .found(
                        invalidates ? Severity.INVALID : Severity.WARNING,
                        "Before the members joined, " + fault.evidence());
    }

    private static Reason reason(PreflightFault.Kind kind) {
        return switch (kind) {
            case UNREACHABLE -> Reason.UNREACHABLE;
            case MULTICAST_BLOCKED -> Reason.MULTICAST_BLOCKED;
            case MTU_TOO_SMALL -> Reason.MTU_TOO_SMALL;
            case FRAGMENTS_BLOCKED -> Reason.FRAGMENTS_BLOCKED;
            case INTERFACES_DIFFER -> Reason.INTERFACES_DIFFER;
            case PACKETS_LOST -> Reason.PACKETS_LOST;
            case PACKETS_DUPLICATED -> Reason.PACKETS_DUPLICATED;
        };
    }
}
