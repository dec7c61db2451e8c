package io.jgbench.report.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Forces files to the disk: a machine that loses its power loses what it has only written. */
@FunctionalInterface
public interface DiskSync {

    /**
     * Returns once the content of a file, or the names in a folder, are on the disk.
     *
     * @throws IOException if that of a file cannot be forced
     */
    void sync(Path path) throws IOException;

    /** The same of a folder with all that is in it. */
    default void syncAll(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                sync(path);
            }
        }
    }

    /** That of the operating system. */
    static DiskSync ofSystem() {
        return path -> {
            if (Files.isDirectory(path)) {
                syncFolder(path);
            } else {
                force(path, StandardOpenOption.WRITE);
            }
        };
    }

    private static void syncFolder(Path folder) {
        try {
            force(folder, StandardOpenOption.READ);
        } catch (IOException _) {
            // some network file systems cannot do it for folders, and a result is not refused for that
        }
    }

    private static void force(Path path, OpenOption option) throws IOException {
        try (var channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }
}
