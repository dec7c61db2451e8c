package io.jgbench.e2e.operator;

import io.jgbench.e2e.Cluster;
import io.jgbench.e2e.Command;
import io.jgbench.testing.kubernetes.KubernetesPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
        upgradeTo(CHART, values);
    }

    /** The same with the chart in another folder, which may be that of an earlier release. */
    void upgradeTo(String chart, String... values) {
        List<String> arguments =
                new ArrayList<>(List.of("upgrade", release, chart, "--install", "--reset-values", "--wait"));
        if (hasPolicy(chart)) {
            arguments.addAll(List.of("--set", ONLY_INTERFACE));
        }
        for (String value : values) {
            arguments.addAll(List.of("--set", value));
        }
        run(arguments).orFail();
    }

    /** A chart refuses values that it does not know. */
    private static boolean hasPolicy(String chart) {
        try {
            return Files.readString(Path.of(chart, "values.yaml")).contains("managementInterfaces:");
        } catch (IOException e) {
            throw new UncheckedIOException("the chart in " + chart + " has no values that can be read", e);
        }
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
