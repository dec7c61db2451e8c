package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What single steps are given to look at. */
public final class Views {
    private Views() {}

    /** A run with these conditions, of which no pods, nodes or other runs are known. */
    public static RunView of(RunRef ref, Session session, Map<ConditionType, Status> conditions) {
        var run = RunYaml.parsed(ref.name(), "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setNamespace(ref.namespace());
        run.getMetadata().setName(ref.name());
        run.getMetadata().setUid(ref.uid());
        var before = draft(run);
        conditions.forEach(
                (type, status) -> before.condition(type, status, ReasonWord.of("Test"), "As the test has it."));
        run.setStatus(before.build());
        return new RunView(run, ref, session, List.of(), List::of, List::of, Instant.EPOCH, draft(run));
    }

    private static StatusDraft draft(BenchmarkRun run) {
        return new StatusDraft(run.getStatus(), 1, Instant.EPOCH);
    }

    /** The run as it is once the draft of a view was written. */
    public static BenchmarkRun written(RunView view) {
        var run = new BenchmarkRun();
        run.setStatus(view.draft().build());
        return run;
    }
}
