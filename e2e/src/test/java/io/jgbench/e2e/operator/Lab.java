package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusFinding;
import io.jgbench.e2e.Cluster;
import io.jgbench.e2e.Command;
import io.jgbench.e2e.KindNode;
import io.jgbench.testing.files.ExampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What a user of the operator has: kubectl, and a namespace for runs. */
public final class Lab implements AutoCloseable {
    /** A run of seconds on an idle machine; the rest is room for a busy one. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration LOOK = Duration.ofMillis(100);

    private final Installation installation;
    private final KubernetesClient client = Cluster.ofEnvironment().client(Installation.RUNS);

    Lab(Installation installation) {
        this.installation = installation;
    }

    /** An administrator's client in the namespace of runs. */
    public KubernetesClient client() {
        return client;
    }

    /** The operator. */
    public Installation installation() {
        return installation;
    }

    /** Runs kubectl in the namespace of runs. */
    public Command.Output kubectl(String... arguments) {
        return kubectl(Installation.RUNS, "", arguments);
    }

    /** Runs kubectl in another namespace. */
    Command.Output kubectlIn(String namespace, String... arguments) {
        return kubectl(namespace, "", arguments);
    }

    private static Command.Output kubectl(String namespace, String input, String[] arguments) {
        String[] words = Stream.concat(Stream.of(arguments), Stream.of("--namespace", namespace))
                .toArray(String[]::new);
        return KindNode.kubectl(input, words);
    }

    /** Has kubectl apply a file's text. */
    Command.Output applyText(String yaml) {
        return applyTextIn(Installation.RUNS, yaml);
    }

    /** The same in another namespace. */
    Command.Output applyTextIn(String namespace, String yaml) {
        return kubectl(namespace, yaml, new String[] {"apply", "--filename", "-"});
    }

    /**
     * Has kubectl apply a run.
     *
     * @param spec its spec as one line of YAML without the braces
     */
    Command.Output apply(String name, String spec) {
        return applyText("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: %s}
                spec: {%s}
                """.formatted(name, spec));
    }

    /** Has kubectl apply a run that must be taken. */
    public void start(String name, String spec) {
        apply(name, spec).orFail();
    }

    /** Waits as a user does until a run is over. */
    BenchmarkRun waitUntilFinished(String name) {
        kubectl("wait", "brun/" + name, "--for=condition=Finished", "--timeout=" + PATIENCE.toSeconds() + "s")
                .orFail();
        return run(name);
    }

    /** Waits until a run is as expected. */
    BenchmarkRun waitUntil(String name, Predicate<BenchmarkRun> expected) {
        return await("run " + name)
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(() -> run(name), run -> run != null && expected.test(run));
    }

    /** Waits until a condition of a run has a reason. */
    public BenchmarkRun waitUntil(String name, ConditionType type, ConditionReason reason) {
        return waitUntil(name, run -> {
            boolean expected = run.hasReason(type, reason);
            if (!expected && type == ConditionType.SUCCEEDED && run.isTrue(ConditionType.FINISHED)) {
                throw new AssertionError(
                        "expected that " + name + " comes to " + reason.label() + ", it is over: " + told(run, type));
            }
            return expected;
        });
    }

    /** A run as it is now; null if there is none. */
    public BenchmarkRun run(String name) {
        return client.resources(BenchmarkRun.class).withName(name).get();
    }

    /** The pods of a run's members, by the members' names. */
    public List<Pod> pods(String run) {
        return client
                .pods()
                .withLabels(Map.of("jgbench.io/run", run, "app.kubernetes.io/name", "jgbench-member"))
                .list()
                .getItems()
                .stream()
                .sorted((a, b) -> member(a).compareTo(member(b)))
                .toList();
    }

    private static String member(Pod pod) {
        return pod.getMetadata().getLabels().get("jgbench.io/member");
    }

    /** The events of a run, each as its reason and message. */
    List<String> eventsOf(String run) {
        return client.v1().events().list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(run))
                .map(event -> event.getReason() + " " + event.getMessage())
                .toList();
    }

    /** Waits until no run has a node any more. */
    public void waitUntilNodesAreFree() {
        await("free nodes")
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .until(() -> installation.reservedNodes().isEmpty());
    }

    /** A condition in one line, such as {@code False NotEnoughNodes: 5 members need 5 nodes}. */
    static String told(BenchmarkRun run, ConditionType type) {
        return run.condition(type)
                .map(condition ->
                        ApiField.word(condition.status()) + " " + condition.reason() + ": " + condition.message())
                .orElse("no condition " + type.label());
    }

    /** The findings of a run that doubt its figures, without those that the shared machine explains. */
    static List<StatusFinding> doubts(BenchmarkRun run) {
        return SharedMachine.USUAL.unexplained(run);
    }

    /**
     * Runs an example until its figures may be used, but for what the shared machine explains: twice at most, as what
     * that machine does to one run it hardly does to the next as well.
     */
    BenchmarkRun runTrusted(String example, SharedMachine machine) throws IOException {
        String text = ExampleFile.named(example).shortened().text();
        return runTwiceAtMost(example, () -> applyText(text), machine, machine::trusts);
    }

    /**
     * Runs a spec until its run is valid and no finding doubts its figures but for a reason that is excused: twice at
     * most.
     *
     * @param spec as one line of YAML without the braces
     */
    BenchmarkRun runFlawless(String name, String spec, SharedMachine excused) {
        return runTwiceAtMost(name, () -> apply(name, spec), excused, excused::findsFlawless);
    }

    private BenchmarkRun runTwiceAtMost(
            String name, Supplier<Command.Output> apply, SharedMachine machine, Predicate<BenchmarkRun> isTrusted) {
        apply.get().orFail();
        BenchmarkRun first = waitUntilFinished(name);
        if (isTrusted.test(first)) {
            return first;
        }
        System.out.println(name + " is run again, as its figures are doubted: " + doubted(first, machine));
        kubectl("delete", "brun", name, "--timeout=" + PATIENCE.toSeconds() + "s")
                .orFail();
        apply.get().orFail();
        BenchmarkRun second = waitUntilFinished(name);
        assertThat(isTrusted.test(second))
                .as("Of two runs of %s in turn the figures are doubted, last: %s", name, doubted(second, machine))
                .isTrue();
        return second;
    }

    private static String doubted(BenchmarkRun run, SharedMachine machine) {
        return told(run, ConditionType.VALID) + ", " + machine.unexplained(run);
    }

    /** When a run's first Event with a reason was sent, to the second; waits until it is there. */
    Instant eventOf(String run, ConditionReason reason) {
        return await("Event " + reason.label() + " of " + run)
                .pollInterval(LOOK)
                .until(
                        () -> client.v1().events().list().getItems().stream()
                                .filter(event ->
                                        event.getInvolvedObject().getName().equals(run))
                                .filter(event -> event.getReason().equals(reason.label()))
                                .map(event -> Instant.parse(event.getFirstTimestamp()))
                                .min(Comparator.naturalOrder()),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Keeps what there is to read of the runs. */
    public void describeRuns(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("runs.yaml"),
                kubectl("get", "brun", "--output", "yaml").text());
    }

    /** Deletes all runs, and returns when nothing of them is left. */
    @Override
    public void close() {
        var runs = client.resources(BenchmarkRun.class);
        runs.delete();
        await("the end of all runs")
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .until(() -> runs.list().getItems().isEmpty());
        waitUntilNodesAreFree();
        client.close();
    }
}
