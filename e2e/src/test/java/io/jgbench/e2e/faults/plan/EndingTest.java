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
