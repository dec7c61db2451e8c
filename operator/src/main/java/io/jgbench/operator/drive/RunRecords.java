package io.jgbench.operator.drive;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * The records of runs under way, one ConfigMap each, owned by the run and named after its identity. They hold no
 * secret, and no part of the API: a status is for people, and bounded. Each says in which version of its format it is
 * written; what an operator wrote before there were versions is of the first.
 *
 * <p>A record is written over the one that this operator has read or written last, and no other: an operator that was
 * replaced without noticing writes none any more.
 */
public final class RunRecords {
    private static final String KEY = "record.json";
    private static final String VERSION_KEY = "version";
    private static final String CONTENT = "record";

    /**
     * The version of a record's format. It is raised when an operator cannot continue from what the one before it
     * wrote, not with each new field: those that are not known are passed over, and those that are absent are
     * empty, zero or false.
     */
    private static final int VERSION = 1;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final KubernetesClient client;
    private final LongSupplier nanoTime;
    private final Map<String, String> versions = new ConcurrentHashMap<>();
    private final Map<String, Duration> lately = new ConcurrentHashMap<>();

    /** Through this client. */
    public RunRecords(KubernetesClient client) {
        this(client, System::nanoTime);
    }

    /** Through this client, timed by a clock that only runs forward. */
    RunRecords(KubernetesClient client, LongSupplier nanoTime) {
        this.client = client;
        this.nanoTime = nanoTime;
    }

    /**
     * The record of a run, if it was begun and is not cleared away yet.
     *
     * @throws UnreadableRecordException if a version of the operator wrote it whose records this one cannot read
     */
    public Optional<RunRecord> load(RunRef run) throws UnreadableRecordException {
        ConfigMap map = find(run);
        if (map == null) {
            forget(run);
            return Optional.empty();
        }
        versions.put(run.runId(), map.getMetadata().getResourceVersion());
        if (map.getData() == null || !map.getData().containsKey(KEY)) {
            return Optional.empty();
        }
        String version = map.getData().getOrDefault(VERSION_KEY, Integer.toString(VERSION));
        if (isNewer(version)) {
            throw UnreadableRecordException.ofNewerVersion(run, version);
        }
        if (!version.equals(Integer.toString(VERSION))) {
            throw UnreadableRecordException.ofVersion(run, version);
        }
        try {
            byte[] json = map.getData().get(KEY).getBytes(StandardCharsets.UTF_8);
            return Optional.of(ProtocolJson.readStored(json, RunRecord.class));
        } catch (MalformedJsonException e) {
            throw new UnreadableRecordException(run, e);
        }
    }

    /** Whether there is a record of a run, readable or not: it begins with the run's nodes and goes after them. */
    public boolean isThere(RunRef run) {
        ConfigMap map = find(run);
        return map != null && map.getData() != null && map.getData().containsKey(KEY);
    }

    private static boolean isNewer(String version) {
        return NUMBER.matcher(version).matches() && Integer.parseInt(version) > VERSION;
    }

    /**
     * Stores a record in the place of the one that was read or stored last, or as the first one.
     *
     * @throws OutdatedRecordException if there is another one in its place
     */
    public void save(RunRef run, RunRecord record) {
        long begun = nanoTime.getAsLong();
        try {
            saveOver(run, record);
        } finally {
            Duration lasting = Duration.ofNanos(nanoTime.getAsLong() - begun);
            lately.merge(run.runId(), lasting, RunRecords::lately);
        }
    }

    /**
     * How long it has taken this operator lately to store a record of a run, at most; zero where it has stored none. An
     * API server that stood still once is not taken to be slow for good: what one took counts for half with the next.
     */
    public Duration saveTakes(RunRef run) {
        return lately.getOrDefault(run.runId(), Duration.ZERO);
    }

    private static Duration lately(Duration before, Duration last) {
        Duration half = before.dividedBy(2);
        return half.compareTo(last) < 0 ? last : half;
    }

    private void saveOver(RunRef run, RunRecord record) {
        try {
            write(run, map(run, record));
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isConflict(e) && !ApiAnswer.isNotFound(e)) {
                throw e;
            }
            if (find(run) != null) {
                throw new OutdatedRecordException(run, e);
            }
            // somebody has removed it; whoever drives the run goes on
            versions.remove(run.runId());
            write(run, map(run, record));
        }
    }

    private void write(RunRef run, ConfigMap map) {
        var resource = client.configMaps().inNamespace(run.namespace()).resource(map);
        ConfigMap written = map.getMetadata().getResourceVersion() == null
                ? resource.create()
                : resource.fieldManager(Labels.OPERATOR).forceConflicts().serverSideApply();
        versions.put(run.runId(), written.getMetadata().getResourceVersion());
    }

    private ConfigMap find(RunRef run) {
        return client.configMaps()
                .inNamespace(run.namespace())
                .withName(run.runId())
                .get();
    }

    private ConfigMap map(RunRef run, RunRecord record) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(ObjectLabels.CONTENT, CONTENT);
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(run.namespace())
                .withName(run.runId())
                .withResourceVersion(versions.get(run.runId()))
                .withLabels(labels)
                .withOwnerReferences(run.ownerReference())
                .endMetadata()
                .addToData(VERSION_KEY, Integer.toString(VERSION))
                .addToData(KEY, new String(ProtocolJson.write(record), StandardCharsets.UTF_8))
                .build();
    }

    /** Removes the record of a run that needs nothing more. */
    public void delete(RunRef run) {
        client.configMaps().inNamespace(run.namespace()).withName(run.runId()).delete();
        forget(run);
    }

    /** Nobody asks for the record of a deleted run any more, which goes with it. */
    public void forget(RunRef run) {
        versions.remove(run.runId());
        lately.remove(run.runId());
    }

    /** Somebody else has written the record since this operator has read it; it is to be read again. */
    public static final class OutdatedRecordException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutdatedRecordException(RunRef run, KubernetesClientException cause) {
            super(
                    "the record of the run in ConfigMap " + run.runId()
                            + " was written by somebody else meanwhile, and is read again",
                    cause);
        }
    }

    /** A record that this operator cannot read. */
    public static final class UnreadableRecordException extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean isNewer;

        private UnreadableRecordException(String message, boolean isNewer) {
            super(message);
            this.isNewer = isNewer;
        }

        private static UnreadableRecordException ofVersion(RunRef run, String version) {
            return new UnreadableRecordException(
                    "the record of the run in ConfigMap " + run.runId() + " is of version " + version
                            + ", and this operator reads version " + VERSION
                            + ": it was written by another version of the operator. Delete the run and apply it again.",
                    false);
        }

        private static UnreadableRecordException ofNewerVersion(RunRef run, String version) {
            return new UnreadableRecordException(
                    "The record of the run in ConfigMap " + run.runId() + " is of version " + version
                            + ", and this operator reads version " + VERSION
                            + ": a newer operator wrote it. Install that one again, or cancel or delete the run.",
                    true);
        }

        /** Whether an operator of a later release wrote it, which could continue the run. */
        public boolean isNewer() {
            return isNewer;
        }

        UnreadableRecordException(RunRef run, MalformedJsonException cause) {
            super(
                    "the record of the run in ConfigMap " + run.runId() + " is " + cause.getMessage()
                            + "; was it written by another version of the operator? Delete the run and apply it again.",
                    cause);
            this.isNewer = false;
        }
    }
}
