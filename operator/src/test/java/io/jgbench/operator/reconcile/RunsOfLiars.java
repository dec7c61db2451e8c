package io.jgbench.operator.reconcile;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.status.StatusDraft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What an operator does with runs beside each other, in a process of its own: it drives all of them until each is over,
 * and says what each came to.
 */
final class RunsOfLiars {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private RunsOfLiars() {}

    /** Is given the address of the API server, and those of two nodes for each run in the order of their names. */
    public static void main(String[] arguments) {
        try (var operator = new ChildOperator(arguments[0])) {
            List<BenchmarkRun> runs =
                    operator.client().resources(BenchmarkRun.class).list().getItems();
            List<Seen> all = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                var nodes = List.of(
                        ChildOperator.node("node-" + 2 * i, arguments[1 + 2 * i]),
                        ChildOperator.node("node-" + (2 * i + 1), arguments[2 + 2 * i]));
                all.add(new Seen(operator, runs.get(i), nodes));
            }
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
                for (Seen seen : all) {
                    seen.look();
                }
                return all.stream().allMatch(seen -> seen.run.isTrue(ConditionType.FINISHED));
            });
            all.forEach(seen -> {
                System.out.println("%s valid=%s %s"
                        .formatted(
                                seen.run.getMetadata().getName(),
                                seen.run.isTrue(ConditionType.VALID),
                                seen.run
                                        .condition(ConditionType.SUCCEEDED)
                                        .orElseThrow()
                                        .message()
                                        .replace('\n', ' ')));
                seen.session.letGo();
            });
        }
    }

    /** A run, and what the operator remembers of it. */
    private static final class Seen {
        private final ChildOperator operator;
        private final List<NodeView> nodes;
        private final Session session = new Session();
        private BenchmarkRun run;

        Seen(ChildOperator operator, BenchmarkRun run, List<NodeView> nodes) {
            this.operator = operator;
            this.run = run;
            this.nodes = nodes;
        }

        /** As the reconciler does it: what the steps come to is written when they have ended. */
        void look() throws Exception {
            RunRef ref = RunRef.of(run);
            var now = operator.clock().instant();
            List<Pod> pods = operator.client()
                    .pods()
                    .withLabel(ObjectLabels.RUN_ID, ref.runId())
                    .list()
                    .getItems();
            session.become(session.state(), session.state().seeing(StatusAsRead.of(run)));
            var view = new RunView(
                    run,
                    ref,
                    session,
                    pods,
                    () -> nodes,
                    () -> List.of(run),
                    now,
                    new StatusDraft(run.getStatus(), 1, now));
            view.draft().runId(ref.runId());
            operator.steps().take(view);
            BenchmarkRunStatus status = view.draft().build();
            if (!status.equals(run.getStatus())) {
                BenchmarkRun written = ChildOperator.copy(run);
                written.setStatus(status);
                run = operator.client().resource(written).update();
            }
        }
    }
}
