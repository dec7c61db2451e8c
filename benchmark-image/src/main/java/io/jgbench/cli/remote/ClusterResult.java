package io.jgbench.cli.remote;

import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Downloads the full result of a run that the operator keeps; {@code docs/OPERATOR.md} says how it is stored.
 *
 * @param kubectl in the run's namespace
 */
public record ClusterResult(Kubectl kubectl) {
    private static final Pattern RUN = Pattern.compile("(?:brun|benchmarkruns?(?:\\.jgbench\\.io)?)/([a-z0-9.-]+)");

    /** The name of the run that is meant; empty where it is no run of a cluster. */
    public static Optional<String> runOf(String given) {
        Matcher matcher = RUN.matcher(given);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * Downloads it.
     *
     * @throws IOException if kubectl is not there or refuses, with one sentence
     * @throws StoredResultException if there is none
     */
    public StoredResult fetch(String run) throws IOException, InterruptedException, StoredResultException {
        return StoredResult.ofConfigMaps(place(run), configMaps(run));
    }

    /**
     * Downloads it; empty where there is none.
     *
     * @throws IOException if kubectl is not there or refuses, with one sentence
     * @throws StoredResultException if what is there is something else
     */
    Optional<StoredResult> find(String run) throws IOException, InterruptedException, StoredResultException {
        return StoredResult.inConfigMaps(place(run), configMaps(run));
    }

    private static String place(String run) {
        return "brun/" + run;
    }

    private byte[] configMaps(String run) throws IOException, InterruptedException {
        return kubectl.json("configmap", "-l", StoredContent.RESULTS.selector() + "," + ObjectLabels.RUN + "=" + run);
    }
}
