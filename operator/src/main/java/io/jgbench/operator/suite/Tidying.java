package io.jgbench.operator.suite;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done about the finished runs of a suite when it is looked at once. What the API server refuses of it costs
 * nothing else: an admission policy may forbid it for good, and what the suite measured is to be judged and stored all
 * the same.
 */
final class Tidying {
    private static final Duration AGAIN = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(Tidying.class);

    private boolean isRefused;

    /** Does something about a run, unless the API server refuses it. */
    void attempt(BenchmarkRun run, Consumer<BenchmarkRun> change) {
        try {
            change.accept(run);
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            if (!isRefused) {
                // the others are probably refused for the same reason
                LOG.warn(
                        "Cannot delete the finished run {} of a suite, or take its place in the queue from it; this is"
                                + " tried again: {}",
                        RunRef.of(run).path(),
                        e.getMessage());
            }
            isRefused = true;
        }
    }

    /** When to try again what was refused; empty where nothing was. */
    Optional<Duration> again() {
        return isRefused ? Optional.of(AGAIN) : Optional.empty();
    }
}
