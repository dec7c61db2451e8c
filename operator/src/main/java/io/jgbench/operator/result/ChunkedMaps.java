package io.jgbench.operator.result;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Keeps what is larger than an object may be: compressed, in as many ConfigMaps as it takes, owned by the run. The
 * base64 of all parts in the order of their names is the base64 of the whole, so that one {@code kubectl get} downloads
 * it.
 */
public final class ChunkedMaps {
    /** Below the 1 MiB that a ConfigMap may hold, and a multiple of 3: base64 of a part needs no filling then. */
    static final int CHUNK_BYTES = 900 * 1024;

    private final KubernetesClient client;
    private final String key;

    /**
     * Through this client.
     *
     * @param key the key of the part in each ConfigMap
     */
    public ChunkedMaps(KubernetesClient client, String key) {
        this.client = client;
        this.key = key;
    }

    /**
     * Stores a text.
     *
     * @param name what the ConfigMaps' names begin with
     * @param content what the label {@link Labels#CONTENT} says that it is
     * @return what is stored, compressed
     */
    public byte[] store(RunRef run, String name, String content, byte[] text) {
        byte[] compressed = compress(text);
        storeCompressed(run, name, content, compressed);
        return compressed;
    }

    /** Stores what is compressed already. */
    void storeCompressed(RunRef run, String name, String content, byte[] compressed) {
        int chunks = Math.max(1, Math.ceilDiv(compressed.length, CHUNK_BYTES));
        for (int i = 0; i < chunks; i++) {
            int from = i * CHUNK_BYTES;
            byte[] part = Arrays.copyOfRange(compressed, from, Math.min(compressed.length, from + CHUNK_BYTES));
            apply(run, chunkName(name, i), content, part);
        }
    }

    /**
     * The text that was stored under a name, if all of it is there. Parts are read one by one: a list would bring all
     * names'.
     */
    public Optional<byte[]> load(RunRef run, String name) {
        return compressed(run, name).flatMap(ChunkedMaps::decompress);
    }

    /** The text that was stored under a name, decompressed as it is read; empty if it is not there. */
    Optional<InputStream> open(RunRef run, String name) throws IOException {
        Optional<byte[]> compressed = compressed(run, name);
        return compressed.isEmpty()
                ? Optional.empty()
                : Optional.of(new GZIPInputStream(new ByteArrayInputStream(compressed.get())));
    }

    private Optional<byte[]> compressed(RunRef run, String name) {
        var compressed = new ByteArrayOutputStream();
        var part = part(run, name, 0);
        for (int next = 1; part.isPresent(); next++) {
            compressed.writeBytes(part.get());
            part = part(run, name, next);
        }
        return compressed.size() == 0 ? Optional.empty() : Optional.of(compressed.toByteArray());
    }

    private Optional<byte[]> part(RunRef run, String name, int index) {
        ConfigMap map = client.configMaps()
                .inNamespace(run.namespace())
                .withName(chunkName(name, index))
                .get();
        return Optional.ofNullable(map)
                .map(there -> Base64.getDecoder().decode(there.getBinaryData().get(key)));
    }

    /** Removes all of a content that a run has. */
    public void delete(RunRef run, String content) {
        client.configMaps()
                .inNamespace(run.namespace())
                .withLabels(selector(run, content))
                .delete();
    }

    /** The name of a part. */
    static String chunkName(String name, int index) {
        return "%s-%02d".formatted(name, index);
    }

    private static Map<String, String> selector(RunRef run, String content) {
        return Map.of(Labels.RUN_ID, run.runId(), Labels.CONTENT, content);
    }

    private void apply(RunRef run, String name, String content, byte[] part) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(Labels.CONTENT, content);
        ConfigMap map = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(run.namespace())
                .withName(name)
                .withLabels(labels)
                .withOwnerReferences(run.ownerReference())
                .endMetadata()
                .addToBinaryData(key, Base64.getEncoder().encodeToString(part))
                .build();
        client.configMaps()
                .inNamespace(run.namespace())
                .resource(map)
                .fieldManager(Labels.OPERATOR)
                .forceConflicts()
                .serverSideApply();
    }

    static byte[] compress(byte[] text) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    /** Empty if the end is missing. */
    private static Optional<byte[]> decompress(byte[] compressed) {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return Optional.of(gzip.readAllBytes());
        } catch (EOFException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("what is stored is not what was compressed: " + e.getMessage(), e);
        }
    }
}
