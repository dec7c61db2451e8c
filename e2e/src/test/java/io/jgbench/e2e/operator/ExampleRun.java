package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusMember;
import java.io.IOException;

/** What the run of each example must come to. */
final class ExampleRun {
    private ExampleRun() {}

    /**
     * Runs an example until its figures may be used, but for what the shared machine explains, and holds that it ended
     * with all that a user reads of it.
     */
    static BenchmarkRunStatus statusOf(Lab lab, String example, SharedMachine machine) throws IOException {
        BenchmarkRun run = lab.runTrusted(example, machine);
        var status = run.getStatus();

        assertThat(Lab.told(run, ConditionType.FINISHED)).startsWith("True Completed");
        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
        // what the machine explains may have made it invalid, and nothing else may keep it from its success
        assertThat(Lab.told(run, ConditionType.SUCCEEDED))
                .startsWith(run.isTrue(ConditionType.VALID) ? "True Passed" : "False Invalid");
        // its type may be Unknown: of four members on few CPUs no single thing needs to hold the rate
        assertThat(status.bottleneck().type()).isNotNull();
        assertThat(status.bottleneck().message()).isNotEmpty();
        assertThat(status.summary().rate()).isNotEmpty();
        assertThat(status.summary().throughput()).isNotEmpty();
        assertThat(status.perMember())
                .hasSize(run.getSpec().members())
                .extracting(StatusMember::node)
                .doesNotHaveDuplicates();
        assertThat(lab.kubectl("get", "brun", example).orFail())
                .contains(status.summary().rate());
        return status;
    }
}
