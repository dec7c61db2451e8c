package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.status.StatusDraft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What an operator does with thousands of runs that wait, in a process of its own: it lists them as its informers do,
 * holds them, and looks at each twice, at many at a time.
 */
final class WaitingRuns {
    private static final int AT_A_TIME = 50;
    private static final int LOOKS = 2;

    private WaitingRuns() {}

    /** Is given the address of the API server, whose first run has the nodes that all want. */
    public static void main(String[] arguments) throws Exception {
        try (var operator = new ChildOperator(arguments[0])) {
            List<BenchmarkRun> runs = all(operator);
            List<NodeView> nodes =
                    List.of(ChildOperator.node("node-0", "127.0.0.1"), ChildOperator.node("node-1", "127.0.0.2"));
            Map<String, Session> sessions = new HashMap<>();
            runs.forEach(run -> sessions.put(run.getMetadata().getUid(), waiting()));
            for (int look = 0; look < LOOKS; look++) {
                System.out.println(lookAtAll(operator, runs, nodes, sessions));
            }
        }
    }

    private static List<BenchmarkRun> all(ChildOperator operator) {
        List<BenchmarkRun> all = new ArrayList<>();
        String next = null;
        do {
            KubernetesResourceList<BenchmarkRun> page = operator.client()
                    .resources(BenchmarkRun.class)
                    .list(new ListOptionsBuilder()
                            .withLimit(LeanObjects.MOST_IN_A_LIST)
                            .withContinue(next)
                            .build());
            all.addAll(page.getItems());
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return all;
    }

    private static Session waiting() {
        var session = new Session();
        session.become(session.state(), RunState.Waiting.first(false, StatusAsRead.NOTHING));
        return session;
    }

    /** How many runs wait for what. */
    private static Map<String, Integer> lookAtAll(
            ChildOperator operator, List<BenchmarkRun> runs, List<NodeView> nodes, Map<String, Session> sessions)
            throws Exception {
        Map<String, Integer> found = new TreeMap<>();
        try (var threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            List<Callable<Optional<ConditionReason>>> looks = new ArrayList<>();
            for (BenchmarkRun run : runs.subList(1, runs.size())) {
                looks.add(() -> look(
                        operator,
                        run,
                        runs,
                        nodes,
                        sessions.get(run.getMetadata().getUid())));
            }
            while (!looks.isEmpty()) {
                looks = again(looks, threads.invokeAll(looks), found);
            }
        }
        return found;
    }

    /** Those that found nothing, as too many others were resolved. */
    private static List<Callable<Optional<ConditionReason>>> again(
            List<Callable<Optional<ConditionReason>>> looks,
            List<Future<Optional<ConditionReason>>> ended,
            Map<String, Integer> found)
            throws Exception {
        List<Callable<Optional<ConditionReason>>> again = new ArrayList<>();
        for (int i = 0; i < looks.size(); i++) {
            Optional<ConditionReason> reason = ended.get(i).get();
            reason.ifPresent(it -> found.merge(it.name(), 1, Integer::sum));
            if (reason.isEmpty()) {
                again.add(looks.get(i));
            }
        }
        return again;
    }

    private static Optional<ConditionReason> look(
            ChildOperator operator, BenchmarkRun run, List<BenchmarkRun> runs, List<NodeView> nodes, Session session)
            throws Exception {
        var now = operator.clock().instant();
        var view = new RunView(
                run,
                RunRef.of(run),
                session,
                List.of(),
                () -> nodes,
                () -> runs,
                now,
                new StatusDraft(run.getStatus(), 1, now));
        operator.steps().take(view);
        return view.draft().build().condition(ConditionType.SUCCEEDED).flatMap(StatusCondition::knownReason);
    }
}
