package io.jgbench.testing.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds Kubernetes' programs, verified and unpacked by the same script that serves the test cluster. */
public final class KubernetesPrograms {
    /** The environment variable that names the folder of the prebuilt programs. */
    static final String BINARIES = "JGBENCH_KUBERNETES_BINARIES";

    private static final Path SCRIPT = Path.of("e2e/cluster/binaries");

    private final UnaryOperator<String> environment;
    private final Path start;

    /**
     * Looks from a folder upwards for the checkout.
     *
     * @param environment answers a variable's value, or null
     * @param start a folder of the checkout
     */
    KubernetesPrograms(UnaryOperator<String> environment, Path start) {
        this.environment = environment;
        this.start = start;
    }

    /** Looks from the working folder upwards, and at the variables of this process. */
    public static KubernetesPrograms ofThisCheckout() {
        return new KubernetesPrograms(System::getenv, Path.of(""));
    }

    /** Why there are no programs, and what to do; empty where there are some. */
    public Optional<String> missing() {
        String binaries = environment.apply(BINARIES);
        return binaries == null || binaries.isBlank()
                ? Optional.of(
                        "set " + BINARIES + " to a folder with Kubernetes' programs (etcd.zst, hyper.zst and their"
                                + " SHA256SUMS) to run this on a real API server")
                : Optional.empty();
    }

    /**
     * The folder that holds the programs; made where it is not there yet.
     *
     * @param names such as {@code etcd}, {@code kube-apiserver}, {@code kubectl} or {@code helm}
     * @throws IllegalStateException if the script failed, with what it said
     */
    public Path folder(String... names) {
        Path script = script();
        try {
            List<String> command = Stream.concat(Stream.of(script.toString()), Stream.of(names))
                    .toList();
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IllegalStateException(
                        script + " ended with status " + status + "; what it said stands above, on standard error");
            }
            return Path.of(printed.strip());
        } catch (IOException e) {
            throw new UncheckedIOException("could not run " + script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + script + " ran", e);
        }
    }

    private Path script() {
        return Stream.iterate(start.toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve(SCRIPT))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("expected " + SCRIPT + " in " + start.toAbsolutePath()
                        + " or a folder above it; run the tests from a checkout of jgbench"));
    }
}
