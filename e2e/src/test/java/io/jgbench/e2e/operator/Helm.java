package io.jgbench.e2e.operator;

import io.jgbench.e2e.Cluster;
import io.jgbench.e2e.Command;
import io.jgbench.testing.kubernetes.KubernetesPrograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The helm program, this project's chart and one release of it. */
final class Helm {
    private static final String CHART = "../helm/jgbench";

    /** A node of kind has no other interface than that with its own address, and tests change its MTU. */
    private static final String ONLY_INTERFACE = "policy.tuning.managementInterfaces={eth0}";

    private final Path program =
            KubernetesPrograms.ofThisCheckout().folder("helm").resolve("helm");
    private final String release;
    private final String namespace;

    Helm(String release, String namespace) {
        this.release = release;
        this.namespace = namespace;
    }

    /**
     * Installs the release, or changes it, and returns once it is ready. Without values it has those of the chart, not
     * those of the release before, which Helm takes where none are given; but runs may change {@link #ONLY_INTERFACE}.
     *
     * @param values such as {@code replicas=2}
     */
    void upgrade(String... values) {
        List<String> arguments = new ArrayList<>(
                List.of("upgrade", release, CHART, "--install", "--reset-values", "--wait", "--set", ONLY_INTERFACE));
        for (String value : values) {
            arguments.addAll(List.of("--set", value));
        }
        run(arguments).orFail();
    }

    /** Runs the release's own test. */
    Command.Output test() {
        return run(List.of("test", release, "--logs"));
    }

    void uninstall() {
        run(List.of("uninstall", release, "--ignore-not-found", "--wait")).orFail();
    }

    private Command.Output run(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(arguments);
        words.addAll(List.of("--namespace", namespace, "--timeout", "5m"));
        return Command.of(words.toArray(String[]::new))
                .with("KUBECONFIG", Cluster.ofEnvironment().kubeconfig().toString())
                .run();
    }
}
