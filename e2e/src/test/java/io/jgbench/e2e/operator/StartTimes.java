package io.jgbench.e2e.operator;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * When what happened to a run, in milliseconds since it was applied; all nodes of the cluster have this machine's
 * clock.
 */
final class StartTimes implements AutoCloseable {
    private final Lab lab;
    private final String run;
    private final Map<String, Long> seen = new ConcurrentHashMap<>();
    private final Watch runs;
    private final Watch pods;
    private volatile long appliedMillis;

    StartTimes(Lab lab, String run) {
        this.lab = lab;
        this.run = run;
        this.runs = lab.client().resources(BenchmarkRun.class).withName(run).watch(new Seen<>(this::stage));
        this.pods = lab.client().pods().withLabel("jgbench.io/run", run).watch(new Seen<>(this::pod));
    }

    /** Notes that the run is being applied. */
    void applied() {
        appliedMillis = System.currentTimeMillis();
    }

    private void stage(BenchmarkRun now) {
        note("run is seen");
        now.condition(ConditionType.SUCCEEDED).ifPresent(condition -> note("run is " + condition.reason()));
    }

    private void pod(Pod pod) {
        note("first pod made");
        if (pod.getStatus().getContainerStatuses().stream()
                .anyMatch(container -> container.getState().getRunning() != null)) {
            note("pod runs " + pod.getMetadata().getName());
        }
    }

    private void note(String what) {
        seen.putIfAbsent(what, System.currentTimeMillis());
    }

    /** What is known once the run is over, by what happened. */
    Map<String, Long> sinceApplied() throws IOException {
        Map<String, Long> since = new LinkedHashMap<>();
        since.put("pods made", after("first pod made"));
        since.put(
                "pods run",
                seen.entrySet().stream()
                                .filter(each -> each.getKey().startsWith("pod runs "))
                                .mapToLong(Map.Entry::getValue)
                                .max()
                                .orElseThrow()
                        - appliedMillis);
        for (String stage : new String[] {"Joining", "Armed", "Running", "Collecting"}) {
            since.put(stage, after("run is " + stage));
        }
        since.put("first message", epochMillis("firstReceivedEpochNanos", true) - appliedMillis);
        since.put("last message", epochMillis("lastReceivedEpochNanos", false) - appliedMillis);
        since.put("result", resultMillis() - appliedMillis);
        return since;
    }

    private long after(String what) {
        return seen.getOrDefault(what, appliedMillis - 1) - appliedMillis;
    }

    private long resultMillis() {
        return seen.entrySet().stream()
                .filter(each -> each.getKey().matches("run is (Passed|Invalid|Failed)"))
                .mapToLong(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private long epochMillis(String field, boolean first) throws IOException {
        var instants = FullResult.of(lab, run).json().findValues(field).stream().mapToLong(JsonNode::asLong);
        return (first ? instants.min() : instants.max()).orElseThrow() / 1_000_000;
    }

    @Override
    public void close() {
        runs.close();
        pods.close();
    }

    /** Hands over each object as it is now. */
    private record Seen<T>(Consumer<T> takes) implements Watcher<T> {
        @Override
        public void eventReceived(Action action, T object) {
            if (action == Action.ADDED || action == Action.MODIFIED) {
                takes.accept(object);
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // the run is over
        }
    }
}
