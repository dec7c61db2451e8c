package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.BoundedText;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.reconcile.state.AnnouncedConditions;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes an Event of each condition that changes: {@code kubectl describe} tells the story of a run or suite. */
public final class Transitions {
    private static final Logger LOG = LoggerFactory.getLogger(Transitions.class);
    private static final int MAX_MESSAGE_CHARS = 1000;

    private final KubernetesClient client;
    private final Executor executor;
    private final Clock clock;

    /**
     * Through this client.
     *
     * @param executor sends the events, for which nobody waits
     */
    public Transitions(KubernetesClient client, Executor executor, Clock clock) {
        this.client = client;
        this.executor = executor;
        this.clock = clock;
    }

    /** Creates an Event for each changed condition that was not announced before. */
    void announce(BenchmarkRun before, BenchmarkRunStatus after, AnnouncedConditions announced) {
        List<StatusCondition> changed = after.conditions().stream()
                .filter(condition -> known(before).noneMatch(condition::agreesWith))
                .toList();
        List<StatusCondition> news = announced.unknown(changed).stream()
                .filter(StatusCondition::tellsNews)
                .toList();
        announce(before, news, StatusCondition::warns);
    }

    /**
     * Creates an Event for each of these conditions.
     *
     * @param of the object that has them
     * @param warns whether something is amiss
     */
    public void announce(HasMetadata of, List<StatusCondition> news, Predicate<StatusCondition> warns) {
        if (!news.isEmpty()) {
            executor.execute(() -> news.forEach(condition -> send(of, condition, warns.test(condition))));
        }
    }

    private static Stream<StatusCondition> known(BenchmarkRun before) {
        return Stream.ofNullable(before.getStatus()).flatMap(status -> status.conditions().stream());
    }

    private void send(HasMetadata of, StatusCondition condition, boolean warns) {
        try {
            String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
            client.v1()
                    .events()
                    .inNamespace(of.getMetadata().getNamespace())
                    .resource(new EventBuilder()
                            .withNewMetadata()
                            .withNamespace(of.getMetadata().getNamespace())
                            .withGenerateName(of.getMetadata().getName() + ".")
                            .endMetadata()
                            .withNewInvolvedObject()
                            .withApiVersion(of.getApiVersion())
                            .withKind(of.getKind())
                            .withNamespace(of.getMetadata().getNamespace())
                            .withName(of.getMetadata().getName())
                            .withUid(of.getMetadata().getUid())
                            .withResourceVersion(of.getMetadata().getResourceVersion())
                            .endInvolvedObject()
                            .withType(warns ? "Warning" : "Normal")
                            .withReason(condition.reason())
                            .withMessage(
                                    BoundedText.of(condition.type() + ": " + condition.message(), MAX_MESSAGE_CHARS))
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
                    "Cannot create an Event of {} {}: {}",
                    of.getKind(),
                    of.getMetadata().getName(),
                    e.getMessage());
        }
    }
}
