package io.jgbench.cli.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The {@code kubectl} of the user's path, with the user's rights.
 *
 * @param namespace where it looks; its own namespace if empty
 */
public record Kubectl(Optional<String> namespace) {

    /**
     * Gets objects as JSON.
     *
     * @param what which, as {@code kubectl get} takes it
     * @throws IOException if kubectl is not there or refuses, with one sentence
     */
    byte[] json(String... what) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kubectl"));
        namespace.ifPresent(name -> command.addAll(List.of("--namespace", name)));
        command.add("get");
        command.addAll(List.of(what));
        command.addAll(List.of("-o", "json"));
        Process process = start(command);
        process.getOutputStream().close();
        var complaint = new ByteArrayOutputStream();
        // kubectl waits while its errors fill their pipe. A virtual thread that reads from one blocks its carrier, of
        // which there is one for each CPU.
        Thread reader = Thread.ofPlatform()
                .daemon()
                .name("kubectl-errors")
                .start(() -> copy(process.getErrorStream(), complaint));
        byte[] answer = process.getInputStream().readAllBytes();
        int status = process.waitFor();
        reader.join();
        if (status != 0) {
            throw new IOException("kubectl failed with exit status " + status + ": "
                    + complaint.toString(StandardCharsets.UTF_8).strip());
        }
        return answer;
    }

    private static Process start(List<String> command) throws IOException {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new IOException(
                    "brun/NAME and bsuite/NAME need kubectl on the path, and it cannot be started: " + e.getMessage()
                            + ". Or give a file with the full result; docs/OPERATOR.md says how to download it.",
                    e);
        }
    }

    private static void copy(InputStream from, ByteArrayOutputStream to) {
        try (from) {
            from.transferTo(to);
        } catch (IOException e) {
            to.writeBytes(("(its errors cannot be read: " + e.getMessage() + ")").getBytes(StandardCharsets.UTF_8));
        }
    }
}
