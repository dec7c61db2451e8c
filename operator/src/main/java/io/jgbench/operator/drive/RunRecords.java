package io.jgbench.operator.drive;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The records of runs under way, one ConfigMap each, owned by the run and named after its identity. They hold no
 * secret, and no part of the API: a status is for people, and bounded.
 */
public final class RunRecords {
    private static final String KEY = "record.json";
    private static final String CONTENT = "record";

    private final KubernetesClient client;

    /** Through this client. */
    public RunRecords(KubernetesClient client) {
        this.client = client;
    }

    /**
     * The record of a run, if it was begun and is not cleared away yet.
     *
     * @throws UnreadableRecordException if another version of the operator wrote it
     */
    public Optional<RunRecord> load(RunRef run) throws UnreadableRecordException {
        ConfigMap map = client.configMaps()
                .inNamespace(run.namespace())
                .withName(run.runId())
                .get();
        if (map == null || map.getData() == null || !map.getData().containsKey(KEY)) {
            return Optional.empty();
        }
        try {
            byte[] json = map.getData().get(KEY).getBytes(StandardCharsets.UTF_8);
            return Optional.of(ProtocolJson.readAnswer(json, RunRecord.class));
        } catch (MalformedJsonException e) {
            throw new UnreadableRecordException(run, e);
        }
    }

    /** Stores a record in the place of the one before. */
    public void save(RunRef run, RunRecord record) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(Labels.CONTENT, CONTENT);
        ConfigMap map = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(run.namespace())
                .withName(run.runId())
                .withLabels(labels)
                .withOwnerReferences(run.ownerReference())
                .endMetadata()
                .addToData(KEY, new String(ProtocolJson.write(record), StandardCharsets.UTF_8))
                .build();
        client.configMaps()
                .inNamespace(run.namespace())
                .resource(map)
                .fieldManager(Labels.OPERATOR)
                .forceConflicts()
                .serverSideApply();
    }

    /** Removes the record of a run that needs nothing more. */
    public void delete(RunRef run) {
        client.configMaps().inNamespace(run.namespace()).withName(run.runId()).delete();
    }

    /** A record that this operator cannot read. */
    public static final class UnreadableRecordException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableRecordException(RunRef run, MalformedJsonException cause) {
            super(
                    "the record of the run in ConfigMap " + run.runId() + " is " + cause.getMessage()
                            + "; was it written by another version of the operator? Delete the run and apply it again.",
                    cause);
        }
    }
}
