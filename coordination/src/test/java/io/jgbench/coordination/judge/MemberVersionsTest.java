package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.TestReport;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemberVersionsTest {
    @Test
    void membersOfOneBuildAreNoFinding() {
        assertThat(finding(HostFact.JGROUPS, "5.5.7.Final", "5.5.7.Final")).isEmpty();
        assertThat(finding(HostFact.JGBENCH, "0.1.0")).isEmpty();
    }

    @Test
    void memberWithAnotherJGroupsInvalidatesTheRunAndIsNamed() {
        var finding = finding(HostFact.JGROUPS, "5.5.7.Final", "5.5.6.Final", "5.5.7.Final")
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.INVALID);
        assertThat(finding.evidence())
                .isEqualTo("Members differ in the version of JGroups: 5.5.6.Final at member-1;"
                        + " 5.5.7.Final at member-0, member-2.");
    }

    @Test
    void memberOfAnotherReleaseOrCommitInvalidatesTheRun() {
        assertThat(finding(HostFact.JGBENCH, "0.1.0", "0.2.0").orElseThrow().severity())
                .isEqualTo(Severity.INVALID);
        assertThat(finding(HostFact.JGBENCH_COMMIT, "abc", "abc-dirty")
                        .orElseThrow()
                        .severity())
                .isEqualTo(Severity.INVALID);
    }

    @Test
    void anotherImageOfTheSameVersionsIsAWarning() {
        var finding = finding(HostFact.IMAGE_DIGEST, "sha256:1", "sha256:2").orElseThrow();

        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.evidence()).contains("sha256:1 at member-0", "sha256:2 at member-1");
    }

    @Test
    void whatAMemberCouldNotTellIsNotGuessed() {
        assertThat(finding(HostFact.IMAGE_DIGEST, "sha256:1", HostSnapshot.absent("the member is in no pod")))
                .isEmpty();
    }

    @Test
    void manyMembersAreCounted() {
        String[] versions =
                IntStream.range(0, 9).mapToObj(i -> i == 8 ? "2" : "1").toArray(String[]::new);

        assertThat(finding(HostFact.JGBENCH, versions).orElseThrow().evidence())
                .contains("1 at member-0, member-1, member-2, member-3, member-4 and 3 more; 2 at member-8.");
    }

    private static Optional<Finding> finding(HostFact fact, String... valueByMember) {
        List<MemberReport> reports = IntStream.range(0, valueByMember.length)
                .mapToObj(i -> TestReport.whole(i, 1, 10)
                        .host(fact.label(), valueByMember[i])
                        .report())
                .toList();
        return new MemberVersions(reports).finding();
    }
}
