package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.status.Conditions;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes an Event of each condition that changes, so that {@code kubectl describe} tells the run's story. */
final class Transitions {
    private static final Logger LOG = LoggerFactory.getLogger(Transitions.class);
    private static final int MAX_MESSAGE_CHARS = 1000;

    /** What they begin with is not news. */
    private static final Set<String> BEGINNINGS =
            Set.of("UnderWay", "NotBegun", "NotReleased", "NeverBegun", "Starting", "ViewIncomplete");

    private final KubernetesClient client;
    private final Executor executor;
    private final Clock clock;

    /**
     * Through this client.
     *
     * @param executor sends the events, for which nobody waits
     */
    Transitions(KubernetesClient client, Executor executor, Clock clock) {
        this.client = client;
        this.executor = executor;
        this.clock = clock;
    }

    /** Announces what is new in a status. */
    void announce(BenchmarkRun before, BenchmarkRunStatus after) {
        List<StatusCondition> news = after.conditions().stream()
                .filter(condition -> !isKnown(before, condition))
                .filter(condition -> isStage(condition) || !BEGINNINGS.contains(condition.reason()))
                .toList();
        if (!news.isEmpty()) {
            executor.execute(() -> news.forEach(condition -> send(before, condition)));
        }
    }

    private static boolean isStage(StatusCondition condition) {
        return condition.type().equals(Conditions.SUCCEEDED);
    }

    private static boolean isKnown(BenchmarkRun before, StatusCondition condition) {
        return Conditions.find(before, condition.type())
                .map(known ->
                        known.status() == condition.status() && known.reason().equals(condition.reason()))
                .orElse(false);
    }

    private void send(BenchmarkRun run, StatusCondition condition) {
        try {
            String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
            client.v1()
                    .events()
                    .inNamespace(run.getMetadata().getNamespace())
                    .resource(new EventBuilder()
                            .withNewMetadata()
                            .withNamespace(run.getMetadata().getNamespace())
                            .withGenerateName(run.getMetadata().getName() + ".")
                            .endMetadata()
                            .withNewInvolvedObject()
                            .withApiVersion(run.getApiVersion())
                            .withKind(run.getKind())
                            .withNamespace(run.getMetadata().getNamespace())
                            .withName(run.getMetadata().getName())
                            .withUid(run.getMetadata().getUid())
                            .withResourceVersion(run.getMetadata().getResourceVersion())
                            .endInvolvedObject()
                            .withType(isWarning(condition) ? "Warning" : "Normal")
                            .withReason(condition.reason())
                            .withMessage(bounded(condition.type() + ": " + condition.message()))
                            .withNewSource()
                            .withComponent(Labels.OPERATOR)
                            .endSource()
                            .withFirstTimestamp(now)
                            .withLastTimestamp(now)
                            .withCount(1)
                            .build())
                    .create();
        } catch (KubernetesClientException e) {
            LOG.warn(
                    "An event of run {} could not be sent: {}",
                    run.getMetadata().getName(),
                    e.getMessage());
        }
    }

    private static boolean isWarning(StatusCondition condition) {
        return condition.status() == Status.FALSE
                && !Set.of("Released", "Suspended", "NodeBusy").contains(condition.reason());
    }

    private static String bounded(String message) {
        return message.length() <= MAX_MESSAGE_CHARS ? message : message.substring(0, MAX_MESSAGE_CHARS - 3) + "...";
    }
}
