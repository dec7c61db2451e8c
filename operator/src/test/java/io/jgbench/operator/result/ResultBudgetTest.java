package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultBudgetTest {
    private static final ResultBudget BUDGET = new ResultBudget(100, 250);

    @Test
    void runMayTakeItsShareAsLongAsTheNamespaceHasIt() {
        BenchmarkRun run = run("lab", "run", 90);

        assertThat(BUDGET.left(run, List.of(run))).isEqualTo(100);
        assertThat(BUDGET.left(run, List.of(run, run("lab", "a", 90)))).isEqualTo(100);
        assertThat(BUDGET.left(run, List.of(run, run("lab", "a", 90), run("lab", "b", 90))))
                .isEqualTo(70);
        assertThat(BUDGET.left(run, List.of(run, run("lab", "a", 200), run("lab", "b", 90))))
                .isZero();
    }

    @Test
    void otherNamespacesAndRunsWithoutAResultDoNotCount() {
        BenchmarkRun run = run("lab", "run", 0);
        BenchmarkRun waiting = run("lab", "waiting", 0);
        waiting.setStatus(null);

        assertThat(BUDGET.left(run, List.of(run, waiting, run("other", "a", 250))))
                .isEqualTo(100);
    }

    private static BenchmarkRun run(String namespace, String name, long bytes) {
        BenchmarkRun run = RunYaml.parsed(name, "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setNamespace(namespace);
        run.getMetadata().setUid("uid-of-" + name);
        run.setStatus(new StatusDraft(null, 1, Instant.EPOCH)
                .resultsRef(new StatusResultsRef("configmap/" + name, "sha256:0", bytes))
                .build());
        return run;
    }
}
