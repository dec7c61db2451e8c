package io.jgbench.operator.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.protocol.TextShelf;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.spool.SpoolFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Keeps what repetitions left behind until all are done, and then the full result for as long as the run is there.
 */
public final class ResultStore {
    private static final String EVIDENCE = "evidence";
    private static final String EVIDENCE_KEY = "evidence.json.gz";
    private static final String DIGEST = "digest";
    private static final String DIGEST_KEY = "digest.json.gz";
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .build();

    /** The most bytes that are read of what a repetition left behind: 256 reports of 512 KiB. */
    static final long MOST_EVIDENCE_BYTES = 128L << 20;

    private final Spool spool;
    private final ChunkedMaps evidenceMaps;
    private final ChunkedMaps resultMaps;
    private final ChunkedMaps digestMaps;

    /** Through this client, with temporary files of its own. */
    public ResultStore(KubernetesClient client) {
        this(client, Spool.temporary());
    }

    /** Through this client. */
    public ResultStore(KubernetesClient client, Spool spool) {
        this.spool = spool;
        this.evidenceMaps = new ChunkedMaps(client, EVIDENCE_KEY, spool);
        this.resultMaps = new ChunkedMaps(client, StoredContent.RESULTS_KEY, spool);
        this.digestMaps = new ChunkedMaps(client, DIGEST_KEY, spool);
    }

    /**
     * Stores the reports of a repetition.
     *
     * @param mostBytes what they may take, compressed
     * @throws ResultTooLargeException if they take more, or are more than can be read again; nothing is stored
     */
    public void keep(RunRef run, RunEvidence evidence, long mostBytes) throws ResultTooLargeException {
        try (SpoolFile compressed = evidenceMaps.compress(out -> ProtocolJson.write(evidence, out))) {
            long bytes = compressed.length();
            if (bytes > mostBytes || ChunkedMaps.textBytes(compressed) > MOST_EVIDENCE_BYTES) {
                throw new ResultTooLargeException(bytes, mostBytes);
            }
            evidenceMaps.storeCompressed(run, evidence.runId() + "-" + EVIDENCE, EVIDENCE, compressed);
        }
    }

    /**
     * A file for the long texts of what is loaded; to be closed when nothing of it is needed any more.
     *
     * @throws UncheckedIOException if there is no room for it
     */
    public SpoolFile texts() {
        try {
            return spool.open();
        } catch (IOException e) {
            throw new UncheckedIOException("the operator has no room for temporary files: " + e.getMessage(), e);
        }
    }

    /**
     * What a repetition left behind, read as it is loaded.
     *
     * @param texts where its long texts go
     * @throws EvidenceLostException if it was removed or cannot be read
     * @throws UncheckedIOException if there is no room for the texts
     */
    public RunEvidence kept(RunRef run, String repetitionId, TextShelf texts) throws EvidenceLostException {
        String name = repetitionId + "-" + EVIDENCE;
        try (InputStream json =
                evidenceMaps.open(run, name, MOST_EVIDENCE_BYTES).orElse(null)) {
            if (json == null) {
                throw removed(name);
            }
            return ProtocolJson.readStored(json, RunEvidence.class, text -> kept(text, texts));
        } catch (MalformedJsonException e) {
            throw new EvidenceLostException("what a repetition left behind in ConfigMaps " + name + "-00 and so on is "
                    + e.getMessage() + "; was it written by another version of the operator?"
                    + " Delete the run and apply it again.");
        } catch (NoRoomException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (EOFException e) {
            throw removed(name);
        } catch (IOException e) {
            throw new EvidenceLostException("what a repetition left behind in ConfigMaps " + name + "-00 and so on"
                    + " cannot be read: " + e.getMessage() + ". Delete the run and apply it again.");
        }
    }

    private static LongText kept(String text, TextShelf texts) throws NoRoomException {
        try {
            return texts.keep(text);
        } catch (IOException e) {
            throw new NoRoomException(e);
        }
    }

    /** A full disk is no fault of what is read, and passes. */
    private static final class NoRoomException extends IOException {
        private static final long serialVersionUID = 1L;

        NoRoomException(IOException cause) {
            super("the operator has no room for temporary files: " + cause.getMessage(), cause);
        }
    }

    private static EvidenceLostException removed(String name) {
        return new EvidenceLostException("what a repetition left behind in ConfigMaps " + name + "-00 and so on"
                + " was removed. Delete the run and apply it again.");
    }

    /** What a repetition left behind is not there any more, or not to be read. */
    public static final class EvidenceLostException extends Exception {
        private static final long serialVersionUID = 1L;

        EvidenceLostException(String message) {
            super(message);
        }
    }

    /**
     * Keeps the full result and says where it is.
     *
     * @param room is asked whether it may take so much
     * @throws ResultTooLargeException if it may not; nothing is stored
     */
    public StatusResultsRef publish(RunRef run, RepetitionsResult result, ResultRoom room)
            throws ResultTooLargeException {
        String name = run.runId() + "-" + StoredContent.RESULTS.label();
        try (SpoolFile compressed = resultMaps.compress(out -> JSON.writeValue(out, result))) {
            room.take(compressed.length());
            resultMaps.storeCompressed(run, name, StoredContent.RESULTS.label(), compressed);
            return new StatusResultsRef(
                    "configmap/" + ChunkedMaps.chunkName(name, 0),
                    "sha256:" + sha256(compressed),
                    compressed.length(),
                    compressed.length());
        }
    }

    /** What there is for full results. */
    @FunctionalInterface
    public interface ResultRoom {

        /**
         * Takes room.
         *
         * @param bytes how much, compressed
         * @throws ResultTooLargeException if there is not so much left; nothing is taken
         */
        void take(long bytes) throws ResultTooLargeException;
    }

    /** A full result takes more than it may. */
    public static final class ResultTooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        ResultTooLargeException(long bytes, long mostBytes) {
            super("It takes " + bytes + " bytes compressed, and " + mostBytes
                    + " are left for it. Delete runs of this namespace, or raise results.configMaps of the chart.");
        }
    }

    /** Removes what there is of the full result. */
    public void withdraw(RunRef run) {
        resultMaps.delete(run, StoredContent.RESULTS.label());
    }

    /**
     * The full result as JSON, decompressed as it is read; empty if it was removed.
     *
     * @throws IOException if it is not what was compressed
     */
    public Optional<InputStream> openResult(RunRef run) throws IOException {
        return resultMaps.open(run, run.runId() + "-" + StoredContent.RESULTS.label(), Long.MAX_VALUE);
    }

    /** Keeps the digest of a run that is a visit of a suite, until the suite has taken it. */
    public void publishDigest(RunRef run, VisitDigest digest) {
        digestMaps.store(run, digestName(run), DIGEST, SuiteJson.write(digest));
    }

    /**
     * The digest of a run that is a visit of a suite; empty where the run came to no result.
     *
     * @throws SuiteFormatException if it cannot be read
     */
    public Optional<VisitDigest> digest(RunRef run) throws SuiteFormatException {
        String place = "the digest in ConfigMap " + ChunkedMaps.chunkName(digestName(run), 0);
        try {
            Optional<byte[]> json = digestMaps.load(run, digestName(run), CompressedDigest.MAX_BYTES);
            return json.isEmpty() ? Optional.empty() : Optional.of(SuiteJson.digest(json.get(), place));
        } catch (UncheckedIOException e) {
            throw SuiteFormatException.notWhole(place, e.getCause());
        }
    }

    private static String digestName(RunRef run) {
        return run.runId() + "-" + DIGEST;
    }

    /** Deletes the stored reports of the repetitions; the result has all of them. */
    public void forgetEvidence(RunRef run) {
        evidenceMaps.delete(run, EVIDENCE);
    }

    private static String sha256(SpoolFile file) {
        try (var digesting = new DigestInputStream(file.in(), MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JVM has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException("a temporary file of the operator cannot be read: " + e.getMessage(), e);
        }
    }
}
