package io.jgbench.coordination.judge;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.SamplingSwitch;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says where members took no samples, so that nobody takes the silence of what is made of samples for good news. */
final class UnsampledMembers {
    private final List<MemberReport> reports;

    /** Of the reports of a run. */
    UnsampledMembers(List<MemberReport> reports) {
        this.reports = reports;
    }

    Optional<Finding> finding() {
        String names = reports.stream()
                .filter(report -> report.fact(HostFact.JVM_OPTIONS)
                        .filter(SamplingSwitch::isOffIn)
                        .isPresent())
                .map(MemberReport::member)
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.NOT_SAMPLED.found(
                        "-D" + SamplingSwitch.PROPERTY + "=" + SamplingSwitch.OFF + " left out the samples of " + names
                                + ": stalls, steps of the rate, and what was lost or waited for between which members"
                                + " are not known."));
    }
}
