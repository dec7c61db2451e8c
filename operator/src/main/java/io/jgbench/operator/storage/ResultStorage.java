package io.jgbench.operator.storage;

import java.util.List;

/** A place that takes folders of files. One thread uses it. */
interface ResultStorage extends AutoCloseable {

    /**
     * Stores the files of a folder. A file appears whole, and takes the place of one that was stored under its name;
     * those of the folder itself are stored after those of the folders in it.
     *
     * @return what was stored
     * @throws StorageException if something is not stored; what was stored before it stays
     */
    Stored store(StoragePath folder, FolderWriter writer) throws StorageException;

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
