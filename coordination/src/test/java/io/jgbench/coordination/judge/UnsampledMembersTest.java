package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.TestReport;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnsampledMembersTest {
    @Test
    void membersWithoutSamplesAreNamed() {
        var finding = finding("-Xmx1g", "-Xmx1g -Djgbench.sampling=off").orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.evidence()).startsWith("-Djgbench.sampling=off left out the samples of member-1: ");
    }

    @Test
    void membersThatTakeSamplesAreNoFinding() {
        assertThat(finding("-Xmx1g", "-Djgbench.sampling=on", "")).isEmpty();
    }

    @Test
    void lastOfSeveralOptionsCounts() {
        assertThat(finding("-Djgbench.sampling=off -Djgbench.sampling=on")).isEmpty();
        assertThat(finding("-Djgbench.sampling=on -Djgbench.sampling=off")).isPresent();
    }

    private static Optional<Finding> finding(String... optionsByMember) {
        List<MemberReport> reports = IntStream.range(0, optionsByMember.length)
                .mapToObj(i -> TestReport.whole(i, 1, 10)
                        .host(HostFact.JVM_OPTIONS.label(), optionsByMember[i])
                        .report())
                .toList();
        return new UnsampledMembers(reports).finding();
    }
}
