package io.jgbench.report;

import io.jgbench.coordination.suite.SuiteFormatException;
import io.jgbench.coordination.suite.SuiteJson;
import io.jgbench.coordination.suite.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a suite came to, as {@link SuiteFolder} stored it. */
public final class StoredSuiteResult {
    private static final String FILE = "suite.json";

    private StoredSuiteResult() {}

    /**
     * Reads the folder of a suite, or the file in it.
     *
     * @throws StoredResultException if there is none, or it is not whole, of another version or something else
     */
    public static SuiteResult read(Path place) throws StoredResultException {
        Path file = Files.isDirectory(place) ? place.resolve(FILE) : place;
        if (!Files.isRegularFile(file)) {
            throw new StoredResultException(
                    file + " is not there; give the folder of a suite that is over, or the " + FILE + " in it");
        }
        try {
            return SuiteJson.result(Files.readAllBytes(file), file.toString());
        } catch (SuiteFormatException e) {
            throw new StoredResultException(e.getMessage(), e);
        } catch (IOException e) {
            throw new StoredResultException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
