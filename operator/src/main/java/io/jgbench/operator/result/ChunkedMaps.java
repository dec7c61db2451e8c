package io.jgbench.operator.result;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.spool.BoundedInput;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.spool.SpoolFile;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
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

    /** The most bytes of a text that is in memory as a whole. */
    static final int MOST_BYTES = 64 * 1024 * 1024;

    private final KubernetesClient client;
    private final String key;
    private final Spool spool;

    /**
     * Through this client.
     *
     * @param key the key of the part in each ConfigMap
     * @param spool where texts are compressed
     */
    public ChunkedMaps(KubernetesClient client, String key, Spool spool) {
        this.client = client;
        this.key = key;
        this.spool = spool;
    }

    /**
     * Stores a text.
     *
     * @param name what the ConfigMaps' names begin with
     * @param content what the label {@link ObjectLabels#CONTENT} says that it is
     */
    public void store(RunRef run, String name, String content, byte[] text) {
        try (SpoolFile compressed = compress(out -> out.write(text))) {
            storeCompressed(run, name, content, compressed);
        }
    }

    /** Stores what is compressed already. */
    void storeCompressed(RunRef run, String name, String content, SpoolFile compressed) {
        long length = compressed.length();
        int parts = 0;
        do {
            long from = (long) parts * CHUNK_BYTES;
            var part = new SpoolFile.Part(from, (int) Math.min(CHUNK_BYTES, length - from));
            apply(run, chunkName(name, parts), content, read(compressed, part));
            parts++;
        } while ((long) parts * CHUNK_BYTES < length);
        deletePartsFrom(parts, run, name);
    }

    /** Those of a longer text that was stored under the name before: a download would end with them. */
    private void deletePartsFrom(int first, RunRef run, String name) {
        var maps = client.configMaps().inNamespace(run.namespace());
        for (int i = first; maps.withName(chunkName(name, i)).get() != null; i++) {
            maps.withName(chunkName(name, i)).delete();
        }
    }

    /**
     * The text that was stored under a name, if all of it is there. Parts are read one by one: a list would bring all
     * names'.
     *
     * @throws UncheckedIOException if it is not what was compressed, or more than {@link #MOST_BYTES}
     */
    public Optional<byte[]> load(RunRef run, String name) {
        return load(run, name, MOST_BYTES);
    }

    /**
     * The same with a limit on the size of the text.
     *
     * @throws UncheckedIOException if it is not what was compressed, or more than that
     */
    Optional<byte[]> load(RunRef run, String name, int mostBytes) {
        try (InputStream text = open(run, name, mostBytes).orElse(null)) {
            return text == null ? Optional.empty() : Optional.of(text.readAllBytes());
        } catch (EOFException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("what is stored is not what was compressed: " + e.getMessage(), e);
        }
    }

    /**
     * The text that was stored under a name, loaded and decompressed as it is read; empty if it is not there.
     *
     * @param mostBytes how many bytes are read of it at the most
     * @throws EOFException by the stream, if the end is missing
     * @throws IOException by the stream as well, if it is not what was compressed, or more than that
     */
    Optional<InputStream> open(RunRef run, String name, long mostBytes) throws IOException {
        Optional<byte[]> first = part(run, name, 0);
        return first.isEmpty()
                ? Optional.empty()
                : Optional.of(new BoundedInput(
                        new GZIPInputStream(new SequenceInputStream(new PartsInOrder(run, name, first.get()))),
                        mostBytes));
    }

    /** The parts under a name, each loaded when the one before was read. */
    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes nothing else
    private final class PartsInOrder implements Enumeration<InputStream> {
        private final RunRef run;
        private final String name;
        private Optional<byte[]> next;
        private int index;

        PartsInOrder(RunRef run, String name, byte[] first) {
            this.run = run;
            this.name = name;
            this.next = Optional.of(first);
        }

        @Override
        public boolean hasMoreElements() {
            if (next.isEmpty()) {
                index++;
                next = part(run, name, index);
            }
            return next.isPresent();
        }

        @Override
        public InputStream nextElement() {
            if (!hasMoreElements()) {
                throw new NoSuchElementException(name);
            }
            var part = new ByteArrayInputStream(next.orElseThrow());
            next = Optional.empty();
            return part;
        }
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
        return Map.of(ObjectLabels.RUN_ID, run.runId(), ObjectLabels.CONTENT, content);
    }

    private void apply(RunRef run, String name, String content, byte[] part) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(ObjectLabels.CONTENT, content);
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

    /** Compresses a text into a file, which is to be closed. */
    SpoolFile compress(Text text) {
        SpoolFile file = open();
        try (var gzip = new GZIPOutputStream(file.out())) {
            text.writeTo(gzip);
        } catch (IOException e) {
            file.close();
            throw new UncheckedIOException("a text cannot be compressed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
        return file;
    }

    private SpoolFile open() {
        try {
            return spool.open();
        } catch (IOException e) {
            throw new UncheckedIOException("the operator has no room for temporary files: " + e.getMessage(), e);
        }
    }

    private static byte[] read(SpoolFile compressed, SpoolFile.Part part) {
        try {
            return compressed.read(part);
        } catch (IOException e) {
            throw new UncheckedIOException("a temporary file of the operator cannot be read: " + e.getMessage(), e);
        }
    }

    /** How many bytes a compressed text has: its last four bytes tell it, modulo 2^32 (RFC 1952). */
    static long textBytes(SpoolFile compressed) {
        byte[] end = read(compressed, new SpoolFile.Part(compressed.length() - Integer.BYTES, Integer.BYTES));
        return Integer.toUnsignedLong(
                ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).getInt());
    }
}
