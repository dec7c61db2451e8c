package io.jgbench.e2e.faults.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class EndingTest {

    @Test
    void memberThatIsLostAsItsHostCouldNotBeSetIsToldByItsTuner() {
        var run = run("{type: Finished, status: 'True', reason: Completed}", """
                {type: ResultsCollected, status: 'False', reason: MemberLost}""", """
                {type: TuningVerified, status: 'False', reason: ApplyFailed}""");

        assertThat(Ending.of(run)).contains(Ending.APPLY_FAILED);
        assertThat(Ending.APPLY_FAILED.isAboutAMember()).isTrue();
    }

    @Test
    void memberThatIsLostOnAHostThatWasSetIsLost() {
        var run = run("{type: Finished, status: 'True', reason: Completed}", """
                {type: ResultsCollected, status: 'False', reason: MemberLost}""", """
                {type: TuningVerified, status: 'True', reason: Restored}""");

        assertThat(Ending.of(run)).contains(Ending.MEMBER_LOST);
    }

    @Test
    void runThatSomebodyCancelledIsCancelledWhateverItsTunersSay() {
        var run = run("{type: Finished, status: 'True', reason: Cancelled}", """
                {type: TuningVerified, status: 'False', reason: ApplyFailed}""");

        assertThat(Ending.of(run)).contains(Ending.CANCELLED);
    }

    @Test
    void runWhoseMembersAllReportedIsNoneThatATunerFailedThoughOneWasKilledLater() {
        var run = run("{type: Finished, status: 'True', reason: Completed}", """
                {type: ResultsCollected, status: 'True', reason: AllReported}""", """
                {type: TuningVerified, status: 'False', reason: ApplyFailed}""");

        assertThat(Ending.of(run)).contains(Ending.REPORTED_UNTUNED);
        assertThat(Ending.REPORTED_UNTUNED.hasAllReports()).isTrue();
        assertThat(Ending.REPORTED_UNTUNED.isAboutAMember()).isFalse();
    }

    @Test
    void runWithFiguresAndWithoutAFullResultIsToldApart() {
        var run = run("{type: Finished, status: 'True', reason: Completed}", """
                {type: ResultsCollected, status: 'True', reason: AllReported}""", """
                {type: ResultsStored, status: 'False', reason: ResultsNotStored}""");

        assertThat(Ending.of(run)).contains(Ending.REPORTED_UNSTORED);
        assertThat(Ending.REPORTED_UNSTORED.hasAllReports()).isTrue();
    }

    @Test
    void runWhoseEvidenceWasRemovedBeforeItsFiguresStoodHasNoReports() {
        var run = run("{type: Finished, status: 'True', reason: Completed}", """
                {type: ResultsCollected, status: 'False', reason: EvidenceLost}""");

        assertThat(Ending.of(run)).contains(Ending.EVIDENCE_LOST);
        assertThat(Ending.EVIDENCE_LOST.hasAllReports()).isFalse();
        assertThat(Ending.EVIDENCE_LOST.isAboutAMember()).isFalse();
    }

    @Test
    void runThatSomebodyCancelledIsCancelledThoughAllReported() {
        var run = run("{type: Finished, status: 'True', reason: Cancelled}", """
                {type: ResultsCollected, status: 'True', reason: AllReported}""", """
                {type: TuningVerified, status: 'False', reason: ApplyFailed}""");

        assertThat(Ending.of(run)).contains(Ending.CANCELLED);
    }

    @Test
    void endingThatIsNoneOfTheseIsNotNamed() {
        assertThat(Ending.of(run("{type: Finished, status: 'True', reason: Completed}")))
                .isEmpty();
    }

    private static BenchmarkRun run(String... conditions) {
        return Serialization.unmarshal(
                "apiVersion: jgbench.io/v1alpha1\nkind: BenchmarkRun\nmetadata: {name: fault-1}\nstatus: {conditions: ["
                        + String.join(", ", conditions) + "]}\n",
                BenchmarkRun.class);
    }
}
