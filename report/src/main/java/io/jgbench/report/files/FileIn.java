package io.jgbench.report.files;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Files whose names are read from somewhere: one that leads out of its folder is none of its files. */
final class FileIn {
    private FileIn() {}

    /**
     * A file of a folder.
     *
     * @throws IOException if the name is that of no file in this folder itself
     */
    static Path of(Path folder, String name) throws IOException {
        try {
            Path file = folder.resolve(name).normalize();
            if (folder.normalize().equals(file.getParent())) {
                return file;
            }
        } catch (InvalidPathException _) {
            // told below
        }
        throw new IOException("a file must be named by one name, without a folder, got: " + name);
    }
}
