package io.jgbench.operator.smoke;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.spec.DurationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Does a small run where the operator is installed: {@code SmokeMain FILE TIMEOUT}, a BenchmarkRun as YAML and how long
 * it may take. Exit status 0 if it came to its end, 1 if not, 2 for bad input.
 */
public final class SmokeMain {
    private static final int BAD_INPUT = 2;

    private SmokeMain() {}

    /** Takes the file and the time. */
    public static void main(String[] arguments) {
        // numbers in sentences are stored and compared: some languages have other digits
        Locale.setDefault(Locale.ROOT);
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println(
                    "jgbench-trial: expected a BenchmarkRun's file and how long it may take, such as 5m; got "
                            + arguments.length + " arguments");
            return BAD_INPUT;
        }
        try (var client = new KubernetesClientBuilder().build()) {
            var run = client.getKubernetesSerialization()
                    .unmarshal(Files.readString(Path.of(arguments[0])), BenchmarkRun.class);
            return new SmokeRun(client, System.out).passes(run, DurationText.parse(arguments[1])) ? 0 : 1;
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("jgbench-trial: " + e.getMessage());
            return BAD_INPUT;
        } catch (KubernetesClientException e) {
            System.err.println("jgbench-trial: the Kubernetes API refuses: " + e.getMessage());
            return 1;
        }
    }
}
