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
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    /** The most bytes that are read of what is stored under one name, decompressed. */
    static final int MOST_BYTES = 64 * 1024 * 1024;

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
        byte[] compressed = compress(out -> out.write(text));
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
     *
     * @throws UncheckedIOException if it is not what was compressed, or more than any text that is stored
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
            if (compressed.size() > MOST_BYTES) {
                throw tooLarge();
            }
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
                .map(ConfigMap::getBinaryData)
                .map(parts -> parts.get(key))
                .map(Base64.getDecoder()::decode);
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

    /** Writes a text, which need not be in memory as a whole. */
    @FunctionalInterface
    interface Text {
        void writeTo(OutputStream out) throws IOException;
    }

    static byte[] compress(Text text) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            text.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot be compressed in memory: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    /** How many bytes a compressed text has: its last four bytes tell it, modulo 2^32 (RFC 1952). */
    static long textBytes(byte[] compressed) {
        int at = compressed.length - Integer.BYTES;
        return Integer.toUnsignedLong(
                ByteBuffer.wrap(compressed).order(ByteOrder.LITTLE_ENDIAN).getInt(at));
    }

    private static UncheckedIOException tooLarge() {
        String message = "what is stored has more than " + MOST_BYTES + " bytes";
        return new UncheckedIOException(message, new IOException(message));
    }

    /** Empty if the end is missing. */
    private static Optional<byte[]> decompress(byte[] compressed) {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            byte[] text = gzip.readNBytes(MOST_BYTES + 1);
            if (text.length > MOST_BYTES) {
                throw tooLarge();
            }
            return Optional.of(text);
        } catch (EOFException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("what is stored is not what was compressed: " + e.getMessage(), e);
        }
    }
}
