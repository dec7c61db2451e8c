package io.jgbench.e2e;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A node of the cluster as the container that it is, for what Kubernetes itself cannot do to it.
 *
 * @param name its name, which is the container's too
 */
public record KindNode(String name) {
    private static final String CONTROL_PLANE = "jgbench-control-plane";

    /** A container's id and seconds follow. */
    private static final String SLOW_DOWN = """
            set -eu
            process=$(ctr --namespace k8s.io tasks list | awk -v id="$1" '$1 == id { print $2 }')
            trap 'kill -CONT "$process"' EXIT
            end=$((SECONDS + $2))
            while [ $SECONDS -lt $end ]; do
              kill -STOP "$process"
              sleep 0.3
              kill -CONT "$process"
              sleep 0.1
            done
            """;

    /** The one that runs Kubernetes' own parts. */
    public static KindNode controlPlane() {
        return new KindNode(CONTROL_PLANE);
    }

    /** Runs a program in it. */
    public Command.Output execute(String... words) {
        return command("-i", words).run();
    }

    /** Ends the first process of a container by SIGKILL. */
    public void kill(PodContainer container) {
        signal(container, "SIGKILL");
    }

    /** Stops the first process of a container, which then does nothing and does not notice that. */
    void freeze(PodContainer container) {
        signal(container, "SIGSTOP");
    }

    /** Has it continue. */
    void thaw(PodContainer container) {
        signal(container, "SIGCONT");
    }

    /** Stops the first process of a container again and again. */
    void slowDown(PodContainer container, Duration lasting) {
        execute("bash", "-c", SLOW_DOWN, "slow-down", container.id(), Long.toString(lasting.toSeconds()))
                .orFail();
    }

    private void signal(PodContainer container, String signal) {
        execute("ctr", "--namespace", "k8s.io", "tasks", "kill", "--signal", signal, container.id())
                .orFail();
    }

    /** Cuts its power, in effect. */
    public void kill() {
        Command.of("docker", "kill", name).run().orFail();
    }

    /** Starts it again; its network is a new one, without the routes to other nodes' pods. */
    public void start() {
        Command.of("docker", "start", name).run().orFail();
    }

    /** Starts nodes that stand still, and sets their lost routes again. */
    public static void repairAll() {
        Command.of("../e2e/cluster/cluster", "up").run().orFail();
    }

    private Command command(String option, String... words) {
        List<String> all = Stream.concat(Stream.of("docker", "exec", option, name), Stream.of(words))
                .toList();
        return Command.of(all.toArray(String[]::new));
    }

    /** The cluster's own kubectl, as an administrator; it reads an input to its end. */
    public static Command.Output kubectl(String input, String... arguments) {
        String[] words = Stream.concat(
                        Stream.of("kubectl", "--kubeconfig", "/etc/kubernetes/admin.conf"), Stream.of(arguments))
                .toArray(String[]::new);
        return controlPlane().command("-i", words).run(input);
    }
}
