package io.jgbench.snapshot;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Small files that the kernel or the system keeps below a folder.
 *
 * @param folder {@code /proc}, {@code /sys} or {@code /etc}
 */
record KernelTree(Path folder) {

    /** What is in a file, without white space around it, or why that is not known. */
    FactReading read(String file) {
        Path path = folder.resolve(file);
        try {
            // in one read, as the kernel tells nothing of a number's rest: readString reads its first byte alone
            return new FactReading.Found(
                    String.join("\n", Files.readAllLines(path)).strip());
        } catch (NoSuchFileException | NotDirectoryException e) {
            return new FactReading.Absent("there is no file " + path);
        } catch (AccessDeniedException e) {
            return new FactReading.Absent(path + " may not be read");
        } catch (IOException e) {
            return new FactReading.Absent(path + " cannot be read: " + e.getMessage());
        }
    }

    /** The lines of a file; none where it cannot be read. */
    List<String> lines(String file) {
        return read(file).found().map(text -> text.lines().toList()).orElse(List.of());
    }

    /** What is in a folder, by name; nothing where there is no such folder or it may not be read. */
    List<String> names(String directory, String glob) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.resolve(directory), glob)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException | DirectoryIteratorException e) {
            // who asks says what it looked for
            return List.of();
        }
        names.sort(null);
        return names;
    }
}
