package io.jgbench.operator.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes the files that are to be stored. */
@FunctionalInterface
public interface FolderWriter {

    /**
     * Makes them.
     *
     * @param folder is there, is empty, and is deleted afterwards
     * @return what is left out, one sentence each that says why
     * @throws IOException if a file cannot be written
     * @throws StorageException if there is nothing to write; the message says why
     */
    List<String> writeInto(Path folder) throws IOException, StorageException;
}
