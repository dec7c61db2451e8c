package io.jgbench.operator.smoke;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Applies a run, waits until it has finished, prints how it ended, and deletes it if it succeeded. */
final class SmokeRun {
    private final KubernetesClient client;
    private final PrintStream out;

    SmokeRun(KubernetesClient client, PrintStream out) {
        this.client = client;
        this.out = out;
    }

    /** Whether the run came to its end and each member's report was there; whether its figures are valid is told. */
    boolean passes(BenchmarkRun declared, Duration patience) {
        var operation = client.resource(declared);
        // One that an earlier test left for reading has the same name.
        operation.withTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).delete();
        operation.create();
        out.println("Applied BenchmarkRun " + declared.getMetadata().getName() + " in namespace "
                + declared.getMetadata().getNamespace());
        BenchmarkRun over;
        try {
            over = operation.waitUntilCondition(
                    run -> run != null && run.isTrue(ConditionType.FINISHED),
                    patience.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (KubernetesClientTimeoutException e) {
            tell(client.resource(declared).get());
            out.println("The run must finish within " + patience.toSeconds() + " s; see why in the operator's log");
            return false;
        }
        tell(over);
        // Few messages on a busy node may make the figures not valid, which says nothing about the installation.
        boolean passed = over.isTrue(ConditionType.RESULTS_COLLECTED);
        if (passed) {
            operation.delete();
        } else {
            out.println("It is left for reading: kubectl describe -n "
                    + declared.getMetadata().getNamespace() + " brun/"
                    + declared.getMetadata().getName());
        }
        return passed;
    }

    private void tell(BenchmarkRun run) {
        if (conditions(run).isEmpty()) {
            out.println("It has no condition yet: no operator has looked at it");
        }
        for (StatusCondition condition : conditions(run)) {
            out.println(condition.type() + "=" + ApiField.word(condition.status()) + " " + condition.reason() + ": "
                    + condition.message());
        }
    }

    private static List<StatusCondition> conditions(BenchmarkRun run) {
        return Optional.ofNullable(run)
                .map(BenchmarkRun::getStatus)
                .map(BenchmarkRunStatus::conditions)
                .orElse(List.of());
    }
}
