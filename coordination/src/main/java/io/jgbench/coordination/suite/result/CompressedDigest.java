package io.jgbench.coordination.suite.result;

import io.jgbench.coordination.suite.VisitDigest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A digest as it is kept on a cluster: its JSON, compressed with gzip. */
public final class CompressedDigest {
    /** The most bytes of JSON; a digest has a few KB. */
    public static final int MAX_BYTES = 4 << 20;

    private CompressedDigest() {}

    /** Compresses one. */
    public static byte[] of(VisitDigest digest) {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(SuiteJson.write(digest));
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return compressed.toByteArray();
    }

    /**
     * Reads one; never takes more memory than the largest digest needs.
     *
     * @param place where it is from, for messages
     * @throws SuiteFormatException if it is not whole, of another version, or larger than 4 MiB
     */
    public static VisitDigest read(byte[] compressed, String place) throws SuiteFormatException {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            byte[] json = gzip.readNBytes(MAX_BYTES + 1);
            if (json.length > MAX_BYTES) {
                throw new SuiteFormatException(place + " is larger than any that jgbench writes, which have at most "
                        + (MAX_BYTES >> 20) + " MiB; remove it");
            }
            return SuiteJson.digest(json, place);
        } catch (IOException e) {
            throw SuiteFormatException.notWhole(place, e);
        }
    }
}
