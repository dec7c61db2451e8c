package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import org.junit.jupiter.api.Test;

class RunRefTest {

    @Test
    void statusOfTheRunThatHadTheNameBeforeIsNone() {
        BenchmarkRun before = run("3a9e");
        BenchmarkRun after = run("77b1");
        after.setStatus(status(RunRef.of(before).runId()));

        assertThat(RunRef.statusOf(after)).isEmpty();

        after.setStatus(status(RunRef.of(after).runId()));
        assertThat(RunRef.statusOf(after)).contains(after.getStatus());
    }

    @Test
    void runThatNobodyHasSeenYetHasItsStatusOrNone() {
        BenchmarkRun run = run("3a9e");
        assertThat(RunRef.statusOf(run)).isEmpty();

        run.setStatus(status(null));
        assertThat(RunRef.statusOf(run)).contains(run.getStatus());
    }

    @Test
    void runIsTakenWithoutTheStatusOfAnotherOneAndIsItselfNotChanged() {
        BenchmarkRun run = run("77b1");
        assertThat(RunRef.withOwnStatus(run)).isSameAs(run);
        BenchmarkRunStatus foreign = status(RunRef.of(run("3a9e")).runId());
        run.setStatus(foreign);

        BenchmarkRun own = RunRef.withOwnStatus(run);

        assertThat(own.getStatus()).isNull();
        assertThat(RunRef.of(own)).isEqualTo(RunRef.of(run));
        assertThat(run.getStatus()).isSameAs(foreign);

        run.setStatus(status(RunRef.of(run).runId()));
        assertThat(RunRef.withOwnStatus(run)).isSameAs(run);
    }

    private static BenchmarkRun run(String uid) {
        var run = new BenchmarkRun();
        run.getMetadata().setNamespace("runs");
        run.getMetadata().setName("nightly");
        run.getMetadata().setUid(uid);
        return run;
    }

    private static BenchmarkRunStatus status(String runId) {
        return BenchmarkRunStatusBuilder.builder().runId(runId).build();
    }
}
