package io.jgbench.operator.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A place that takes folders of files. One thread uses it. */
interface FolderStorage extends AutoCloseable {

    /**
     * Stores the files of a folder. A file appears whole, and takes the place of one that was stored under its name;
     * those of the folder itself are stored after those of the folders in it.
     *
     * @param staging makes the files, before any of them is stored
     * @return what was stored
     * @throws StorageException if something is not stored; what was stored before it stays
     */
    Stored store(Staging staging) throws StorageException;

    /** The same of a folder whose place is known before. */
    default Stored store(StoragePath folder, FolderWriter writer) throws StorageException {
        return store(empty -> new Staged(folder, writer.writeInto(empty)));
    }

    /** Makes the files that are to be stored, and says then where they belong. */
    @FunctionalInterface
    interface Staging {

        /**
         * Makes them.
         *
         * @param empty a folder that is deleted afterwards
         * @throws IOException if a file cannot be written
         * @throws StorageException if there is nothing to write; the message says why
         */
        Staged writeInto(Path empty) throws IOException, StorageException;
    }

    /**
     * Files that were made.
     *
     * @param folder where they belong
     * @param leftOut what was left out, one sentence each
     */
    record Staged(StoragePath folder, List<String> leftOut) {

        /** Copies the list. */
        public Staged {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * What was stored.
     *
     * @param location where, as a user names it
     * @param bytes the size of all files
     * @param leftOut what was left out, one sentence each
     */
    record Stored(String location, long bytes, List<String> leftOut) {

        /** Copies the list. */
        public Stored {
            leftOut = List.copyOf(leftOut);
        }
    }

    @Override
    void close();
}
