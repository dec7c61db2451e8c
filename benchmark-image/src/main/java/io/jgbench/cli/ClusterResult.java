package io.jgbench.cli;

import io.jgbench.report.StoredResult;
import io.jgbench.report.StoredResultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Downloads the full result of a run that the operator keeps, by the {@code kubectl} of the user's path with the user's
 * rights; {@code docs/OPERATOR.md} says how it is stored.
 *
 * @param namespace the run's namespace; kubectl's own if empty
 */
record ClusterResult(Optional<String> namespace) {
    private static final Pattern RUN = Pattern.compile("(?:brun|benchmarkruns?(?:\\.jgbench\\.io)?)/([a-z0-9.-]+)");
    private static final String LABELS = "jgbench.io/content=results,jgbench.io/run=";

    /** The name of the run that is meant; empty where it is no run of a cluster. */
    static Optional<String> runOf(String given) {
        Matcher matcher = RUN.matcher(given);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * Downloads it.
     *
     * @throws IOException if kubectl is not there or refuses, with one sentence
     * @throws StoredResultException if there is none
     */
    StoredResult fetch(String run) throws IOException, InterruptedException, StoredResultException {
        return StoredResult.ofConfigMaps("brun/" + run, kubectl("get", "configmap", "-l", LABELS + run, "-o", "json"));
    }

    private byte[] kubectl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kubectl"));
        namespace.ifPresent(name -> command.addAll(List.of("--namespace", name)));
        command.addAll(List.of(arguments));
        Process process = start(command);
        process.getOutputStream().close();
        var complaint = new ByteArrayOutputStream();
        Thread reader = Thread.ofVirtual().start(() -> copy(process.getErrorStream(), complaint));
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
                    "brun/NAME needs kubectl on the path, and it cannot be started: " + e.getMessage()
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
