package io.jgbench.operator.drive;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The certificates of a repetition and the key that its members share, in one Secret: for each member what its pod is
 * given, and what is the controller's, with which an operator that takes over goes on. The authority's own key is
 * forgotten once they are made.
 */
public final class RunCredentials {
    private static final String CONTROLLER = "controller.json";
    private static final String CONTENT = "credentials";
    private static final Duration SLACK = Duration.ofHours(1);
    private static final Duration LIFETIME_MARGIN = Duration.ofMinutes(2);

    private final KubernetesClient client;
    private final Clock clock;
    private final DeletionByUid deletion;

    /** Through this client. */
    public RunCredentials(KubernetesClient client, Clock clock) {
        this.client = client;
        this.deletion = new DeletionByUid(client);
        this.clock = clock;
    }

    /**
     * Makes the credentials of a repetition that begins. What an earlier attempt left is replaced: its members may have
     * been to stand elsewhere.
     *
     * @param networkInterface the interface that members' transports are to bind to, if the run names one
     */
    public void make(RunRef run, RunRecord record, Optional<String> networkInterface) {
        Secret made = secret(run, record, networkInterface);
        var secrets = client.secrets().inNamespace(run.namespace());
        try {
            secrets.resource(made).create();
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isConflict(e)) {
                throw e;
            }
            Optional.ofNullable(secrets.withName(record.plan().id()).get()).ifPresent(deletion::delete);
            secrets.resource(made).create();
        }
    }

    /** The controller's credentials of a repetition; makes all of them where somebody has removed them. */
    public Credentials ensure(RunRef run, RunRecord record, Optional<String> networkInterface) {
        var secrets = client.secrets().inNamespace(run.namespace());
        Secret there = secrets.withName(record.plan().id()).get();
        return controller(
                there != null
                        ? there
                        : secrets.resource(secret(run, record, networkInterface))
                                .create());
    }

    /** Removes the credentials of all repetitions of a run. */
    public void delete(RunRef run) {
        client.secrets()
                .inNamespace(run.namespace())
                .withLabels(Map.of(ObjectLabels.RUN_ID, run.runId(), ObjectLabels.CONTENT, CONTENT))
                .delete();
    }

    private static Credentials controller(Secret secret) {
        try {
            byte[] json = Base64.getDecoder().decode(secret.getData().get(CONTROLLER));
            return ProtocolJson.readAnswer(json, Credentials.class);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException(
                    "Secret " + secret.getMetadata().getName() + " holds credentials that are " + e.getMessage(), e);
        }
    }

    private Secret secret(RunRef run, RunRecord record, Optional<String> networkInterface) {
        var deadline = record.spec().startTimeout().plus(record.spec().activeDeadline());
        var authority = new RunCertificateAuthority(record.plan().id(), clock.instant(), deadline.plus(SLACK));
        Map<String, String> data = new HashMap<>();
        data.put(CONTROLLER, base64(authority.issueController()));
        for (Assignment assignment : record.plan().assignments()) {
            var config = new MemberConfig(
                    record.plan().id(),
                    assignment.member(),
                    assignment.address(),
                    assignment.controlPort(),
                    networkInterface,
                    authority.issueMember(assignment.member(), List.of(assignment.address())),
                    deadline.plus(LIFETIME_MARGIN),
                    Optional.of(authority.groupKey()));
            data.put(assignment.member() + ".json", base64(config));
        }
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(ObjectLabels.CONTENT, CONTENT);
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(run.namespace())
                .withName(record.plan().id())
                .withLabels(labels)
                .withOwnerReferences(run.ownerReference())
                .endMetadata()
                .withImmutable(true)
                .withData(data)
                .build();
    }

    private static String base64(Object value) {
        return Base64.getEncoder().encodeToString(ProtocolJson.write(value));
    }
}
