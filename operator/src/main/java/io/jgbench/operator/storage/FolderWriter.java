package io.jgbench.operator.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Makes the files that are to be stored. */
@FunctionalInterface
public interface FolderWriter {

    /**
     * Makes them.
     *
     * @param folder is there, is empty, and is deleted afterwards
     * @throws IOException if a file cannot be written
     * @throws StorageException if there is nothing to write; the message says why
     */
    void writeInto(Path folder) throws IOException, StorageException;
}
