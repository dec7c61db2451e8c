package io.jgbench.report.stored;

import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** What a suite came to, as {@link SuiteFolder} stored it. */
public final class StoredSuiteResult {
    /** The most bytes of JSON that are read of somebody else's place. */
    public static final int MOST_BYTES = 16 << 20;

    /**
     * The most values, lists and objects of a file in a ConfigMap, whose tree is in the operator's memory: a suite of
     * 500 cells and twenty rounds has some 400,000.
     */
    static final int MOST_NODES = 600_000;

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private StoredSuiteResult() {}

    /**
     * Reads the folder of a suite, or the file in it.
     *
     * @throws StoredResultException if there is none, or it is not whole, of another version or something else
     */
    public static SuiteResult read(Path place) throws StoredResultException {
        Path file = Files.isDirectory(place) ? place.resolve(StoredSuite.RESULT) : place;
        if (!Files.isRegularFile(file)) {
            throw new StoredResultException(file + " is not there; give the folder of a suite that is over, or the "
                    + StoredSuite.RESULT + " in it");
        }
        try {
            return SuiteJson.result(Files.readAllBytes(file), file.toString());
        } catch (SuiteFormatException e) {
            throw new StoredResultException(e.getMessage(), e);
        } catch (IOException e) {
            throw new StoredResultException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The same of a suite that must be over.
     *
     * @throws StoredResultException as {@link #read} does, and if visits are missing that are still to be made
     */
    public static SuiteResult readWhole(Path place) throws StoredResultException {
        SuiteResult result = read(place);
        if (!result.phase().isOver()) {
            throw new StoredResultException(
                    place + " holds suite " + result.suite() + ", which is not over; its own command continues it");
        }
        return result;
    }

    /**
     * Reads a file that was loaded from elsewhere.
     *
     * @param place where it is from, for messages
     * @throws StoredResultException if it is not whole, of another version or something else
     */
    public static SuiteResult ofFile(byte[] json, String place) throws StoredResultException {
        try {
            SuiteResult result = SuiteJson.result(json, place);
            StoredSuite.check(result, place);
            return result;
        } catch (SuiteFormatException e) {
            throw new StoredResultException(e.getMessage(), e);
        }
    }

    /**
     * Reads what a ConfigMap holds, which anybody may have put there.
     *
     * @param stored the file in it, or the same compressed by gzip
     * @param place where it is from, for messages
     * @throws StoredResultException if it is not whole, of another version or something else
     */
    public static SuiteResult ofConfigMap(byte[] stored, String place) throws StoredResultException {
        try {
            byte[] json = decompressed(stored, place);
            SuiteJson.checkValues(json, place, MOST_NODES);
            SuiteResult result = SuiteJson.result(json, place);
            StoredSuite.check(result, place);
            if (result.cells().stream()
                    .flatMap(cell -> cell.figures().values().stream())
                    .anyMatch(figure -> figure.values().size() > BenchmarkSuiteSpec.MAX_ROUNDS)) {
                throw new StoredResultException(place + " must hold at most " + BenchmarkSuiteSpec.MAX_ROUNDS
                        + " rounds of a cell; was it edited?");
            }
            return result;
        } catch (SuiteFormatException e) {
            throw new StoredResultException(e.getMessage(), e);
        }
    }

    private static byte[] decompressed(byte[] stored, String place) throws SuiteFormatException, StoredResultException {
        if (stored.length < 2 || (stored[0] & 0xff) != GZIP_FIRST || (stored[1] & 0xff) != GZIP_SECOND) {
            return stored;
        }
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(stored))) {
            byte[] json = gzip.readNBytes(MOST_BYTES + 1);
            if (json.length > MOST_BYTES) {
                throw new StoredResultException(place + " must hold at most " + MOST_BYTES + " bytes");
            }
            return json;
        } catch (IOException e) {
            throw SuiteFormatException.notWhole(place, e);
        }
    }
}
