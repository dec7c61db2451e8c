package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.preflight.Probed;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import org.junit.jupiter.api.Test;

class PreflightFindingsTest {

    @Test
    void requiredPreflightInvalidatesAndNobodyIsCalledLost() {
        var result = TestRun.of(2, 1)
                .probed(Policy.REQUIRE, Probed.udp(2).silent(0, 1).judged())
                .failed(new RunFailure(FailureReason.PREFLIGHT_FAILED, RunPhase.JOINING, "the network failed"))
                .result();

        assertThat(result.verdict().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.UNREACHABLE);
            assertThat(finding.severity()).isEqualTo(Severity.INVALID);
            assertThat(finding.evidence()).startsWith("Before the members joined, m0 to m1: ");
        });
    }

    @Test
    void failureThatNoMemberShowsIsNotHiddenByAWarningOfThePreflight() {
        var result = TestRun.of(2, 1, TestReport.whole(0, 1, 10_000), TestReport.whole(1, 1, 10_000))
                .probed(Policy.WARN, Probed.udp(2).silent(0, 1).judged())
                .failed(new RunFailure(FailureReason.CANCELLED, RunPhase.COLLECTING, "the run was cancelled"))
                .result();

        assertThat(result.verdict().findings())
                .extracting(Finding::reason)
                .contains(Reason.UNREACHABLE, Reason.RUN_FAILED);
        assertThat(result.verdict().valid()).isFalse();
    }

    @Test
    void preflightThatWarnsIsAWarning() {
        var result = TestRun.of(2, 1)
                .probed(Policy.WARN, Probed.udp(2).silent(0, 1).judged())
                .result();

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.UNREACHABLE)
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }
}
